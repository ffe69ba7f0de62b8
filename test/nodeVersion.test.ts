import { describe, expect, it } from 'vitest';
import { createNode, ledger } from '../src/index.ts';
import {
  isAtLeast,
  NODE_VERSION_NAMES,
  NODE_VERSIONS,
  type NodeVersion,
  type NodeVersionName,
} from '../src/nodeVersion.ts';
import { SYSTEM_PROGRAM } from '../src/solana/address.ts';
import { encodeTransaction } from '../src/solana/wire.ts';
import { loadTexts, problemsOfTexts } from './script/format/scripts.ts';
import { transferOf } from './solana/wireCases.ts';
import { badParams, errorText, partOf } from './support/answers.ts';
import { HASH, sendNode } from './support/sends.ts';
import { keyOf, legacyBytes, transfer } from './support/sentTransactions.ts';
import { testHub } from './support/subscriptions.ts';
import { callText, type LedgerSpec, protocolFor, testLedger, testNode } from './support/testNode.ts';
import { namedAddress, namedSignature } from './support/transactions.ts';

/** Differences of versions, row by row: a call, and its answer before and after. More are in test/cli/versions.test.ts. */

interface Row {
  readonly field: keyof NodeVersion;
  /** the first version that answers in the new way */
  readonly since: NodeVersionName;
  readonly method: string;
  /** JSON text */
  readonly params: string;
  readonly before: string;
  readonly after: string;
  readonly ledger?: LedgerSpec;
}

const SIGNATURE = namedSignature('nobody');
const BASE58_OF_V1 = errorText(-32602, 'base58 encoding is not supported with maxSupportedTransactionVersion >= 1');
const BELOW_CONFIRMED = errorText(-32602, 'Method does not support commitment below `confirmed`');

/** Calls with base58 and version 1. Only the parameters decide. */
const base58Row = (method: string, params: string, before: string, after = BASE58_OF_V1): Row => ({
  field: 'refusesBase58OfV1',
  since: '4.3',
  method,
  params,
  before,
  after,
});
const NO_BLOCK = errorText(-32004, 'Block not available for slot 9');

/** Texts that are not base64: what a node up to 4.3 says of them, and from 4.4 on. */
const BAD_BASE64 = [
  ['AA!A', 'InvalidByte(2, 33)', 'Invalid symbol 33, offset 2.'],
  ['A=AA', 'InvalidByte(1, 61)', 'Invalid symbol 61, offset 1.'],
  ['AAAAA', 'InvalidLength(5)', 'Invalid input length: 5'],
  ['AB==', 'InvalidLastSymbol(1, 66)', "Invalid last symbol 0x42 ('B') at offset 1, decoded as 0b00000001."],
  ['AA+=', 'InvalidLastSymbol(2, 43)', "Invalid last symbol 0x2b ('+') at offset 2, decoded as 0b00111110."],
  ['AA', 'InvalidPadding', 'Invalid padding'],
] as const;

const base64Row = (
  method: string,
  params: string,
  errorOf: (reason: string) => string,
  [, debug, display]: readonly string[] = BAD_BASE64[0],
): Row => ({
  field: 'base64Errors',
  since: '4.4',
  method,
  params,
  before: errorOf(debug!),
  after: errorOf(display!),
});
const sentError = (reason: string) => errorText(-32602, `invalid base64 encoding: ${reason}`);
const filterError = (reason: string) => errorText(-32602, `Invalid param: Base64DecodeError(${reason})`);
const subscribedFilterError = (reason: string) =>
  errorText(-32602, `Invalid params: Invalid param: Base64DecodeError(${reason})`);
const memcmp = `["11111111111111111111111111111111",{"filters":[{"memcmp":{"offset":0,"bytes":"AA!A","encoding":"base64"}}]}]`;

const statusRow = (config: string, before: string, after: string): Row => ({
  field: 'historyHasMinContext',
  since: '4.4',
  method: 'getSignatureStatuses',
  params: `[[],${config}]`,
  before,
  after,
});
const NO_SEARCH = badParams('missing field `searchTransactionHistory`');
/** RELEASE: that of the version that answers */
const STATUSES = '{"context":{"apiVersion":"RELEASE","slot":5},"value":[]}';

const since45 = (field: keyof NodeVersion, method: string, params: string, before: string, after: string): Row => ({
  field,
  since: '4.5',
  method,
  params,
  before,
  after,
});
const NO_METHOD = errorText(-32601, 'Method not found');
const INNER = (encoding: string) =>
  errorText(-32602, `unsupported inner instructions encoding: ${encoding}. Supported encodings: json, jsonParsed`);
const simulateInner = (encoding: string, after: string) =>
  since45(
    'encodesInner',
    'simulateTransaction',
    `["AA!A",{"encoding":"json","innerInstructionsEncoding":"${encoding}"}]`,
    errorText(-32602, 'unsupported encoding: json. Supported encodings: base58, base64'),
    after,
  );
const lamportsText = (lamports: number) => `{"context":{"apiVersion":"RELEASE","slot":5},"value":${lamports}}`;

const ROWS: readonly Row[] = [
  simulateInner('base64', INNER('base64')),
  simulateInner('binary', INNER('binary')),
  simulateInner('base58', INNER('base58')),
  simulateInner('json', errorText(-32602, 'unsupported encoding: json. Supported encodings: base58, base64')),
  simulateInner(
    'x',
    badParams('unknown variant `x`, expected one of `binary`, `base64`, `base58`, `json`, `jsonParsed`'),
  ),
  since45('minimumDelegation', 'getStakeMinimumDelegation', '[]', lamportsText(1), lamportsText(1_000_000_000)),
  since45('hearsNoVotes', 'voteSubscribe', '[]', NO_METHOD, '0'),
  since45('hearsNoVotes', 'voteUnsubscribe', '[0]', NO_METHOD, errorText(-32602, 'Invalid subscription id.')),
  {
    ...since45(
      'hasVotePorts',
      'getClusterNodes',
      '[]',
      '[{"pubkey":"a","tpuVote":null,"tvu":null}]',
      '[{"pubkey":"a","tvu":null}]',
    ),
    ledger: { cluster: { clusterNodes: [{ pubkey: 'a', tpuVote: null, tvu: null }] } },
  },
  ...BAD_BASE64.map((bad) => base64Row('getFeeForMessage', `["${bad[0]}"]`, sentError, bad)),
  base64Row('sendTransaction', '["AA!A",{"encoding":"base64"}]', sentError),
  base64Row('simulateTransaction', '["AA!A",{"encoding":"base64"}]', sentError),
  base64Row('getProgramAccounts', memcmp, filterError),
  base64Row('programSubscribe', memcmp, subscribedFilterError),
  statusRow('{}', NO_SEARCH, STATUSES),
  statusRow('{"commitment":"no word"}', NO_SEARCH, STATUSES),
  statusRow('[true]', STATUSES, badParams('invalid type: sequence, expected struct RpcSignatureStatusConfig')),
  statusRow(
    '{"searchTransactionHistory":null}',
    badParams('invalid type: null, expected a boolean'),
    badParams('invalid type: null, expected a boolean'),
  ),
  statusRow(
    '{"searchTransactionHistory":true,"minContextSlot":"x"}',
    STATUSES,
    badParams('invalid type: string "x", expected u64'),
  ),
  ...['base58', 'binary'].flatMap((encoding) => [
    base58Row(
      'getTransaction',
      `["${SIGNATURE}",{"encoding":"${encoding}","maxSupportedTransactionVersion":1}]`,
      'null',
    ),
    base58Row('getBlock', `[9,{"encoding":"${encoding}","maxSupportedTransactionVersion":2}]`, NO_BLOCK),
    base58Row('blockSubscribe', `["all",{"encoding":"${encoding}","maxSupportedTransactionVersion":1}]`, '0'),
    base58Row('getBlock', `[9,{"encoding":"${encoding}","maxSupportedTransactionVersion":0}]`, NO_BLOCK, NO_BLOCK),
    base58Row('getTransaction', `["${SIGNATURE}","${encoding}"]`, 'null', 'null'),
  ]),
  base58Row(
    'getBlock',
    '[9,{"encoding":"base58","transactionDetails":"none","maxSupportedTransactionVersion":1}]',
    NO_BLOCK,
  ),
  // what is checked before and after it
  base58Row(
    'getTransaction',
    '["x",{"encoding":"base58","maxSupportedTransactionVersion":1}]',
    errorText(-32602, 'Invalid param: WrongSize'),
    errorText(-32602, 'Invalid param: WrongSize'),
  ),
  ...['getTransaction', 'getBlock', 'blockSubscribe'].map((method) => {
    const first = { getTransaction: `"${SIGNATURE}"`, getBlock: '9', blockSubscribe: '"all"' }[method];
    const config = '{"encoding":"base58","maxSupportedTransactionVersion":1,"commitment":"processed"}';
    return base58Row(method, `[${first},${config}]`, BELOW_CONFIRMED);
  }),
  base58Row(
    'blockSubscribe',
    '[{"mentionsAccountOrProgram":"x"},{"encoding":"base58","maxSupportedTransactionVersion":1}]',
    errorText(-32602, 'Invalid Request: Invalid mentions_account_or_program provided'),
  ),
];

async function answerOf({ ledger, method, params }: Row, version: NodeVersionName): Promise<string> {
  const spec = { blocks: [{ slot: 5 }], ...ledger, protocol: protocolFor(version, 'genesis') };
  if (/ubscribe$/.test(method)) return testHub(testLedger(spec)).connect().call(method, params);
  return callText(testNode(spec), method, params, 'agave');
}

describe.each(ROWS)('$field: $method $params', (row) => {
  it('is answered as each version does', async () => {
    for (const version of NODE_VERSION_NAMES) {
      const answer = isAtLeast(version, row.since) ? row.after : row.before;
      const expected = answer.replace('RELEASE', NODE_VERSIONS[version].release);
      expect(`${version} ${await answerOf(row, version)}`).toBe(`${version} ${expected}`);
    }
  });
});

it('the contract dialect has no base58 that a version refuses', async () => {
  const node = testNode({ blocks: [{ slot: 5 }], protocol: protocolFor('4.4', 'genesis') });
  const config = '{"encoding":"base58","maxSupportedTransactionVersion":1,"minContextSlot":99}';
  expect(await callText(node, 'getTransaction', `["${SIGNATURE}",${config}]`, 'contract')).toBe('null');
  expect(await callText(node, 'getBlock', `[9,${config}]`, 'contract')).toBe('null');
});

const payerRows = NODE_VERSION_NAMES.map((version) => [version, isAtLeast(version, '4.5')] as const);

describe.each(payerRows)('a transaction sent to Agave %s', (version, isNew) => {
  const node = sendNode({ protocol: protocolFor(version, 'genesis'), accounts: [] });
  const bob = namedAddress('bob');
  const accountKeys = [keyOf('alice'), bob, SYSTEM_PROGRAM, bob];
  const twice = encodeTransaction(transferOf('legacy', { accountKeys, recentBlockhash: HASH }));

  it('missingPayer: whose payer does not exist', async () => {
    const bytes = legacyBytes(HASH, [transfer(1)]);
    const err = isNew ? 'InvalidAccountForFee' : 'AccountNotFound';
    const text = isNew
      ? 'This account may not be used to pay transaction fees'
      : 'Attempt to debit an account but found no record of a prior credit.';
    expect(partOf(await node.simulate(bytes), 'value', 'err')).toBe(`"${err}"`);
    const sent = await node.send(bytes);
    expect(partOf(sent, 'message')).toBe(`"Transaction simulation failed: ${text}"`);
    expect(partOf(sent, 'data', 'err')).toBe(`"${err}"`);
  });

  it('refusesRepeatedKeys: that names an account twice', async () => {
    const refused = errorText(-32602, 'invalid transaction: Account loaded twice');
    const simulated = await node.simulate(twice);
    if (isNew) expect(simulated).toBe(refused);
    else expect(partOf(simulated, 'value', 'err')).toBe('"AccountLoadedTwice"');
    const sent = await node.send(twice, '"skipPreflight":true');
    if (isNew) expect(sent).toBe(refused);
    else expect(sent).toMatch(/^"\w{80,}"$/);
  });
});

it('hearsNoVotes: allWithVotes is all, and the same subscription', async () => {
  const idsOf = async (version: NodeVersionName) => {
    const state = testLedger({ blocks: [{ slot: 5 }], protocol: protocolFor(version, 'genesis') });
    const connection = testHub(state).connect();
    const subscribe = (filter: string) => connection.call('logsSubscribe', `["${filter}"]`);
    return [await subscribe('all'), await subscribe('allWithVotes')];
  };
  expect(await idsOf('4.4')).toEqual(['0', '1']);
  expect(await idsOf('4.5')).toEqual(['0', '0']);
});

describe('hasTower: Agave 4.5', () => {
  const load = (members: string) => loadTexts({ 'a.ledger.json': `{${members}"slots": [{"slot": 7}]}` });

  it.each(['', '"gates": "localnet", ', '"cluster": "localnet", ', '"gates": "genesis", '])(
    'decides by Alpenglow with %s',
    async (members) => {
      expect((await load(`"agave": "4.5", ${members}`)).state.protocol.alpenglowFrom).toBe(0n);
    },
  );

  it('refuses Tower where the ledger names both', async () => {
    const text = '{"agave": "4.5", "consensus": "tower", "slots": [{"slot": 7}]}';
    expect(await problemsOfTexts({ 'a.ledger.json': text })).toEqual([
      'a.ledger.json:1:31: /consensus: Agave 4.5 has no Tower: it decides by Alpenglow',
    ]);
  });

  it('serves a ledger that names Tower for another version as one of Alpenglow, and says so', async () => {
    const node = await createNode({ ledger: ledger({ consensus: 'tower' }).block(7), agave: '4.5', dialect: 'agave' });
    expect((await node.getTips()).consensus).toBe('alpenglow');
    await expect(createNode({ ledger: ledger().block(7), agave: '4.5', consensus: 'tower' })).rejects.toThrow(
      '--consensus tower (option consensus) is refused: Agave 4.5 has no Tower: it decides by Alpenglow',
    );
  });
});
