import { describe, expect, test } from 'vitest';
import { JsonFloat, stringifyJson } from '../../../src/codec/jsonText.ts';
import { associatedAddress } from '../../../src/runtime/derive.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { type Address, NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { PARSERS } from '../../../src/solana/programs/parsers.ts';
import { WELL_KNOWN } from '../../../src/solana/wellKnown.ts';
import { type AccountSpec, compileGood, compileSpec, type ScriptSpec } from '../../support/scripts.ts';

const key = (name: string): Address => namedKeyPair(name).address;

const MINTS: NonNullable<ScriptSpec['accounts']> = {
  $usdc: { mint: { decimals: 6, authority: '$issuer' } },
  $pyusd: { mint: { decimals: 2, program: '$token2022' } },
};

/** The account as getAccountInfo shows it under jsonParsed. */
function shown(accounts: ScriptSpec['accounts'], address: Address) {
  const { accounts: compiled } = compileGood({ accounts: { ...MINTS, ...accounts } });
  const account = compiled.get(address)!;
  const parsed = PARSERS.parseAccount(account, {
    mintOf: (mint) => PARSERS.readMintInfo(compiled.get(mint)!.data, 0n),
  });
  const info = (parsed?.parsed ?? null) as { info?: unknown } | null;
  return {
    lamports: account.lamports,
    owner: account.owner,
    bytes: account.data.length,
    program: parsed?.program,
    ...(info !== null && { parsed: JSON.parse(stringifyJson(parsed!.parsed)) as unknown }),
  };
}

const tokenInfo = (owner: string, mint: string, amount: string, decimals: number) => ({
  isNative: false,
  mint: key(mint),
  owner: key(owner),
  state: 'initialized',
  tokenAmount: {
    amount: `${Math.round(Number(amount) * 10 ** decimals)}`,
    decimals,
    uiAmount: new JsonFloat(Number(amount)).value,
    uiAmountString: amount,
  },
});

test('a wallet has what it says', () => {
  expect(shown({ $alice: { sol: 1.5 } }, key('alice'))).toMatchObject({
    lamports: 1_500_000_000n,
    owner: WELL_KNOWN.system,
    bytes: 0,
  });
});

test('a mint has the sum of its accounts as supply', () => {
  const holdings: ScriptSpec['accounts'] = {
    '$ata(alice,usdc)': { token: { mint: '$usdc', owner: '$alice', amount: '12.5' } },
    $other: { token: { mint: '$usdc', owner: '$bob', amount: 1n } },
  };
  const parsed = {
    type: 'mint',
    info: { decimals: 6, freezeAuthority: null, isInitialized: true, mintAuthority: key('issuer'), supply: '12500001' },
  };
  expect(shown(holdings, key('usdc'))).toEqual({
    lamports: 1_461_600n,
    owner: TOKEN_PROGRAM,
    bytes: 82,
    program: 'spl-token',
    parsed,
  });
});

test('a mint has the supply that it says', () => {
  const said = { mint: { decimals: 2, supply: '10.25' } };
  expect(shown({ $said: said }, key('said')).parsed).toMatchObject({ info: { supply: '1025', mintAuthority: null } });
});

describe('a token account', () => {
  test('belongs to the program of its mint', () => {
    const token = { mint: '$usdc', owner: '$alice', amount: '12.5' };
    expect(
      shown({ '$ata(alice,usdc)': { token } }, associatedAddress(key('alice'), key('usdc'), TOKEN_PROGRAM)),
    ).toEqual({
      lamports: 2_039_280n,
      owner: TOKEN_PROGRAM,
      bytes: 165,
      program: 'spl-token',
      parsed: { type: 'account', info: tokenInfo('alice', 'usdc', '12.5', 6) },
    });
  });

  test('is named by the program of its mint, and keeps its owner under Token-2022', () => {
    const token = { mint: '$pyusd', owner: '$alice', amount: '0.5' };
    const address = associatedAddress(key('alice'), key('pyusd'), TOKEN_2022_PROGRAM);
    expect(shown({ '$ata(alice,pyusd)': { token } }, address)).toEqual({
      lamports: 2_074_080n,
      owner: TOKEN_2022_PROGRAM,
      bytes: 170,
      program: 'spl-token-2022',
      parsed: {
        type: 'account',
        info: { ...tokenInfo('alice', 'pyusd', '0.5', 2), extensions: [{ extension: 'immutableOwner' }] },
      },
    });
  });

  test('has a delegate, and is frozen', () => {
    const token = { mint: '$usdc', owner: '$alice', amount: '3', delegate: { to: '$bob', amount: '2' }, frozen: true };
    expect(shown({ $held: { token } }, key('held')).parsed).toMatchObject({
      info: { state: 'frozen', delegate: key('bob'), delegatedAmount: { amount: '2000000' } },
    });
  });

  test('of wrapped SOL holds the lamports', () => {
    const token = { mint: '$wsol', owner: '$alice', amount: '2' };
    const accounts: ScriptSpec['accounts'] = { $held: { token } };
    expect(shown(accounts, key('held'))).toMatchObject({
      lamports: 2_002_039_280n,
      parsed: { info: { isNative: true, rentExemptReserve: { amount: '2039280' }, mint: NATIVE_MINT } },
    });
    expect(shown(accounts, NATIVE_MINT).parsed).toMatchObject({ info: { decimals: 9, supply: '0' } });
  });
});

test.each<[string, AccountSpec, unknown]>([
  [
    'a multisig',
    { multisig: { required: 2, signers: ['$a', '$b', '$c'] } },
    {
      lamports: 3_361_680n,
      owner: TOKEN_PROGRAM,
      bytes: 355,
      program: 'spl-token',
      parsed: {
        type: 'multisig',
        info: {
          isInitialized: true,
          numRequiredSigners: 2,
          numValidSigners: 3,
          signers: [key('a'), key('b'), key('c')],
        },
      },
    },
  ],
  [
    'a nonce',
    { nonce: { authority: '$alice', nonce: NATIVE_MINT } },
    {
      lamports: 1_447_680n,
      owner: WELL_KNOWN.system,
      bytes: 80,
      program: 'nonce',
      parsed: {
        type: 'initialized',
        info: { authority: key('alice'), blockhash: NATIVE_MINT, feeCalculator: { lamportsPerSignature: '5000' } },
      },
    },
  ],
  [
    'a lookup table',
    { lookupTable: { authority: '$alice', addresses: ['$bob', '$usdc'] } },
    {
      lamports: 1_726_080n,
      owner: WELL_KNOWN.addressLookupTable,
      bytes: 120,
      program: 'address-lookup-table',
      parsed: {
        type: 'lookupTable',
        info: {
          addresses: [key('bob'), key('usdc')],
          authority: key('alice'),
          deactivationSlot: '18446744073709551615',
          lastExtendedSlot: '0',
          lastExtendedSlotStartIndex: 0,
        },
      },
    },
  ],
  [
    'anything else',
    { raw: { owner: '$program', data: Buffer.from('00ff', 'hex') }, lamports: 7n },
    { lamports: 7n, owner: key('program'), bytes: 2, program: undefined },
  ],
])('%s is what it says', (_, account, expected) => {
  expect(shown({ $it: account }, key('it'))).toEqual(expected);
});

test('recorded accounts are there before, and shown as they become', () => {
  const recorded = compileGood({ accounts: { $alice: { sol: 3 }, $bob: { sol: 1 } } }).accounts;
  const { accounts } = compileGood(
    { slots: [{ slot: 5, transactions: [{ transfer: { from: '$alice', to: '$carol', sol: 1 } }] }] },
    { account: (address) => recorded.get(address) },
  );
  expect(accounts.get(key('alice'))!.lamports).toBe(1_999_995_000n);
  expect(accounts.get(key('carol'))!.lamports).toBe(1_000_000_000n);
  expect(accounts.has(key('bob'))).toBe(false);
});

test.each<[string, NonNullable<ScriptSpec['accounts']>, string]>([
  [
    'an address twice',
    { $alice: { sol: 1 }, [key('alice')]: { sol: 2 } },
    `accounts/${key('alice')}: duplicate account \`$alice\``,
  ],
  [
    'a mint that is misspelled',
    { ...MINTS, $held: { token: { mint: '$usdd', owner: '$alice', amount: '1' } } },
    'accounts/$held: there is no mint `$usdd` (did you mean $usdc?)',
  ],
  [
    'a mint that is nowhere',
    { $held: { token: { mint: '$usdd', owner: '$alice', amount: '1' } } },
    'accounts/$held: there is no mint `$usdd` (add it as an account: {"mint": {"decimals": 6}})',
  ],
  [
    'too many decimals',
    { ...MINTS, $held: { token: { mint: '$pyusd', owner: '$alice', amount: '1.234' } } },
    'accounts/$held: 1.234 has 3 decimals, and the mint 2',
  ],
  [
    'an amount that is none',
    { ...MINTS, $held: { token: { mint: '$usdc', owner: '$alice', amount: '-1' } } },
    'accounts/$held: expected an amount such as "12.5", found "-1"',
  ],
  [
    'an amount above u64',
    { ...MINTS, $held: { token: { mint: '$usdc', owner: '$alice', amount: '18446744073709.551616' } } },
    'accounts/$held: 18446744073709.551616 is more than a token amount can be (at most 18446744073709551615 (u64))',
  ],
  [
    'a supply below what is held',
    {
      $usdc: { mint: { decimals: 6, supply: '1' } },
      $held: { token: { mint: '$usdc', owner: '$alice', amount: '1.5' } },
    },
    'accounts/$usdc: the supply of `$usdc` is 1, and its accounts hold 1.5',
  ],
  [
    'a mint of no token program',
    { $usdc: { mint: { decimals: 6, program: '$memo' } } },
    'accounts/$usdc: `$memo` is not a token program (there are $token and $token2022)',
  ],
  [
    'a multisig of too few',
    { $multi: { multisig: { required: 3, signers: ['$a', '$b'] } } },
    'accounts/$multi: a multisig of 3 out of 2 (it has 1 to 11 signers, and requires 1 to all of them)',
  ],
])('%s is refused', (_, accounts, error) => {
  expect(compileSpec({ accounts }).errors).toEqual([error]);
});
