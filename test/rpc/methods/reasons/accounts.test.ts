import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/codec/jsonText.ts';
import { ledger, sol } from '../../../../src/index.ts';
import { reorg } from '../../../../src/ledger/moves/reorg.ts';
import { setAccount } from '../../../../src/ledger/moves/setAccount.ts';
import { type Address, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../src/solana/address.ts';
import { reasonsOf, stateOf } from '../../../support/reasons.ts';
import { testAccount, testLedger } from '../../../support/testNode.ts';
import { holdingAccount, mintAccount } from '../../../support/tokenLedger.ts';
import { namedAddress } from '../../../support/transactions.ts';

/** Why accounts and lists of them are not there, or other than expected. */

const SCRIPT = ledger({ processed: 12, confirmed: 11, finalized: 10 })
  .wallet('alice', sol(50))
  .wallet('poor', { lamports: 1_000_000 })
  .mint('usdc', { decimals: 6 })
  .block(10, (b) => b.transfer('poor', 'alice', { lamports: 995_000 }).named('last'))
  .block(11)
  .block(12, (b) => b.transfer('alice', 'carol', sol(1)))
  .block(13, (b) => b.transfer('alice', 'dave', sol(1)));
const goes = (slot: number) => `(stillnode_setTips [{"finalized":${slot}}] goes there)`;

describe('of an account', () => {
  it.each([
    [
      '$alice',
      [
        `because: a later state of $alice is known, but only processed: it is in slot 12, and the finalized tip is 10 ${goes(12)}`,
      ],
    ],
    ['$usdc', []],
    ['$poor', ['because: $poor was closed in slot 10: it has no lamports since']],
    [
      '$carol',
      [
        `because: a state of $carol is known, but only processed: it is in slot 12, and the finalized tip is 10 ${goes(12)}`,
      ],
    ],
    ['$dave', [`because: a state of $dave lies ahead: it is in slot 13, and the processed tip is 12 ${goes(13)}`]],
  ])('%s', async (name, reasons) => {
    const state = await stateOf(SCRIPT);
    const address = state.names.addresses.get(name)!;
    expect(await reasonsOf(state, 'getBalance', [address])).toEqual(reasons);
    expect(await reasonsOf(state, 'getAccountInfo', [address, { encoding: 'base64' }])).toEqual(reasons);
    expect(await reasonsOf(state, 'getMultipleAccounts', [[address, address]])).toEqual(reasons);
  });

  it('that was never there, was deleted, or went with its block', async () => {
    const state = await stateOf(SCRIPT);
    const nobody = namedAddress('nobody');
    expect(await reasonsOf(state, 'getBalance', [nobody])).toEqual([`missing: the ledger has no account ${nobody}`]);
    const alice = state.names.addresses.get('$alice')!;
    const deleted = setAccount(state, alice, null, 'always');
    expect(await reasonsOf(deleted, 'getBalance', [alice])).toEqual([
      'because: the ledger says that $alice does not exist',
      `because: a state of $alice lies ahead: it is in slot 13, and the processed tip is 12 ${goes(13)}`,
    ]);
    const carol = state.names.addresses.get('$carol')!;
    expect(await reasonsOf(reorg(state, 12n).state, 'getBalance', [carol, { commitment: 'processed' }])).toEqual([
      'because: a state of $carol is in slot 12, which a reorganization took off the chain',
    ]);
  });

  it.each([
    [{ encoding: 'base64', dataSlice: { offset: 2, length: 3 } }, []],
    [
      { encoding: 'base64', dataSlice: { offset: 4, length: 2 } },
      ['because: dataSlice ends at 6, behind the 5 bytes of NOTE'],
    ],
    [
      { encoding: 'base64', dataSlice: { offset: 5, length: 0 } },
      ['because: dataSlice begins at 5, behind the 5 bytes of NOTE'],
    ],
    [
      { encoding: 'jsonParsed' },
      [
        'because: no parser can read the 5 bytes of NOTE, which is owned by the System program: jsonParsed shows base64',
      ],
    ],
  ])('whose data is asked for as %j', async (config, reasons) => {
    const note = namedAddress('note');
    const state = testLedger({ accounts: [{ address: note, data: new Uint8Array(5) }] });
    const expected = reasons.map((reason) => reason.replace('NOTE', note));
    expect(await reasonsOf(state, 'getAccountInfo', [note, config as JsonValue])).toEqual(expected);
    expect(await reasonsOf(state, 'getMultipleAccounts', [[note], config as JsonValue])).toEqual(expected);
  });

  it('too long for base58', async () => {
    const long = namedAddress('long');
    const state = testLedger({ accounts: [{ address: long, data: new Uint8Array(129) }] });
    expect(await reasonsOf(state, 'getAccountInfo', [long])).toEqual(['because: write "encoding": "base64"']);
  });
});

describe('of the accounts of a program', () => {
  const PROGRAM = namedAddress('program');
  const account = (n: number, length: number) => ({
    address: namedAddress(`account ${n}`),
    owner: PROGRAM,
    data: new Uint8Array(length).fill(n),
  });
  const STATE = testLedger({
    accounts: [account(1, 40), account(2, 40), account(3, 10), account(4, 20), account(5, 30), account(6, 2)],
  });
  const memcmp = (offset: number, bytes: number[]) => ({ memcmp: { offset, bytes } });

  it.each([
    [[], []],
    [
      [{ dataSize: 40 }],
      ['because: 4 of 6 accounts of PROGRAM fail the dataSize 40: they have 2, 10, 20 and 1 more bytes'],
    ],
    [[memcmp(0, [1])], ['because: 5 of 6 accounts of PROGRAM fail the memcmp at offset 0']],
    [
      [memcmp(25, [2, 2]), { dataSize: 40 }],
      [
        'because: 5 of 6 accounts of PROGRAM fail the memcmp at offset 25, 3 of them because their data ends before byte 27',
        'because: 4 of 6 accounts of PROGRAM fail the dataSize 40: they have 2, 10, 20 and 1 more bytes',
      ],
    ],
    [['tokenAccountState'], ['because: 6 of 6 accounts of PROGRAM are not initialized token accounts']],
  ])('with %j', async (filters, reasons) => {
    const config = { encoding: 'base64', filters } as JsonValue;
    expect(await reasonsOf(STATE, 'getProgramAccounts', [PROGRAM, config])).toEqual(
      reasons.map((reason) => reason.replace('PROGRAM', PROGRAM)),
    );
  });

  it('which has none, has none yet, or has none any more', async () => {
    const nobody = namedAddress('nobody');
    const config = { encoding: 'base64' };
    expect(await reasonsOf(STATE, 'getProgramAccounts', [nobody, config])).toEqual([
      `missing: the ledger has no accounts of ${nobody}`,
    ]);
    const three = testLedger({ blocks: [{ slot: 5 }, { slot: 6 }], processed: 6, confirmed: 5, finalized: 5 });
    const address = namedAddress('new');
    const written = setAccount(three, address, testAccount({ address, owner: PROGRAM }), 'processed');
    expect(await reasonsOf(written, 'getProgramAccounts', [PROGRAM, config])).toEqual([
      `because: 1 account of ${PROGRAM} is known at the processed tip, 6, and the finalized tip is 5`,
    ]);
    const accounts = [{ address, owner: PROGRAM }];
    const closed = setAccount(testLedger({ blocks: [{ slot: 6 }], accounts }), address, null, 'processed');
    expect(await reasonsOf(closed, 'getProgramAccounts', [PROGRAM, { ...config, commitment: 'processed' }])).toEqual([
      `because: no account of ${PROGRAM} is there at the processed tip, 6: those that the ledger knows were closed, or come later`,
    ]);
  });

  it('that jsonParsed leaves out', async () => {
    const address = namedAddress('odd');
    const state = testLedger({ accounts: [{ address, owner: TOKEN_PROGRAM, data: new Uint8Array(7) }] });
    expect(await reasonsOf(state, 'getProgramAccounts', [TOKEN_PROGRAM, { encoding: 'jsonParsed' }])).toEqual([
      `because: no parser can read the 7 bytes of ${address}, or its mint is not there: jsonParsed leaves it out`,
    ]);
  });

  it('the largest of all', async () => {
    const accounts = Array.from({ length: 21 }, (_, n) => ({ address: namedAddress(`${n}`) }));
    const all = (count: number) => testLedger({ accounts: accounts.slice(0, count), cluster: { allAccounts: true } });
    expect(await reasonsOf(all(20), 'getLargestAccounts')).toEqual([]);
    expect(await reasonsOf(all(21), 'getLargestAccounts')).toEqual([
      'because: only the largest 20 of 21 accounts are listed',
    ]);
  });
});

type Names = [mint: Address, other: Address, owner: Address, holding: Address, unheld: Address, short: Address];

describe('of tokens', () => {
  const [MINT, OTHER, OWNER, HOLDING, NEW, SHORT] = ['mint', 'other', 'owner', 'holding', 'new', 'short'].map(
    namedAddress,
  ) as Names;
  const state = testLedger({
    accounts: [
      mintAccount({ address: MINT }),
      mintAccount({ address: OTHER }),
      mintAccount({ address: NEW, owner: TOKEN_2022_PROGRAM }),
      holdingAccount({ address: HOLDING, mint: MINT, owner: OWNER, delegate: OTHER }),
      holdingAccount({ address: namedAddress('orphan'), mint: namedAddress('gone'), owner: MINT }),
      { address: OWNER },
      { address: SHORT, owner: TOKEN_PROGRAM, data: new Uint8Array(7) },
    ],
  });

  it.each([
    ['getTokenAccountBalance', [HOLDING], []],
    [
      'getTokenAccountBalance',
      [OWNER],
      [`because: ${OWNER} is owned by the System program, which is not a token program`],
    ],
    ['getTokenAccountBalance', [MINT], [`because: ${MINT} is a mint: token accounts of it have a balance`]],
    [
      'getTokenAccountBalance',
      [SHORT],
      ['because: the account is of a token program, but its bytes are not those of an initialized token account'],
    ],
    ['getTokenAccountBalance', [SYSTEM_PROGRAM], [`missing: the ledger has no account the System program`]],
    [
      'getTokenAccountBalance',
      [namedAddress('orphan')],
      [`missing: the ledger has no account ${namedAddress('gone')}`],
    ],
    ['getTokenSupply', [HOLDING], [`because: ${HOLDING} is a token account: its mint is ${MINT}`]],
    ['getTokenSupply', [SHORT], ['because: the bytes of the account are not those of an initialized mint']],
    ['getTokenSupply', [OWNER], [`because: ${OWNER} is owned by the System program, which is not a token program`]],
    ['getTokenLargestAccounts', [MINT], []],
    ['getTokenLargestAccounts', [OTHER], [`missing: the ledger has no token accounts of the mint ${OTHER}`]],
    ['getTokenLargestAccounts', [namedAddress('gone')], [`missing: the ledger has no account ${namedAddress('gone')}`]],
    ['getTokenAccountsByOwner', [OWNER, { mint: MINT }, { encoding: 'base64' }], []],
    [
      'getTokenAccountsByOwner',
      [OWNER, { mint: OTHER }],
      [`because: there is 1 token account whose owner is ${OWNER}, but none of the mint ${OTHER}`],
    ],
    [
      'getTokenAccountsByOwner',
      [OWNER, { programId: TOKEN_2022_PROGRAM }],
      [`because: there is 1 token account whose owner is ${OWNER}, but of the Token program`],
    ],
    [
      'getTokenAccountsByOwner',
      [OTHER, { mint: OTHER }],
      [`because: ${OTHER} is itself an account of a token program: the owner of its tokens is asked for`],
    ],
    [
      'getTokenAccountsByOwner',
      [namedAddress('x'), { mint: MINT }],
      [`missing: the ledger has no token accounts whose owner is ${namedAddress('x')}`],
    ],
    [
      'getTokenAccountsByOwner',
      [OWNER, { programId: SYSTEM_PROGRAM }],
      ['because: write the address of the Token program or of the Token-2022 program as programId'],
    ],
    ['getTokenAccountsByDelegate', [OTHER, { mint: MINT }, { encoding: 'base64' }], []],
    [
      'getTokenAccountsByDelegate',
      [OWNER, { mint: MINT }],
      [`missing: the ledger has no token accounts whose delegate is ${OWNER}`],
    ],
  ])('%s %j', async (method, params, reasons) => {
    expect(await reasonsOf(state, method, params as JsonValue[])).toEqual(reasons);
  });
});
