import { describe, expect, it } from 'vitest';
import { badParams, errorText } from '../../support/answers.ts';
import { countCases, NO_PARAMS_CASES, SLOT_TUPLE_CASES } from '../../support/paramCases.ts';
import { testHub } from '../../support/subscriptions.ts';
import { testLedger } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

const STATE = testLedger({ blocks: [{ slot: 1 }] });
const ADDRESS = `"${namedAddress('anyone')}"`;
const SIGNATURE = `"${namedSignature('any')}"`;

const refused = (fault: string) => errorText(-32602, `Invalid Request: ${fault}`);
const PUBKEY = refused('Invalid pubkey provided');
const notString = badParams('invalid type: integer `5`, expected a string');
const filters = (list: string) => `[${ADDRESS},{"filters":${list}}]`;
const memcmp = (bytes: string) => `{"memcmp":{"offset":0,"bytes":"${bytes}"}}`;
const FIVE = `[${Array(5).fill('{"dataSize":1}').join(',')}]`;

async function answer(method: string, params: string): Promise<string> {
  return testHub(STATE).connect().call(method, params);
}

const bareConfig = (struct: string) => badParams(`invalid type: string "base64", expected struct ${struct}`);

describe.each(['slotSubscribe', 'slotsUpdatesSubscribe', 'rootSubscribe', 'voteSubscribe'])('%s refuses', (method) => {
  it.each(NO_PARAMS_CASES)('%s', async (params, error) => {
    expect(await answer(method, params)).toBe(error);
  });
});

describe.each([
  ['accountSubscribe', ADDRESS],
  ['programSubscribe', ADDRESS],
  ['logsSubscribe', '"all"'],
  ['blockSubscribe', '"all"'],
  ['signatureSubscribe', SIGNATURE],
])('%s refuses', (method, argument) => {
  it.each(countCases(1, 2, argument))('%s', async (params, error) => {
    expect(await answer(method, params)).toBe(error);
  });
});

describe.each([
  ['accountSubscribe', `[5]`, notString],
  ['accountSubscribe', `["x"]`, PUBKEY],
  ['accountSubscribe', `["0OIl"]`, PUBKEY],
  ['accountSubscribe', `[${ADDRESS},"base64"]`, bareConfig('RpcAccountInfoConfig')],
  // everything is decoded before the address is looked at
  [
    'accountSubscribe',
    `["x",{"encoding":"base32"}]`,
    badParams('unknown variant `base32`, expected one of `binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`'),
  ],
  ['programSubscribe', `[5]`, notString],
  ['programSubscribe', `["x"]`, PUBKEY],
  ['programSubscribe', `[${ADDRESS},"base64"]`, bareConfig('RpcProgramAccountsConfig')],
  ['programSubscribe', filters(FIVE), errorText(-32602, 'Invalid params: Too many filters provided; max 4')],
  [
    'programSubscribe',
    `["x",{"filters":${FIVE}}]`,
    errorText(-32602, 'Invalid params: Too many filters provided; max 4'),
  ],
  [
    'programSubscribe',
    filters(`[${memcmp('1'.repeat(129))}]`),
    errorText(-32602, 'Invalid params: Invalid param: DataTooLarge'),
  ],
  ['programSubscribe', `[${ADDRESS},{"filters":{}}]`, badParams('invalid type: map, expected a sequence')],
  ['logsSubscribe', `["foo"]`, badParams('unknown variant `foo`, expected one of `all`, `allWithVotes`, `mentions`')],
  ['logsSubscribe', `["mentions"]`, badParams('invalid type: unit variant, expected newtype variant')],
  ['logsSubscribe', `[{}]`, badParams('invalid value: map, expected map with a single key')],
  ['logsSubscribe', `[{"all":null,"mentions":[]}]`, badParams('invalid value: map, expected map with a single key')],
  ['logsSubscribe', `[null]`, badParams('invalid type: null, expected string or map')],
  ['logsSubscribe', `[{"mentions":"x"}]`, badParams('invalid type: string "x", expected a sequence')],
  ['logsSubscribe', `[{"all":1}]`, badParams('invalid type: integer `1`, expected unit')],
  ['logsSubscribe', `[{"mentions":[]}]`, refused('Only 1 address supported')],
  ['logsSubscribe', `[{"mentions":[${ADDRESS},${ADDRESS}]}]`, refused('Only 1 address supported')],
  ['logsSubscribe', `[{"mentions":["x"]}]`, refused('Invalid mentions provided')],
  ['logsSubscribe', `[{"mentions":["x"]},"base64"]`, bareConfig('RpcTransactionLogsConfig')],
  ['signatureSubscribe', `[5]`, notString],
  ['signatureSubscribe', `["x"]`, refused('Invalid signature provided')],
  ['signatureSubscribe', `[${ADDRESS}]`, refused('Invalid signature provided')],
  ['signatureSubscribe', `[${SIGNATURE},"base64"]`, bareConfig('RpcSignatureSubscribeConfig')],
  [
    'signatureSubscribe',
    `["x",{"enableReceivedNotification":1}]`,
    badParams('invalid type: integer `1`, expected a boolean'),
  ],
])('%s', (method, params, error) => {
  it(`refuses ${params}`, async () => {
    expect(await answer(method, params)).toBe(error);
  });
});

const ID_CASES = SLOT_TUPLE_CASES;
describe.each([
  'slotUnsubscribe',
  'slotsUpdatesUnsubscribe',
  'rootUnsubscribe',
  'accountUnsubscribe',
  'programUnsubscribe',
  'logsUnsubscribe',
  'blockUnsubscribe',
  'signatureUnsubscribe',
  'voteUnsubscribe',
])('%s refuses', (method) => {
  it.each(ID_CASES)('%s', async (params, error) => {
    expect(await answer(method, params)).toBe(error);
  });
});

describe('what is accepted:', () => {
  it.each([
    ['slotSubscribe', 'null'],
    ['accountSubscribe', `[${ADDRESS},null]`],
    ['accountSubscribe', `[${ADDRESS},{"commitment":"recent","minContextSlot":99,"x":1}]`],
    ['programSubscribe', `[${ADDRESS},{"sortResults":true,"withContext":true}]`],
    ['logsSubscribe', '[{"all":null}]'],
    ['logsSubscribe', `[{"mentions":[${ADDRESS}]},{"commitment":"max"}]`],
    ['signatureSubscribe', `[${SIGNATURE},{"enableReceivedNotification":null}]`],
  ])('%s %s', async (method, params) => {
    expect(await answer(method, params)).toBe('0');
  });
});

describe('no method of a socket is', () => {
  it.each([
    'getSlot',
    'getBalance',
    'rpc.discover',
    'ping',
    'slot',
    'voteSubscribe',
    'fooSubscribe',
    'stillnode_advance',
  ])('%s', async (method) => {
    expect(await answer(method, '[]')).toBe(errorText(-32601, 'Method not found'));
  });

  it('voteUnsubscribe, whatever its id', async () => {
    expect(await answer('voteUnsubscribe', '[0]')).toBe(errorText(-32601, 'Method not found'));
  });
});
