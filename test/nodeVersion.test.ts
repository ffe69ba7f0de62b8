import { describe, expect, it } from 'vitest';
import {
  isAtLeast,
  NODE_VERSION_NAMES,
  NODE_VERSIONS,
  type NodeVersion,
  type NodeVersionName,
} from '../src/nodeVersion.ts';
import { badParams, errorText } from './support/answers.ts';
import { testHub } from './support/subscriptions.ts';
import { callText, type LedgerSpec, protocolFor, testLedger, testNode } from './support/testNode.ts';
import { namedSignature } from './support/transactions.ts';

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

const ROWS: readonly Row[] = [
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
  if (method.endsWith('Subscribe')) return testHub(testLedger(spec)).connect().call(method, params);
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
