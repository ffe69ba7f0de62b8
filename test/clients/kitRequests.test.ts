import {
  type Address,
  type Base58EncodedBytes,
  createSolanaRpc,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
} from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import type { JsonText } from '../../src/codec/jsonText.ts';
import type { RunningNode } from '../../src/node/createNode.ts';
import { CLIENT_ACCOUNTS, NOTE_DATA, PROGRAM } from '../support/clientAccounts.ts';
import { CONFIRMED_SLOTS, SLOTS, startClientLedger } from '../support/clientLedger.ts';
import { lowLevelKitClient, reasonOf, sentBy } from '../support/clients.ts';
import { scheduleOf } from '../support/leaderLedger.ts';
import { callText } from '../support/testNode.ts';
import { namedBlockhash, namedSignature, PAYER } from '../support/transactions.ts';
import { branded, type KitRpc } from './kitChainCalls.ts';

/** What Kit sends for a call, and that the node takes it. */

let node: RunningNode;
let rpc: KitRpc;

beforeAll(async () => {
  node = await startClientLedger();
  rpc = createSolanaRpc(node.url);
});
afterAll(() => node.close());

const { note, mint, payerTokens } = CLIENT_ACCOUNTS;
const key = (text: string): Address => branded<Address>(text);
const failed = namedSignature('failed');
const NOTE_TEXT = NOTE_DATA.toString('base64');
const CONFIRMED = '{"commitment":"confirmed"}';

/** the parameters as they are sent, what is called, and some of what comes back */
type Row = readonly [sent: JsonText, call: (rpc: KitRpc) => Promise<unknown>, answer: object | bigint];

const bytes = branded<Base58EncodedBytes>(encodeBase58(NOTE_DATA.subarray(5)));
const BLOCK_CONFIG =
  '"encoding":"base64","maxSupportedTransactionVersion":0,"rewards":false,"transactionDetails":"full"';

const WITH_DEFAULT: readonly Row[] = [
  [`[29,${CONFIRMED}]`, (kit) => kit.getBlock(29n).send(), { parentSlot: 28n }],
  [
    `[29,{"commitment":"confirmed",${BLOCK_CONFIG}}]`,
    (kit) => {
      const config = { encoding: 'base64', maxSupportedTransactionVersion: 0, rewards: false } as const;
      return kit.getBlock(29n, { ...config, transactionDetails: 'full' }).send();
    },
    { transactions: [{ version: 'legacy' }] },
  ],
  [`["${failed}",${CONFIRMED}]`, (kit) => kit.getTransaction(branded(failed)).send(), { slot: 29n }],
  [
    `["${PAYER}",{"before":"${failed}","commitment":"confirmed","limit":1}]`,
    (kit) => kit.getSignaturesForAddress(key(PAYER), { before: branded(failed), limit: 1 }).send(),
    [{ signature: namedSignature('second') }],
  ],
  // without an encoding: the text alone here, a pair from getMultipleAccounts
  [
    `["${note}",${CONFIRMED}]`,
    (kit) => kit.getAccountInfo(key(note)).send(),
    { value: { data: encodeBase58(NOTE_DATA) } },
  ],
  [
    `["${PROGRAM}",{"commitment":"confirmed","filters":[{"memcmp":{"bytes":"${bytes}","encoding":"base58","offset":5}}]}]`,
    (kit) => {
      const filters = [{ memcmp: { bytes, encoding: 'base58', offset: 5n } }] as const;
      return kit.getProgramAccounts(key(PROGRAM), { filters }).send();
    },
    [{ account: { data: encodeBase58(NOTE_DATA) }, pubkey: note }],
  ],
  [
    `[["${note}"],${CONFIRMED}]`,
    (kit) => kit.getMultipleAccounts([key(note)]).send(),
    { value: [{ data: [NOTE_TEXT, 'base64'] }] },
  ],
];

const WITHOUT_COMMITMENT: readonly Row[] = [
  [`[["${failed}"]]`, (kit) => kit.getSignatureStatuses([branded(failed)]).send(), { value: [{ slot: 29n }] }],
  [
    `[["${failed}"],{"searchTransactionHistory":true}]`,
    (kit) => kit.getSignatureStatuses([branded(failed)], { searchTransactionHistory: true }).send(),
    { value: [{ slot: 29n }] },
  ],
];

const HOLES: readonly Row[] = [
  [`[5,null,${CONFIRMED}]`, (kit) => kit.getBlocks(5n).send(), CONFIRMED_SLOTS.map(BigInt)],
  [
    `[null,${CONFIRMED}]`,
    (kit) => kit.getLeaderSchedule().send(),
    Object.fromEntries([...scheduleOf(1)].map(([leader, slots]) => [leader, slots.map(BigInt)])),
  ],
  [
    '[5,null]',
    (kit) => kit.getBlocks(5n, undefined, { commitment: 'finalized' }).send(),
    CONFIRMED_SLOTS.filter((slot) => slot <= SLOTS.finalized).map(BigInt),
  ],
];

const FINALIZED: readonly Row[] = [
  ['[]', (kit) => kit.getSlot({ commitment: 'finalized' }).send(), BigInt(SLOTS.finalized)],
  ['[{"commitment":"processed"}]', (kit) => kit.getSlot({ commitment: 'processed' }).send(), BigInt(SLOTS.processed)],
  [
    `["${PAYER}"]`,
    (kit) => kit.getBalance(key(PAYER), { commitment: 'finalized' }).send(),
    { context: { slot: BigInt(SLOTS.finalized) } },
  ],
];

describe.each([
  ['`confirmed` where nothing is said', WITH_DEFAULT],
  ['no commitment where there is none', WITHOUT_COMMITMENT],
  ['null for what is left out', HOLES],
  ['nothing for `finalized`', FINALIZED],
])('Kit sends %s', (_what, rows) => {
  it.each(rows)('%s', async (params, call, answer) => {
    const { sent, result } = await sentBy(() => call(rpc));
    expect(sent).toBe(params);
    if (typeof answer === 'bigint') expect(result).toBe(answer);
    else expect(result).toMatchObject(answer);
  });
});

describe('Kit for GraphQL', () => {
  it('sends members that no method has, and nulls: they are ignored', async () => {
    const foreign = { dataSizeFilters: [{ dataSize: 9n }], memcmpFilters: null, dataSlice: null, encoding: 'base64' };
    const { sent, result } = await sentBy(() => rpc.getAccountInfo(key(note), foreign as object).send());
    expect(sent).toBe(
      `["${note}",{"commitment":"confirmed","dataSizeFilters":[{"dataSize":9}],"dataSlice":null,"encoding":"base64","memcmpFilters":null}]`,
    );
    expect(result.value!.data).toEqual([NOTE_TEXT, 'base64']);
    expect(await rpc.getProgramAccounts(key(PROGRAM), foreign as object).send()).toHaveLength(2);
  });

  it('reads a hundred accounts at once, in slices', async () => {
    const addresses = Array.from({ length: 100 }, () => key(note));
    const config = { dataSlice: { length: 200, offset: 5 }, encoding: 'base64' } as const;
    const { value } = await rpc.getMultipleAccounts(addresses, config).send();
    expect(value.map((account) => account!.data[0])).toEqual(
      addresses.map(() => NOTE_DATA.subarray(5).toString('base64')),
    );
  });
});

describe('Kit without a default commitment', () => {
  it.each([
    ['getTokenAccountBalance', (kit) => kit.getTokenAccountBalance(key(payerTokens), {}).send()],
    ['getTokenSupply', (kit) => kit.getTokenSupply(key(mint), {}).send()],
    ['getTokenLargestAccounts', (kit) => kit.getTokenLargestAccounts(key(mint), {}).send()],
    ['getMinimumBalanceForRentExemption', (kit) => kit.getMinimumBalanceForRentExemption(0n, {}).send()],
    ['getInflationGovernor', (kit) => kit.getInflationGovernor({}).send()],
  ] satisfies readonly (readonly [string, (kit: ReturnType<typeof lowLevelKitClient>) => Promise<unknown>])[])(
    '%s of {}, where a bare commitment is due, is refused',
    async (_method, call) => {
      const error = await reasonOf(call(lowLevelKitClient(node.url)));
      expect(isSolanaError(error, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)).toBe(true);
      expect(error).toHaveProperty('context.__serverMessage', 'Invalid params: missing field `commitment`.');
    },
  );

  it('sends integers that no double holds', async () => {
    const config = { minContextSlot: 2n ** 63n - 1n };
    const { sent } = await sentBy(() => reasonOf(lowLevelKitClient(node.url).getSlot(config).send()));
    expect(sent).toBe('[{"minContextSlot":9223372036854775807}]');
  });
});

/** method, the parameters before its configuration */
const WITH_CONFIG: readonly (readonly [method: string, before: JsonText])[] = [
  ['getAccountInfo', `"${note}"`],
  ['getBalance', `"${PAYER}"`],
  ['getBlock', '28'],
  ['getBlockHeight', ''],
  ['getBlockProduction', ''],
  ['getBlocks', '5,null'],
  ['getBlocksWithLimit', '5,2'],
  ['getEpochInfo', ''],
  ['getInflationReward', `["${CLIENT_ACCOUNTS.vote}"]`],
  ['getLargestAccounts', ''],
  ['getLatestBlockhash', ''],
  ['getLeaderSchedule', 'null'],
  ['getMultipleAccounts', `["${note}"]`],
  ['getProgramAccounts', `"${PROGRAM}"`],
  ['getSignaturesForAddress', `"${PAYER}"`],
  ['getSlot', ''],
  ['getSlotLeader', ''],
  ['getStakeMinimumDelegation', ''],
  ['getSupply', ''],
  ['getTransaction', `"${failed}"`],
  ['getTransactionCount', ''],
  ['getVoteAccounts', ''],
  ['isBlockhashValid', `"${namedBlockhash('29')}"`],
];
const WITH_BARE_COMMITMENT: readonly (readonly [method: string, before: JsonText])[] = [
  ['getTokenAccountBalance', `"${payerTokens}"`],
  ['getTokenLargestAccounts', `"${mint}"`],
  ['getTokenSupply', `"${mint}"`],
  ['getMinimumBalanceForRentExemption', '10'],
  ['getInflationGovernor', ''],
];

describe('a configuration', () => {
  const ask = (method: string, ...parts: readonly JsonText[]) =>
    callText(node, method, `[${parts.filter((part) => part !== '').join(',')}]`);
  const refused = /^\{"code":/;

  it.each(WITH_CONFIG)('of %s may be left out, empty or null: finalized', async (method, before) => {
    const finalized = await ask(method, before, '{"commitment":"finalized"}');
    expect(finalized).not.toMatch(refused);
    for (const config of ['', '{}', 'null', '{"commitment":null}'])
      expect(await ask(method, before, config)).toBe(finalized);
  });

  it.each(WITH_BARE_COMMITMENT)('of %s may be left out or null: finalized', async (method, before) => {
    const finalized = await ask(method, before, '{"commitment":"finalized"}');
    expect(finalized).not.toMatch(refused);
    for (const config of ['', 'null']) expect(await ask(method, before, config)).toBe(finalized);
  });

  it.each([...WITH_CONFIG, ...WITH_BARE_COMMITMENT])('of %s may be a commitment alone', async (method, before) => {
    const confirmed = await ask(method, before, CONFIRMED);
    expect(confirmed).not.toMatch(refused);
    expect(/"context":\{"apiVersion":"4.1.0","slot":(\d+)\}/.exec(confirmed)?.[1] ?? '38').toBe('38');
  });
});
