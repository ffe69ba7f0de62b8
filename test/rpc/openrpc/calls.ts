import type { AnySchemaObject } from 'ajv';
import { decodeBase58, encodeBase58 } from '../../../src/codec/base58.ts';
import { type Address, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { tipTo } from '../../support/bundles.ts';
import { CLIENT_ACCOUNTS, DELEGATE, NOTE_DATA, PROGRAM } from '../../support/clientAccounts.ts';
import { legacyBytes } from '../../support/sentTransactions.ts';
import { namedBlockhash, namedSignature, PAYER } from '../../support/transactions.ts';
import { resolve, type ServedMethod } from './served.ts';

/** Calls that the ledger of the clients answers with a result. */

const { note, missing, mint, payerTokens, vote, stake } = CLIENT_ACCOUNTS;
const KNOWN_BLOCKHASH = namedBlockhash('36');
const VERSIONED = { maxSupportedTransactionVersion: 255 };

/** A legacy message that PAYER signs and that does nothing. */
const MESSAGE: Buffer = Buffer.concat([
  Buffer.of(1, 0, 0, 1),
  decodeBase58(PAYER),
  decodeBase58(KNOWN_BLOCKHASH),
  Buffer.of(0),
]);
const TRANSACTION = Buffer.concat([Buffer.of(1), Buffer.alloc(64), MESSAGE]);
/** The same transaction, which nobody has signed, by encoding. */
export const TRANSACTION_TEXTS: Readonly<Record<string, string>> = {
  base58: encodeBase58(TRANSACTION),
  base64: TRANSACTION.toString('base64'),
  binary: encodeBase58(TRANSACTION),
};
const { base58, base64 } = TRANSACTION_TEXTS;

const TIPPED = legacyBytes(KNOWN_BLOCKHASH, [tipTo(0)]);
/** A transaction with a tip, by encoding. */
export const TIPPED_TEXTS: Readonly<Record<string, string>> = {
  base58: encodeBase58(TIPPED),
  base64: Buffer.from(TIPPED).toString('base64'),
};

const FINALIZED = { commitment: 'finalized' };

type Call = readonly unknown[];

/** Where calls made from the description are too few. The first of a method has all that it requires. */
export const CALLS: Readonly<Record<string, readonly Call[]>> = {
  getBlock: [
    [28],
    [33, { ...VERSIONED, rewards: true }],
    [33, { ...VERSIONED, encoding: 'jsonParsed' }],
    [28, { transactionDetails: 'signatures' }],
    [28, { transactionDetails: 'accounts' }],
    [28, { transactionDetails: 'none', encoding: 'base64' }],
  ],
  getTransaction: [
    [namedSignature('plain')],
    [namedSignature('v1'), { ...VERSIONED, encoding: 'base64' }],
    [namedSignature('lookup'), { ...VERSIONED, encoding: 'jsonParsed' }],
    [namedSignature('nobody')],
  ],
  getSignatureStatuses: [
    [[namedSignature('plain')]],
    [
      [namedSignature('failed'), namedSignature('processed'), namedSignature('nobody')],
      { searchTransactionHistory: true },
    ],
  ],
  getSignaturesForAddress: [[PAYER], [PAYER, { limit: 3, before: namedSignature('tokens') }]],
  getBlocks: [[28], [28, 30], [28, FINALIZED], [28, null, FINALIZED]],
  getBlocksWithLimit: [
    [28, 3],
    [28, 3, FINALIZED],
  ],
  isBlockhashValid: [[KNOWN_BLOCKHASH], [missing]],
  getBlockCommitment: [[36], [1]],
  getFeeForMessage: [[MESSAGE.toString('base64')]],
  getAccountInfo: [
    [note],
    [missing],
    [note, { encoding: 'base64+zstd', dataSlice: { offset: 0, length: NOTE_DATA.length } }],
    [vote, { encoding: 'jsonParsed' }],
  ],
  getMultipleAccounts: [[[note, missing]], [[mint], { encoding: 'jsonParsed' }]],
  getProgramAccounts: [[PROGRAM], [PROGRAM, { withContext: true, filters: [{ dataSize: NOTE_DATA.length }] }]],
  getBalance: [[PAYER], [missing]],
  getTokenAccountBalance: [[payerTokens]],
  getTokenSupply: [[mint]],
  getTokenLargestAccounts: [[mint]],
  getTokenAccountsByOwner: [
    [PAYER, { mint }, { encoding: 'jsonParsed' }],
    [PAYER, { programId: TOKEN_PROGRAM }, { encoding: 'base64' }],
  ],
  getTokenAccountsByDelegate: [[DELEGATE, { mint }, { encoding: 'jsonParsed' }]],
  getLeaderSchedule: [[], [1], [1_000_000, { identity: missing }]],
  // an epoch that is not known yet: the vote account has no BLS key
  getRankMap: [[1_000_000], [1_000_000, { identity: missing }]],
  getSlotLeaders: [[33, 4]],
  getBlockProduction: [[], [{ identity: missing, range: { firstSlot: 33, lastSlot: 35 } }]],
  getInflationReward: [[[vote, stake, missing] satisfies readonly Address[], { epoch: 0 }]],
  getVoteAccounts: [[], [{ votePubkey: vote, keepUnstakedDelinquents: true }]],
  getTransactionsForAddress: [
    [PAYER],
    [PAYER, { limit: 2, sortOrder: 'asc', filters: { tokenAccounts: 'all', blockTime: { gte: 0 } } }],
    [PAYER, { ...VERSIONED, transactionDetails: 'full', encoding: 'base64', paginationToken: '33:1' }],
    [PAYER, { ...VERSIONED, transactionDetails: 'full', encoding: 'jsonParsed', filters: { status: 'failed' } }],
  ],
  sendBundle: [[[TIPPED_TEXTS.base58]], [[TIPPED_TEXTS.base64], { encoding: 'base64' }]],
  getBundleStatuses: [[['1'.repeat(64)]]],
  getInflightBundleStatuses: [[['1'.repeat(64)]]],
  simulateBundle: [
    [{ encodedTransactions: [TIPPED_TEXTS.base64] }],
    [
      { encodedTransactions: [TIPPED_TEXTS.base64] },
      {
        preExecutionAccountsConfigs: [null],
        postExecutionAccountsConfigs: [{ encoding: 'base64', addresses: [note] }],
        transactionEncoding: 'base64',
        simulationBank: 'tip',
        skipSigVerify: true,
        replaceRecentBlockhash: true,
      },
    ],
  ],
  sendTransaction: [
    [base58, { skipPreflight: true }],
    [base64, { encoding: 'base64', skipPreflight: true }],
  ],
  simulateTransaction: [
    [base58],
    [base58, { sigVerify: true }],
    [base64, { encoding: 'base64', replaceRecentBlockhash: true, accounts: { addresses: [note] } }],
  ],
};

/** Values for what a description names. */
const VALUES: Readonly<Record<string, unknown>> = {
  Address: note,
  Blockhash: KNOWN_BLOCKHASH,
  Signature: namedSignature('plain'),
  // a slot with a block
  U64: 28,
};

/** With what a method requires, and with everything that it takes. */
export function callsOf({ name, params }: Pick<ServedMethod, 'name' | 'params'>): readonly Call[] {
  const required = params.filter((param) => param.required);
  const lists = required.length === params.length ? [required] : [required, params];
  return CALLS[name] ?? lists.map((list) => list.map(({ schema }) => valueFor(schema)));
}

function valueFor(schema: AnySchemaObject): unknown {
  const { $ref, anyOf, enum: words, items, minimum, properties, type } = schema;
  if ($ref !== undefined) return VALUES[$ref.slice($ref.lastIndexOf('/') + 1)] ?? valueFor(resolve(schema));
  if (anyOf !== undefined) return valueFor(anyOf[0]);
  if (words !== undefined) return words[0];
  if (items !== undefined) return [valueFor(items)];
  if (properties !== undefined)
    return Object.fromEntries(
      Object.entries<AnySchemaObject>(properties).map(([key, value]) => [key, valueFor(value)]),
    );
  if (type === 'boolean') return true;
  if (minimum !== undefined) return minimum;
  throw new Error(`no value for ${JSON.stringify(schema)}: the method wants a row in CALLS`);
}
