import { type Connection, PublicKey, SystemProgram, TransactionMessage } from '@solana/web3.js';
import { expect } from 'vitest';
import { CLIENT_ACCOUNTS, NONCE_VALUE, NOTE_DATA, PROGRAM, TABLE_ADDRESSES } from '../support/clientAccounts.ts';
import { HEIGHTS, SLOTS } from '../support/clientLedger.ts';
import { BEN, CARL } from '../support/leaderLedger.ts';
import { namedBlockhash, namedSignature, PAYER, RECIPIENT } from '../support/transactions.ts';
import { ACCOUNT_CALLS } from './kitAccountCalls.ts';
import { BLOCK_CALLS, CLUSTER_CALLS, CONTEXT, type KitCall } from './kitChainCalls.ts';

/** Calls of the read methods of web3.js's `Connection`, with what they must give at `confirmed`. */

/** What is called, and what it must give where addresses are text and every number is a double. */
export type Web3Call = readonly [call: (connection: Connection) => Promise<unknown>, value: unknown];
export type Web3Calls = Readonly<Record<string, Web3Call>>;

/** A value as JavaScript without bigints has it. */
function asNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(asNumbers);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asNumbers(member)]));
}

/** The value that the call of Kit gives. */
const sameAs = ([, value]: KitCall): unknown => asNumbers(value);
const context = asNumbers(CONTEXT);
const inContext = (value: unknown) => ({ context, value });

const { note, empty, missing, mint, recipientTokens, lockedStake, nonce, table, rich, vote, stake } = CLIENT_ACCOUNTS;
const key = (text: string): PublicKey => new PublicKey(text);
const max = { maxSupportedTransactionVersion: 0 } as const;
const PARSED_TOKENS = ACCOUNT_CALLS.getTokenAccountsByOwner[1].value;

const RAW = { executable: false, lamports: 1_000_000, owner: PROGRAM, rentEpoch: 2 ** 64 };
const NOTE = { ...RAW, data: NOTE_DATA.toJSON(), space: 9 };
const EMPTY = { ...RAW, data: Buffer.alloc(0).toJSON(), space: 0 };
const inOrder = ACCOUNT_CALLS.getProgramAccounts[1].map(({ pubkey }) => ({
  account: pubkey === note ? NOTE : EMPTY,
  pubkey,
}));
const PARSED_BALANCES = [asNumbers(PARSED_TOKENS[0])];

const NONCE = {
  authorizedPubkey: PAYER,
  feeCalculator: { lamportsPerSignature: 5000 },
  nonce: NONCE_VALUE,
};

export const ACCOUNT_READS: Web3Calls = {
  getAccountInfo: [(connection) => connection.getAccountInfo(key(note)), NOTE],
  getAccountInfoAndContext: [(connection) => connection.getAccountInfoAndContext(key(missing)), inContext(null)],
  getAddressLookupTable: [
    (connection) => connection.getAddressLookupTable(key(table)),
    inContext({
      key: table,
      state: {
        addresses: TABLE_ADDRESSES,
        authority: PAYER,
        deactivationSlot: 2 ** 64,
        lastExtendedSlot: 28,
        lastExtendedSlotStartIndex: 0,
      },
    }),
  ],
  // the double next to it
  getBalance: [(connection) => connection.getBalance(key(rich)), 2 ** 53],
  getBalanceAndContext: [(connection) => connection.getBalanceAndContext(key(PAYER)), inContext(5_000_000_000)],
  getLargestAccounts: [
    (connection) => connection.getLargestAccounts({ filter: 'nonCirculating' }),
    inContext([{ address: lockedStake, lamports: 2_000_000_000 }]),
  ],
  getMinimumBalanceForRentExemption: [
    (connection) => connection.getMinimumBalanceForRentExemption(100),
    sameAs(ACCOUNT_CALLS.getMinimumBalanceForRentExemption),
  ],
  getMultipleAccountsInfo: [
    (connection) => connection.getMultipleAccountsInfo([key(empty), key(missing), key(note)]),
    [EMPTY, null, NOTE],
  ],
  getMultipleAccountsInfoAndContext: [
    (connection) => connection.getMultipleAccountsInfoAndContext([key(note)]),
    inContext([NOTE]),
  ],
  getMultipleParsedAccounts: [
    (connection) => connection.getMultipleParsedAccounts([key(note), key(recipientTokens)]),
    inContext([NOTE, asNumbers(PARSED_TOKENS[0].account)]),
  ],
  getNonce: [(connection) => connection.getNonce(key(nonce)), NONCE],
  getNonceAndContext: [(connection) => connection.getNonceAndContext(key(nonce)), inContext(NONCE)],
  getParsedAccountInfo: [
    (connection) => connection.getParsedAccountInfo(key(recipientTokens)),
    inContext(asNumbers(PARSED_TOKENS[0].account)),
  ],
  getParsedProgramAccounts: [(connection) => connection.getParsedProgramAccounts(key(PROGRAM)), inOrder],
  getParsedTokenAccountsByOwner: [
    (connection) => connection.getParsedTokenAccountsByOwner(key(RECIPIENT), { mint: key(mint) }),
    inContext(PARSED_BALANCES),
  ],
  getProgramAccounts: [(connection) => connection.getProgramAccounts(key(PROGRAM)), inOrder],
  getStakeMinimumDelegation: [(connection) => connection.getStakeMinimumDelegation(), inContext(1)],
  getSupply: [(connection) => connection.getSupply(), sameAs(ACCOUNT_CALLS.getSupply)],
  getTokenAccountBalance: [
    (connection) => connection.getTokenAccountBalance(key(recipientTokens)),
    sameAs(ACCOUNT_CALLS.getTokenAccountBalance),
  ],
  getTokenAccountsByOwner: [
    (connection) => connection.getTokenAccountsByOwner(key(RECIPIENT), { mint: key(mint) }),
    inContext([
      expect.objectContaining({
        account: expect.objectContaining({ owner: PARSED_TOKENS[0].account.owner, space: 165 }),
        pubkey: recipientTokens,
      }),
    ]),
  ],
  getTokenLargestAccounts: [
    (connection) => connection.getTokenLargestAccounts(key(mint)),
    sameAs(ACCOUNT_CALLS.getTokenLargestAccounts),
  ],
  getTokenSupply: [(connection) => connection.getTokenSupply(key(mint)), sameAs(ACCOUNT_CALLS.getTokenSupply)],
  getTotalSupply: [(connection) => connection.getTotalSupply(), Number(ACCOUNT_CALLS.getSupply[1].value.total)],
};

export const CLUSTER_READS: Web3Calls = {
  getBlockProduction: [(connection) => connection.getBlockProduction(), sameAs(BLOCK_CALLS.getBlockProduction)],
  getClusterNodes: [(connection) => connection.getClusterNodes(), sameAs(CLUSTER_CALLS.getClusterNodes)],
  getEpochInfo: [(connection) => connection.getEpochInfo(), sameAs(CLUSTER_CALLS.getEpochInfo)],
  getEpochSchedule: [(connection) => connection.getEpochSchedule(), sameAs(CLUSTER_CALLS.getEpochSchedule)],
  getGenesisHash: [(connection) => connection.getGenesisHash(), sameAs(CLUSTER_CALLS.getGenesisHash)],
  getInflationGovernor: [(connection) => connection.getInflationGovernor(), sameAs(CLUSTER_CALLS.getInflationGovernor)],
  getInflationRate: [(connection) => connection.getInflationRate(), sameAs(CLUSTER_CALLS.getInflationRate)],
  getInflationReward: [
    (connection) => connection.getInflationReward([key(vote), key(stake), key(PAYER)], 0),
    sameAs(CLUSTER_CALLS.getInflationReward),
  ],
  getLeaderSchedule: [(connection) => connection.getLeaderSchedule(), sameAs(CLUSTER_CALLS.getLeaderSchedule)],
  getRecentPerformanceSamples: [
    (connection) => connection.getRecentPerformanceSamples(1),
    sameAs(CLUSTER_CALLS.getRecentPerformanceSamples),
  ],
  getSlotLeader: [(connection) => connection.getSlotLeader(), CARL],
  getSlotLeaders: [(connection) => connection.getSlotLeaders(34, 3), [BEN, BEN, CARL]],
  getVersion: [(connection) => connection.getVersion(), sameAs(CLUSTER_CALLS.getVersion)],
  getVoteAccounts: [(connection) => connection.getVoteAccounts(), sameAs(CLUSTER_CALLS.getVoteAccounts)],
};

const BLOCKHASH = namedBlockhash(`${SLOTS.confirmed}`);
const LATEST = { blockhash: BLOCKHASH, lastValidBlockHeight: Number(HEIGHTS.confirmed) + 150 };
/** web3.js puts an object there that holds no fee any more */
const RECENT = { blockhash: BLOCKHASH, feeCalculator: {} };

const message = new TransactionMessage({
  payerKey: key(PAYER),
  recentBlockhash: BLOCKHASH,
  instructions: [SystemProgram.transfer({ fromPubkey: key(PAYER), toPubkey: key(RECIPIENT), lamports: 1 })],
}).compileToV0Message();

const [, STATUSES] = BLOCK_CALLS.getSignatureStatuses;
const [, INFOS] = BLOCK_CALLS.getSignaturesForAddress;
const [, BLOCK] = BLOCK_CALLS.getBlock;
const [, TOKENS] = BLOCK_CALLS.getTransaction;
const { transactions: _, ...BLOCK_HEAD } = BLOCK;
const head = asNumbers(BLOCK_HEAD) as object;
const { rewards: _rewards, ...headWithoutRewards } = BLOCK_HEAD;

const failed = namedSignature('failed');
const tokens = namedSignature('tokens');
const lookup = namedSignature('lookup');

/** A transaction whose message web3.js has built an object of. */
const rebuilt = (members: object) => expect.objectContaining(asNumbers(members) as object);
const FAILED = rebuilt({
  meta: expect.objectContaining({ err: asNumbers(STATUSES.value[0]!.err), fee: 5000 }),
  slot: 29,
});
const LOOKUP_META = asNumbers(BLOCK.transactions[0]!.meta);
const TOKENS_META = asNumbers(TOKENS.meta);
const MESSAGE = TOKENS.transaction.message;
const TOKENS_TRANSACTION = rebuilt({
  meta: TOKENS_META,
  slot: SLOTS.tokens,
  transaction: {
    message: expect.objectContaining({ header: MESSAGE.header, recentBlockhash: MESSAGE.recentBlockhash }),
    signatures: [tokens],
  },
});
const { loadedAddresses: _loaded, ...PARSED_META } = TOKENS.meta;
/** jsonParsed of a program that nobody knows; the addresses that were loaded stand among the keys */
const TOKENS_PARSED = {
  blockTime: Number(TOKENS.blockTime),
  slot: SLOTS.tokens,
  transactionIndex: 0,
  meta: asNumbers(PARSED_META),
  transaction: {
    message: {
      accountKeys: [
        { pubkey: PAYER, signer: true, source: 'transaction', writable: true },
        { pubkey: CLIENT_ACCOUNTS.payerTokens, signer: false, source: 'transaction', writable: true },
        { pubkey: PROGRAM, signer: false, source: 'transaction', writable: false },
      ],
      instructions: [
        {
          accounts: [CLIENT_ACCOUNTS.payerTokens],
          data: MESSAGE.instructions[0].data,
          programId: PROGRAM,
          stackHeight: 1,
        },
      ],
      recentBlockhash: MESSAGE.recentBlockhash,
    },
    signatures: [tokens],
  },
};
const PARSED = { ...TOKENS_PARSED, version: 'legacy' };

/** of slots 28 and 29 */
const signaturesOf = (slot: number, names: readonly string[]) => ({
  blockHeight: slot - 8,
  blockTime: 1_700_000_000 + slot,
  blockhash: namedBlockhash(`${slot}`),
  parentSlot: slot - 1,
  previousBlockhash: namedBlockhash(`${slot - 1}`),
  signatures: names.map(namedSignature),
});

export const CHAIN_READS: Web3Calls = {
  getBlock: [
    (connection) => connection.getBlock(SLOTS.lookup, max),
    {
      ...head,
      transactions: [
        {
          meta: LOOKUP_META,
          transaction: {
            message: expect.objectContaining({
              addressTableLookups: [{ accountKey: table, readonlyIndexes: [1], writableIndexes: [0] }],
              staticAccountKeys: [PAYER, RECIPIENT, '1'.repeat(32)],
            }),
            signatures: [lookup],
          },
          version: 0,
        },
      ],
    },
  ],
  getBlockHeight: [(connection) => connection.getBlockHeight(), Number(HEIGHTS.confirmed)],
  getBlockSignatures: [(connection) => connection.getBlockSignatures(29), signaturesOf(29, ['failed'])],
  getBlockTime: [(connection) => connection.getBlockTime(33), sameAs(BLOCK_CALLS.getBlockTime)],
  getBlocks: [(connection) => connection.getBlocks(28, 34), [28, 29, 30, 33, 34]],
  getConfirmedBlock: [
    (connection) => connection.getConfirmedBlock(28),
    expect.objectContaining({
      blockhash: namedBlockhash('28'),
      transactions: [expect.anything(), expect.anything()],
    }),
  ],
  getConfirmedBlockSignatures: [
    (connection) => connection.getConfirmedBlockSignatures(28),
    signaturesOf(28, ['plain', 'second']),
  ],
  getConfirmedTransaction: [(connection) => connection.getConfirmedTransaction(failed), FAILED],
  getFeeForMessage: [(connection) => connection.getFeeForMessage(message), inContext(5000)],
  getFirstAvailableBlock: [(connection) => connection.getFirstAvailableBlock(), SLOTS.first],
  getLatestBlockhash: [(connection) => connection.getLatestBlockhash(), LATEST],
  getLatestBlockhashAndContext: [(connection) => connection.getLatestBlockhashAndContext(), inContext(LATEST)],
  getMinimumLedgerSlot: [(connection) => connection.getMinimumLedgerSlot(), SLOTS.lowest],
  getParsedBlock: [
    (connection) => connection.getParsedBlock(SLOTS.lookup, { ...max, transactionDetails: 'none', rewards: false }),
    asNumbers(headWithoutRewards),
  ],
  getParsedConfirmedTransaction: [(connection) => connection.getParsedConfirmedTransaction(tokens), TOKENS_PARSED],
  getParsedConfirmedTransactions: [
    (connection) => connection.getParsedConfirmedTransactions([tokens, namedSignature('nobody')]),
    [TOKENS_PARSED, null],
  ],
  getParsedTransaction: [(connection) => connection.getParsedTransaction(tokens, max), PARSED],
  getParsedTransactions: [(connection) => connection.getParsedTransactions([tokens, tokens], max), [PARSED, PARSED]],
  getRecentBlockhash: [(connection) => connection.getRecentBlockhash(), RECENT],
  getRecentBlockhashAndContext: [(connection) => connection.getRecentBlockhashAndContext(), inContext(RECENT)],
  getRecentPrioritizationFees: [
    (connection) => connection.getRecentPrioritizationFees(),
    sameAs(BLOCK_CALLS.getRecentPrioritizationFees),
  ],
  getSignatureStatus: [
    (connection) => connection.getSignatureStatus(failed),
    { ...(asNumbers(STATUSES) as object), value: asNumbers(STATUSES.value[0]) },
  ],
  getSignatureStatuses: [
    (connection) => connection.getSignatureStatuses([failed, namedSignature('processed'), namedSignature('nobody')]),
    asNumbers(STATUSES),
  ],
  getSignaturesForAddress: [
    (connection) => connection.getSignaturesForAddress(key(PAYER), { before: lookup, limit: 2 }),
    asNumbers(INFOS),
  ],
  getSlot: [(connection) => connection.getSlot(), SLOTS.confirmed],
  getTransaction: [(connection) => connection.getTransaction(tokens, max), TOKENS_TRANSACTION],
  getTransactionCount: [(connection) => connection.getTransactionCount(), sameAs(BLOCK_CALLS.getTransactionCount)],
  getTransactions: [
    (connection) => connection.getTransactions([failed, namedSignature('nobody'), tokens], max),
    [FAILED, null, TOKENS_TRANSACTION],
  ],
  isBlockhashValid: [
    (connection) => connection.isBlockhashValid(namedBlockhash('29')),
    sameAs(BLOCK_CALLS.isBlockhashValid),
  ],
};
