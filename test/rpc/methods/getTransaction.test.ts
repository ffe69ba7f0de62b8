import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import {
  BELOW_CONFIRMED,
  BOTH_DIALECTS,
  badParam,
  badParams,
  errorText,
  partOf,
  tooManyParams,
  unsupportedVersion,
} from '../../support/answers.ts';
import { BLOCK_TIME_BASE, callText, testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';
import { transferMetaText, transferText } from '../../support/transferTexts.ts';

/** 10 (its parent is gone), 11, 12, the dropped fork 13, 14 above 12; finalized 12, confirmed 14, processed 15. */
const NODE = testNode({
  blocks: [
    { slot: 9, transactions: [{ name: 'purged' }] },
    { slot: 10, transactions: [{ name: 'orphaned' }] },
    { slot: 11, transactions: [{ name: 'a' }, { name: 'b', numSigners: 2, numReadonlyUnsigned: 0 }] },
    {
      slot: 12,
      blockTime: null,
      transactions: [{ name: 'timeless' }, { name: 'v0', version: 0 }, { name: 'v1', version: 1 }],
    },
    { slot: 13, transactions: [{ name: 'dropped' }, { name: 'on both forks' }] },
    { slot: 14, parentSlot: 12, transactions: [{ name: 'confirmed' }, { name: 'on both forks' }] },
    { slot: 15, transactions: [{ name: 'processed' }] },
  ],
  firstAvailable: 10,
  finalized: 12,
  confirmed: 14,
  processed: 15,
});

const ask = (params: string, dialect: DialectName) => callText(NODE, 'getTransaction', params, dialect);
const askFor = (name: string, dialect: DialectName, config = '{}') =>
  ask(`["${namedSignature(name)}",${config}]`, dialect);

const SIGNATURE = namedSignature('a');
const WRONG_SIZE = badParam('WrongSize');

describe.each(BOTH_DIALECTS)('getTransaction params (%s)', (dialect) => {
  it.each([
    ['null', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['[]', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['{}', errorText(-32602, '`params` should be an array')],
    [`["${SIGNATURE}",{},null]`, tooManyParams(2, 3)],
    ['[null]', badParams('invalid type: null, expected a string')],
    ['[5]', badParams('invalid type: integer `5`, expected a string')],
    [`[["${SIGNATURE}"]]`, badParams('invalid type: sequence, expected a string')],
    ['[""]', WRONG_SIZE],
    [`["${'1'.repeat(89)}"]`, WRONG_SIZE],
    [`["${'1'.repeat(65)}"]`, WRONG_SIZE],
    [`["${'1'.repeat(63)}"]`, WRONG_SIZE],
    [`["${namedAddress('an address')}"]`, WRONG_SIZE],
    [`["${'l'.repeat(89)}"]`, WRONG_SIZE],
    ['["0"]', badParam('Invalid')],
    [`["${SIGNATURE.slice(0, -1)}l"]`, badParam('Invalid')],
    [`[" ${SIGNATURE.slice(1)}"]`, badParam('Invalid')],
    ['["é"]', badParam('Invalid')],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params, dialect)).toBe(error);
  });

  it.each(['{"encoding":"foo"}', '{"maxSupportedTransactionVersion":256}', '5', '[]', '"foo"', '{"encoding":1}'])(
    'a configuration of %s gives the one message of the node',
    async (config) => {
      const error = badParams('data did not match any variant of untagged enum RpcEncodingConfigWrapper');
      expect(await ask(`["${SIGNATURE}",${config}]`, dialect)).toBe(error);
      // decoding comes before the signature is looked at
      expect(await ask(`["0",${config}]`, dialect)).toBe(error);
    },
  );

  it('refuses commitment processed, after the signature', async () => {
    expect(await ask(`["${SIGNATURE}",{"commitment":"processed"}]`, dialect)).toBe(BELOW_CONFIRMED);
    expect(await ask('["0",{"commitment":"processed"}]', dialect)).toBe(badParam('Invalid'));
  });

  it.each([
    'null',
    '{"encoding":null,"commitment":null,"maxSupportedTransactionVersion":null}',
    '{"encoding":"json"}',
    '{"commitment":"bogus","minContextSlot":1000000,"transactionDetails":"none","rewards":false}',
  ])('a configuration of %s asks for the default', async (config) => {
    expect(await askFor('a', dialect, config)).toBe(await ask(`["${SIGNATURE}"]`, dialect));
  });
});

describe('getTransaction bare encoding', () => {
  it('is agave only', async () => {
    expect(await askFor('a', 'agave', '"base64"')).toBe(await askFor('a', 'agave', '{"encoding":"base64"}'));
    expect(await askFor('a', 'contract', '"base64"')).toBe(
      badParams('data did not match any variant of untagged enum RpcEncodingConfigWrapper'),
    );
  });
});

describe.each(BOTH_DIALECTS)('getTransaction null (%s)', (dialect) => {
  it.each([
    ['unknown', 'nobody'],
    ['known by its second signature alone', 'b/1'],
    ['processed only', 'processed'],
    ['on a dropped fork', 'dropped'],
    ['in a cleaned-up slot', 'purged'],
  ])('a transaction that is %s', async (_what, name) => {
    expect(await askFor(name, dialect, '{"commitment":"confirmed"}')).toBe('null');
    expect(await askFor(name, dialect, '{"commitment":"finalized"}')).toBe('null');
  });

  it('a confirmed one where finalized is asked', async () => {
    expect(await askFor('confirmed', dialect, '{"commitment":"finalized"}')).toBe('null');
    expect(partOf(await askFor('confirmed', dialect, '{"commitment":"confirmed"}'), 'slot')).toBe('14');
  });

  it('not where a fork that is not dropped carries it as well', async () => {
    expect(partOf(await askFor('on both forks', dialect, '{"commitment":"confirmed"}'), 'slot')).toBe('14');
  });
});

describe('getTransaction commitment', () => {
  it('defaults to confirmed in the contract, to finalized in agave', async () => {
    expect(partOf(await askFor('confirmed', 'contract'), 'slot')).toBe('14');
    expect(await askFor('confirmed', 'agave')).toBe('null');
  });

  it('the block whose parent is gone is part of the history in the contract only', async () => {
    expect(partOf(await askFor('orphaned', 'contract'), 'slot')).toBe('10');
    expect(await askFor('orphaned', 'agave')).toBe('null');
  });
});

describe.each(BOTH_DIALECTS)('getTransaction version gate (%s)', (dialect) => {
  it.each([
    ['v0', '{}', 0],
    ['v1', '{}', 1],
    ['v1', '{"maxSupportedTransactionVersion":0}', 1],
  ])('%s with %s is refused', async (name, config, version) => {
    expect(await askFor(name, dialect, config)).toBe(unsupportedVersion(version));
  });

  it.each([
    ['a', 0, '"legacy"'],
    ['a', 255, '"legacy"'],
    ['v0', 0, '0'],
    ['v1', 1, '1'],
    ['v0', 255, '0'],
  ])('%s with a maximum of %d has version %s', async (name, max, version) => {
    expect(partOf(await askFor(name, dialect, `{"maxSupportedTransactionVersion":${max}}`), 'version')).toBe(version);
  });
});

describe('getTransaction answers', () => {
  it('contract: exactly what it names', async () => {
    expect(await askFor('a', 'contract')).toBe(
      `{"blockTime":${BLOCK_TIME_BASE + 11},"meta":${transferMetaText({ dialect: 'contract' })},"slot":11,` +
        `"transaction":${transferText('a', 'contract')}}`,
    );
  });

  it('contract: with a maximum version there are loaded addresses and a version', async () => {
    const meta = transferMetaText({ dialect: 'contract', loadedAddresses: true });
    expect(await askFor('a', 'contract', '{"maxSupportedTransactionVersion":0}')).toBe(
      `{"blockTime":${BLOCK_TIME_BASE + 11},"meta":${meta},"slot":11,` +
        `"transaction":${transferText('a', 'contract')},"version":"legacy"}`,
    );
  });

  it('agave: everything, in the order of the node', async () => {
    const start = `{"blockTime":${BLOCK_TIME_BASE + 11},"meta":${transferMetaText({ dialect: 'agave' })},"slot":11,`;
    const middle = `"transaction":${transferText('a', 'agave')},"transactionIndex":0`;
    expect(await askFor('a', 'agave')).toBe(`${start}${middle}}`);
    expect(await askFor('a', 'agave', '{"maxSupportedTransactionVersion":0}')).toBe(
      `${start}${middle},"version":"legacy"}`,
    );
  });

  it('agave: the index counts all transactions of the block', async () => {
    expect(partOf(await askFor('b', 'agave'), 'transactionIndex')).toBe('1');
  });

  it.each(BOTH_DIALECTS)('%s: an unknown block time is null', async (dialect) => {
    expect(partOf(await askFor('timeless', dialect), 'blockTime')).toBe('null');
  });

  it('rewards are shown whatever the request says of them', async () => {
    expect(partOf(await askFor('a', 'agave', '{"rewards":false}'), 'meta', 'rewards')).toBe('[]');
  });
});
