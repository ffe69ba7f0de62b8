import {
  type Address,
  type Epoch,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_CLEANED_UP,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_FILTER_TRANSACTION_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
  type TransactionMessageBytesBase64,
} from '@solana/kit';
import { type Connection, PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningNode } from '../../src/node/createNode.ts';
import { CLIENT_ACCOUNTS, PROGRAM } from '../support/clientAccounts.ts';
import { SLOTS, startClientLedger } from '../support/clientLedger.ts';
import { lowLevelKitClient, reasonOf, web3Client } from '../support/clients.ts';
import { startSample } from '../support/sample.ts';
import { namedBlockhash, namedSignature, PAYER } from '../support/transactions.ts';
import { branded } from './kitChainCalls.ts';

/** The errors that the clients know, as they reach their users. */

let node: RunningNode;

beforeAll(async () => {
  node = await startClientLedger();
});
afterAll(() => node.close());

type LowLevelRpc = ReturnType<typeof lowLevelKitClient>;

/** what is called, the code, and the node's own words */
type Refused = readonly [
  what: string,
  call: (rpc: LowLevelRpc) => Promise<unknown>,
  code: Parameters<typeof isSolanaError>[1],
  message: string,
];

const I64_MAX = 2n ** 63n - 1n;
const INVALID_PARAMS = SOLANA_ERROR__JSON_RPC__INVALID_PARAMS;
const NOT_AVAILABLE = SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE;
const UNSUPPORTED = SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION;
const key = (text: string): Address => branded<Address>(text);
const { missing, note, vote, mint, payerTokens } = CLIENT_ACCOUNTS;
const lookup = namedSignature('lookup');
const CONFIRMED = { commitment: 'confirmed' } as const;
const V0_REFUSED =
  'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0';

/** A legacy message of one key that signs, without instructions. */
const EMPTY_MESSAGE = branded<TransactionMessageBytesBase64>(
  Buffer.from([1, 0, 0, 1, ...new Array<number>(64).fill(0), 0]).toString('base64'),
);

const HISTORY: readonly Refused[] = [
  [
    'the status of what is no signature',
    (rpc) => rpc.getSignatureStatuses([branded('invalid_signature')]).send(),
    INVALID_PARAMS,
    'Invalid param: Invalid',
  ],
  [
    'the time of a slot that will never be',
    (rpc) => rpc.getBlockTime(I64_MAX).send(),
    NOT_AVAILABLE,
    'Block not available for slot 9223372036854775807',
  ],
  [
    'a block that will never be',
    (rpc) => rpc.getBlock(I64_MAX).send(),
    NOT_AVAILABLE,
    'Block not available for slot 9223372036854775807',
  ],
  ['a block of v0', (rpc) => rpc.getBlock(BigInt(SLOTS.lookup)).send(), UNSUPPORTED, V0_REFUSED],
  ['a transaction of v0', (rpc) => rpc.getTransaction(branded(lookup)).send(), UNSUPPORTED, V0_REFUSED],
  [
    'a skipped slot',
    (rpc) => rpc.getBlock(31n).send(),
    SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED,
    'Slot 31 was skipped, or missing due to ledger jump to recent snapshot',
  ],
  [
    'a block that is cleaned up',
    (rpc) => rpc.getBlock(5n).send(),
    SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_CLEANED_UP,
    'Block 5 cleaned up, does not exist on node. First available block: 28',
  ],
  [
    'a page before what nobody sent',
    (rpc) => rpc.getSignaturesForAddress(key(PAYER), { before: branded(namedSignature('nobody')) }).send(),
    SOLANA_ERROR__JSON_RPC__SERVER_ERROR_FILTER_TRANSACTION_NOT_FOUND,
    `Transaction ${namedSignature('nobody')} not found`,
  ],
];

const CLUSTER: readonly Refused[] = [
  [
    'production above the tip',
    (rpc) => rpc.getBlockProduction({ range: { firstSlot: 32n, lastSlot: I64_MAX } }).send(),
    INVALID_PARAMS,
    'lastSlot, 9223372036854775807, is too large; max 36',
  ],
  [
    'leaders of an epoch that nobody knows',
    (rpc) => rpc.getSlotLeaders(I64_MAX, 3).send(),
    INVALID_PARAMS,
    `Invalid slot range: leader schedule for epoch ${I64_MAX / 32n} is unavailable`,
  ],
  ['too many leaders', (rpc) => rpc.getSlotLeaders(34n, 5001).send(), INVALID_PARAMS, 'Invalid limit; max 5000'],
  [
    'the fee of what is no message',
    (rpc) => rpc.getFeeForMessage(branded('someInvalidMessage')).send(),
    INVALID_PARAMS,
    'invalid base64 encoding: InvalidPadding',
  ],
  // the first slot of the epoch after that is more than a u64 holds
  [
    'the reward of an epoch that will never be',
    (rpc) => rpc.getInflationReward([key(vote)], { epoch: I64_MAX as Epoch }).send(),
    NOT_AVAILABLE,
    'Block not available for slot 18446744073709551615',
  ],
];

const ACCOUNTS: readonly Refused[] = [
  [
    'too long an account, as base58 where no encoding is named',
    (rpc) => rpc.getAccountInfo(key(payerTokens)).send(),
    SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
    'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
  ],
  ...(['getTokenAccountsByOwner', 'getTokenAccountsByDelegate'] as const).flatMap((method): Refused[] => [
    [
      `${method} of a mint that is not there`,
      (rpc) => rpc[method](key(PAYER), { mint: key(missing) }).send(),
      INVALID_PARAMS,
      'Invalid param: could not find mint',
    ],
    [
      `${method} of a program that is none of the two`,
      (rpc) => rpc[method](key(PAYER), { programId: key(PROGRAM) }).send(),
      INVALID_PARAMS,
      'Invalid param: unrecognized Token program id',
    ],
  ]),
  [
    'the balance of an account that is not there',
    (rpc) => rpc.getTokenAccountBalance(key(missing), CONFIRMED).send(),
    INVALID_PARAMS,
    'Invalid param: could not find account',
  ],
  [
    'the balance of an account that holds no tokens',
    (rpc) => rpc.getTokenAccountBalance(key(note), CONFIRMED).send(),
    INVALID_PARAMS,
    'Invalid param: not a Token account',
  ],
  [
    'the supply of what is no mint',
    (rpc) => rpc.getTokenSupply(key(note), CONFIRMED).send(),
    INVALID_PARAMS,
    'Invalid param: not a Token mint',
  ],
];

describe('Kit keeps the words of the node for', () => {
  it.each([...HISTORY, ...CLUSTER, ...ACCOUNTS])('%s', async (_what, call, code, message) => {
    const error = await reasonOf(call(lowLevelKitClient(node.url)));
    expect(isSolanaError(error, code)).toBe(true);
    expect(error).toHaveProperty('context.__serverMessage', message);
  });
});

describe('Kit keeps the data, and not the words, of a context slot too high for', () => {
  const config = { minContextSlot: I64_MAX } as const;

  it.each([
    ['getAccountInfo', (rpc) => rpc.getAccountInfo(key(note), config).send()],
    ['getBalance', (rpc) => rpc.getBalance(key(PAYER), config).send()],
    ['getBlockHeight', (rpc) => rpc.getBlockHeight(config).send()],
    ['getEpochInfo', (rpc) => rpc.getEpochInfo(config).send()],
    ['getFeeForMessage', (rpc) => rpc.getFeeForMessage(EMPTY_MESSAGE, config).send()],
    ['getInflationReward', (rpc) => rpc.getInflationReward([key(vote)], { ...config, epoch: 0n as Epoch }).send()],
    ['getLatestBlockhash', (rpc) => rpc.getLatestBlockhash(config).send()],
    ['getMultipleAccounts', (rpc) => rpc.getMultipleAccounts([key(note)], config).send()],
    ['getProgramAccounts', (rpc) => rpc.getProgramAccounts(key(PROGRAM), config).send()],
    ['getSignaturesForAddress', (rpc) => rpc.getSignaturesForAddress(key(PAYER), config).send()],
    ['getSlot', (rpc) => rpc.getSlot(config).send()],
    ['getSlotLeader', (rpc) => rpc.getSlotLeader(config).send()],
    [
      'getTokenAccountsByDelegate',
      (rpc) => rpc.getTokenAccountsByDelegate(key(PAYER), { mint: key(mint) }, config).send(),
    ],
    ['getTokenAccountsByOwner', (rpc) => rpc.getTokenAccountsByOwner(key(PAYER), { mint: key(mint) }, config).send()],
    ['getTransactionCount', (rpc) => rpc.getTransactionCount(config).send()],
    ['isBlockhashValid', (rpc) => rpc.isBlockhashValid(branded(namedBlockhash('29')), config).send()],
  ] satisfies readonly (readonly [string, (rpc: LowLevelRpc) => Promise<unknown>])[])('%s', async (_method, call) => {
    const error = await reasonOf(call(lowLevelKitClient(node.url)));
    expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED)).toBe(true);
    expect(error).toHaveProperty('context.contextSlot', BigInt(SLOTS.finalized));
  });
});

it('leaders far beyond the epochs of mainnet-beta are told by their epoch', async () => {
  const sample = await startSample();
  const error = await reasonOf(lowLevelKitClient(sample.url).getSlotLeaders(I64_MAX, 3).send());
  expect(error).toHaveProperty(
    'context.__serverMessage',
    'Invalid slot range: leader schedule for epoch 21350398233460 is unavailable',
  );
  await sample.close();
});

describe('no errors are', () => {
  it('the schedule of an epoch that is not known, and the slots of an identity that leads nowhere', async () => {
    const rpc = lowLevelKitClient(node.url);
    expect(await rpc.getLeaderSchedule(I64_MAX).send()).toBeNull();
    expect(await rpc.getLeaderSchedule(34n, { identity: key(PAYER) }).send()).toEqual({});
    expect(await rpc.getLeaderSchedule(null, { identity: key(PAYER) }).send()).toEqual({});
  });

  it('a transaction that nobody sent, an account that is not there', async () => {
    const rpc = lowLevelKitClient(node.url);
    expect(await rpc.getTransaction(branded(namedSignature('nobody'))).send()).toBeNull();
    expect((await rpc.getAccountInfo(key(missing)).send()).value).toBeNull();
    expect((await rpc.getBalance(key(missing)).send()).value).toBe(0n);
  });
});

/** the whole message, the code, what is called */
type Web3Refused = readonly [message: string, code: number, call: (connection: Connection) => Promise<unknown>];

const SKIPPED = 'Slot 31 was skipped, or missing due to ledger jump to recent snapshot';
const WEB3_REFUSED: readonly Web3Refused[] = [
  [
    'failed to get confirmed block: Block not available for slot 9007199254740991',
    -32004,
    (connection) => connection.getBlock(Number.MAX_SAFE_INTEGER),
  ],
  [`failed to get block: ${SKIPPED}`, -32007, (connection) => connection.getParsedBlock(31)],
  [`failed to get confirmed block: ${SKIPPED}`, -32007, (connection) => connection.getConfirmedBlock(31)],
  [`failed to get confirmed block: ${V0_REFUSED}`, -32015, (connection) => connection.getBlock(SLOTS.lookup)],
  [`failed to get transaction: ${V0_REFUSED}`, -32015, (connection) => connection.getTransaction(lookup)],
  [
    'failed to get signature status: Invalid param: Invalid',
    -32602,
    (connection) => connection.getSignatureStatuses(['invalid_signature']),
  ],
  [
    'failed to get token account balance: Invalid param: not a Token account',
    -32602,
    (connection) => connection.getTokenAccountBalance(new PublicKey(note)),
  ],
];

describe('web3.js puts its own words before, and keeps the code', () => {
  it.each(WEB3_REFUSED)('%s', async (message, code, call) => {
    expect(await reasonOf(call(web3Client(node.url)))).toMatchObject({ code, data: undefined, message });
  });

  it('and the data', async () => {
    const program = new PublicKey(PROGRAM);
    const error = await reasonOf(web3Client(node.url).getProgramAccounts(program, { minContextSlot: 99 }));
    expect(error).toMatchObject({
      code: -32016,
      data: { contextSlot: SLOTS.finalized },
      message: `failed to get accounts owned by program ${PROGRAM}: Minimum context slot has not been reached`,
    });
  });
});
