import { describe, expect, it } from 'vitest';
import { stringifyJson } from '../../src/codec/jsonText.ts';
import { tokenBalances } from '../../src/runtime/balances.ts';
import { type Address, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/solana/address.ts';
import { keyText, u8 } from '../solana/programs/accounts/layoutBytes.ts';
import { accountWith, mint, mintWith, optionalKey, tokenAccount } from '../solana/programs/accounts/splTokenBytes.ts';
import { testAccount } from '../support/testNode.ts';

const MINT = keyText(1) as Address;
const HOLDER = keyText(9) as Address;
const HELD = tokenAccount({ amount: 150n });
const PLACES = { mint: mint({ decimals: 2 }), account: HELD, mintOwner: TOKEN_2022_PROGRAM, owner: TOKEN_2022_PROGRAM };

/** What a transaction that names the token program and one account shows of it. */
function balancesOf(changed: Partial<typeof PLACES>): string {
  const { account, mint: mintData, mintOwner, owner } = { ...PLACES, ...changed };
  const accounts = new Map([
    [MINT, testAccount({ address: MINT, owner: mintOwner, data: mintData })],
    [HOLDER, testAccount({ address: HOLDER, owner, data: account })],
  ]);
  const keys = [HOLDER, TOKEN_PROGRAM];
  const balances = tokenBalances(accounts, { keys, programs: new Set([TOKEN_PROGRAM]) });
  return stringifyJson(balances.map((balance) => ({ ...balance, uiTokenAmount: { ...balance.uiTokenAmount } })));
}

const AMOUNT = '{"amount":"150","decimals":2,"uiAmount":1.5,"uiAmountString":"1.5"}';
const shown = (program: Address) =>
  `[{"accountIndex":0,"mint":"${MINT}","owner":"${keyText(2)}","programId":"${program}","uiTokenAmount":${AMOUNT}}]`;

describe('the balance of a token account is shown', () => {
  it.each<[what: string, changed: Partial<typeof PLACES>]>([
    ['of token-2022', {}],
    ['that carries extensions', { account: Buffer.concat([HELD, u8(2), u8(0)]) }],
    ['whose mint carries extensions', { mint: Buffer.concat([PLACES.mint, Buffer.alloc(83), u8(1)]) }],
    ['in a state that there is not', { account: tokenAccount({ amount: 150n, state: 3 }) }],
    ['with an option that is none', { account: tokenAccount({ amount: 150n, delegate: optionalKey(3, 2) }) }],
    ['whose mint is initialized in an odd way', { mint: mint({ decimals: 2, isInitialized: 2 }) }],
    ['whose mint is padded with anything', { mint: Buffer.concat([PLACES.mint, Buffer.alloc(83, 7), u8(1)]) }],
  ])('%s', (_what, changed) => {
    expect(balancesOf(changed)).toBe(shown(TOKEN_2022_PROGRAM));
  });

  it('of the token program', () => {
    expect(balancesOf({ mintOwner: TOKEN_PROGRAM, owner: TOKEN_PROGRAM })).toBe(shown(TOKEN_PROGRAM));
  });
});

describe('no balance is shown of', () => {
  const classic = { mintOwner: TOKEN_PROGRAM, owner: TOKEN_PROGRAM };
  it.each<[what: string, changed: Partial<typeof PLACES>]>([
    ['an account that is not initialized', { account: tokenAccount({ state: 0 }) }],
    ['an account without its last byte', { account: HELD.subarray(0, 164) }],
    ['an account as long as a multisig', { account: Buffer.concat([HELD, u8(2), Buffer.alloc(189)]) }],
    ['a mint', { account: mintWith() }],
    ['an account of the token program with extensions', { ...classic, account: accountWith() }],
    ['an account whose mint is not initialized', { mint: mint({ isInitialized: 0 }) }],
    ['an account whose mint has a byte too many', { mint: Buffer.concat([PLACES.mint, u8(0)]) }],
    ['an account whose mint, of the token program, has extensions', { ...classic, mint: mintWith() }],
    ['an account whose mint is of the other program', { mintOwner: TOKEN_PROGRAM }],
  ])('%s', (_what, changed) => {
    expect(balancesOf(changed)).toBe('[]');
  });
});
