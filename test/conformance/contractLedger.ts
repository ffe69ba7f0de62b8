import { JsonFloat, type JsonText } from '../../src/codec/jsonText.ts';
import type { LedgerNode } from '../../src/node/createNode.ts';
import { type Address, CLOCK_SYSVAR } from '../../src/solana/address.ts';
import type { TokenBalance } from '../../src/solana/meta.ts';
import { partOf } from '../support/answers.ts';
import { callText, testNode } from '../support/testNode.ts';
import { namedAddress, namedSignature, PAYER, RECIPIENT } from '../support/transactions.ts';

/** The ledger that the contract is held against, always in the default dialect. */

export const PROGRAM = namedAddress('program');
export const MINT = namedAddress('mint');
export const TABLE = namedAddress('table');
export const LOADED = {
  writable: [namedAddress('written')],
  readonly: [namedAddress('read'), namedAddress('read too')],
};
export const FAILURE = '{"InstructionError":[0,{"Custom":1}]}';

export const ACCOUNTS = {
  /** five bytes, of PROGRAM */
  short: namedAddress('short'),
  /** 128 bytes, of PROGRAM */
  limit: namedAddress('limit'),
  /** 129 bytes */
  over: namedAddress('over'),
  clock: CLOCK_SYSVAR,
  missing: namedAddress('missing'),
};
export const SHORT_DATA: Buffer = Buffer.from([1, 2, 3, 4, 5]);

export const TIME = 1_700_000_000;

const balance: TokenBalance = {
  accountIndex: 1,
  mint: MINT,
  owner: PAYER,
  programId: PROGRAM,
  uiTokenAmount: { amount: '150', decimals: 2, uiAmount: new JsonFloat(1.5), uiAmountString: '1.5' },
};

const UNPARSED = { programIdIndex: 2, accounts: Uint8Array.of(1, 0), data: SHORT_DATA };

/**
 * 100 (its parent is cleaned up) · 101 legacy · 102 with everything recorded · 103 skipped · 104 v0 · 105 timeless ·
 * 106 an old recording (finalized) · 107 (confirmed) · 108 (processed). V1_NODE has a v1 transaction in slot 1.
 */
export const NODE: LedgerNode = testNode({
  blocks: [
    { slot: 99, transactions: [{ name: 'purged' }] },
    { slot: 100 },
    {
      slot: 101,
      transactions: [
        { name: 'plain' },
        { name: 'failed', meta: { err: { InstructionError: [0, { Custom: 1 }] } } },
        { name: 'memo', memos: ['hello'] },
      ],
    },
    {
      slot: 102,
      transactions: [
        {
          name: 'full',
          accountKeys: [PAYER, RECIPIENT, PROGRAM],
          instructions: [UNPARSED],
          meta: {
            fee: 18446744073709551615n,
            preBalances: [18446744073709551615n, 0n, 1n],
            postBalances: [0n, 18446744073709551615n, 1n],
            innerInstructions: [{ index: 0, instructions: [{ ...UNPARSED, stackHeight: 2 }] }],
            logMessages: ['one', 'two'],
            preTokenBalances: [balance],
            postTokenBalances: [balance],
            returnData: { programId: PROGRAM, data: SHORT_DATA },
            computeUnitsConsumed: 9007199254740993n,
          },
        },
      ],
    },
    {
      slot: 104,
      parentSlot: 102,
      transactions: [
        {
          name: 'v0',
          version: 0,
          lookups: [{ accountKey: TABLE, writableIndexes: Uint8Array.of(0), readonlyIndexes: Uint8Array.of(1, 2) }],
          meta: { loadedAddresses: LOADED },
        },
      ],
    },
    { slot: 105, blockTime: null, blockHeight: null, transactions: [{ name: 'timeless' }] },
    {
      slot: 106,
      transactions: [
        {
          name: 'old',
          meta: {
            innerInstructions: null,
            logMessages: null,
            preTokenBalances: null,
            postTokenBalances: null,
            rewards: null,
          },
        },
        { name: 'no meta', meta: null },
      ],
    },
    { slot: 107, transactions: [{ name: 'confirmed' }] },
    { slot: 108, transactions: [{ name: 'processed' }] },
  ],
  firstAvailable: 100,
  finalized: 106,
  confirmed: 107,
  processed: 108,
  accounts: [
    {
      address: ACCOUNTS.short,
      owner: PROGRAM,
      data: SHORT_DATA,
      executable: true,
      lamports: 18446744073709551615n,
      rentEpoch: 7n,
    },
    { address: ACCOUNTS.limit, owner: PROGRAM, data: Buffer.alloc(128, 1) },
    { address: ACCOUNTS.over, data: Buffer.alloc(129, 1) },
    {
      address: ACCOUNTS.clock,
      owner: 'Sysvar1111111111111111111111111111111111111' as Address,
      data: Buffer.alloc(40),
    },
  ],
});

export const V1_NODE: LedgerNode = testNode({ blocks: [{ slot: 1, transactions: [{ name: 'v1', version: 1 }] }] });

/** The result or error of a call. */
export const ask = (method: string, params: string): Promise<JsonText> => callText(NODE, method, params);

export const block = (slot: number, config = '{}'): Promise<JsonText> => ask('getBlock', `[${slot},${config}]`);
export const transaction = (name: string, config = '{}'): Promise<JsonText> =>
  ask('getTransaction', `["${namedSignature(name)}",${config}]`);
export const status = async (name: string): Promise<JsonText | undefined> =>
  partOf(await ask('getSignatureStatuses', `[["${namedSignature(name)}"]]`), 'value', 0);
export const account = async (address: Address, config = '{}'): Promise<JsonText | undefined> =>
  partOf(await ask('getMultipleAccounts', `[["${address}"],${config}]`), 'value', 0);
export const programAccounts = (config = '{}'): Promise<JsonText> =>
  ask('getProgramAccounts', `["${PROGRAM}",${config}]`);
/** Signatures of the payer, newest first. */
export const signatures = (config = '{}'): Promise<JsonText> =>
  ask('getSignaturesForAddress', `["${PAYER}",${config}]`);

/** A list of signatures by the names of their transactions. */
export const signatureText = (...names: readonly string[]): JsonText => JSON.stringify(names.map(namedSignature));
