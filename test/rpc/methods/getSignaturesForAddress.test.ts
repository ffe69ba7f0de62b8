import { describe, expect, it } from 'vitest';
import type { JsonText } from '../../../src/codec/jsonText.ts';
import type { DialectName } from '../../../src/dialect.ts';
import { address, MEMO_V1_PROGRAM, SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import {
  BELOW_CONFIRMED,
  BOTH_DIALECTS,
  badParam,
  badParams,
  errorText,
  partOf,
  tooManyParams,
  tooOld,
} from '../../support/answers.ts';
import { BLOCK_TIME_BASE, type BlockSpec, callText, testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature, PAYER, RECIPIENT, type TransactionSpec } from '../../support/transactions.ts';

const OTHER = namedAddress('other');
const elsewhere = (name: string): TransactionSpec => ({ name, accountKeys: [OTHER, RECIPIENT, SYSTEM_PROGRAM] });

/** 10 to 12 finalized, 13 dropped, 14 and 15 confirmed, 16 processed only. Capital letters do not name the payer. */
const NODE = testNode({
  blocks: [
    { slot: 10, transactions: [{ name: 'a' }, elsewhere('B'), { name: 'c' }] },
    { slot: 11, blockTime: null, transactions: [elsewhere('D')] },
    {
      slot: 12,
      transactions: [{ name: 'e', meta: { err: { InstructionError: [0, 'InvalidArgument'] } } }, { name: 'f' }],
    },
    { slot: 13, transactions: [{ name: 'dropped' }] },
    { slot: 14, parentSlot: 12, transactions: [{ name: 'g' }, elsewhere('H'), { name: 'i' }] },
    { slot: 15, transactions: [{ name: 'j' }] },
    { slot: 16, transactions: [{ name: 'processed' }] },
  ],
  finalized: 12,
  confirmed: 15,
  processed: 16,
});

const ask = (params: string, dialect: DialectName) => callText(NODE, 'getSignaturesForAddress', params, dialect);

/** Signatures of an answer by the names of the transactions. */
function namesIn(text: JsonText): string {
  const names = 'a B c D e f dropped g H i j processed'.split(' ');
  const list = JSON.parse(text) as { signature: string }[];
  return list.map(({ signature }) => names.find((name) => namedSignature(name) === signature)).join(' ');
}

interface Cut {
  readonly limit?: number;
  readonly before?: string;
  readonly until?: string;
  readonly commitment?: string;
}

function cutParams({ before, until, ...cut }: Cut): string {
  const signature = (name: string | undefined) => (name === undefined ? undefined : namedSignature(name));
  return JSON.stringify([PAYER, { ...cut, before: signature(before), until: signature(until) }]);
}

const found = async (cut: Cut, dialect: DialectName): Promise<string> =>
  namesIn(await ask(cutParams({ commitment: 'confirmed', ...cut }), dialect));

describe.each(BOTH_DIALECTS)('getSignaturesForAddress params (%s)', (dialect) => {
  it.each([
    ['[]', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['null', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['{}', errorText(-32602, '`params` should be an array')],
    [`["${PAYER}",{},{}]`, tooManyParams(2, 3)],
    ['[null]', badParams('invalid type: null, expected a string')],
    ['[[]]', badParams('invalid type: sequence, expected a string')],
    ['["0"]', badParam('Invalid')],
    ['[""]', badParam('WrongSize')],
    [`["${namedSignature('a')}"]`, badParam('WrongSize')],
    [
      `["${PAYER}","confirmed"]`,
      badParams('invalid type: string "confirmed", expected struct RpcSignaturesForAddressConfig'),
    ],
    [`["${PAYER}",[]]`, badParams('invalid type: sequence, expected struct RpcSignaturesForAddressConfig')],
    [`["${PAYER}",7]`, badParams('invalid type: integer `7`, expected struct RpcSignaturesForAddressConfig')],
    [`["${PAYER}",{"limit":"10"}]`, badParams('invalid type: string "10", expected usize')],
    [`["${PAYER}",{"limit":-1}]`, badParams('invalid value: integer `-1`, expected usize')],
    [`["${PAYER}",{"limit":1.0}]`, badParams('invalid type: floating point `1.0`, expected usize')],
    [`["${PAYER}",{"before":5}]`, badParams('invalid type: integer `5`, expected a string')],
    [`["${PAYER}",{"until":[]}]`, badParams('invalid type: sequence, expected a string')],
    [`["${PAYER}",{"minContextSlot":true}]`, badParams('invalid type: boolean `true`, expected u64')],
    // members decode in alphabetical order
    [
      `["${PAYER}",{"until":1,"minContextSlot":2.5,"limit":true,"before":false}]`,
      badParams('invalid type: boolean `false`, expected a string'),
    ],
    [
      `["${PAYER}",{"until":1,"minContextSlot":2.5,"limit":true}]`,
      badParams('invalid type: boolean `true`, expected usize'),
    ],
    [`["${PAYER}",{"until":1,"minContextSlot":2.5}]`, badParams('invalid type: floating point `2.5`, expected u64')],
    [`["${PAYER}",{"before":"0"}]`, badParam('Invalid')],
    [`["${PAYER}",{"until":"1"}]`, badParam('WrongSize')],
    // the order of checks: address, before, until, limit, commitment, minContextSlot
    ['["1",{"before":"0","limit":0}]', badParam('WrongSize')],
    [`["${PAYER}",{"before":"1","until":"0","limit":0}]`, badParam('WrongSize')],
    [`["${PAYER}",{"until":"0","limit":0,"commitment":"processed"}]`, badParam('Invalid')],
    [`["${PAYER}",{"limit":0,"commitment":"processed"}]`, errorText(-32602, 'Invalid limit; max 1000')],
    [`["${PAYER}",{"commitment":"processed","minContextSlot":99}]`, BELOW_CONFIRMED],
    [`["${PAYER}",{"minContextSlot":99,"before":"${namedSignature('nobody')}","commitment":"finalized"}]`, tooOld(12)],
    [`["${PAYER}",{"minContextSlot":16,"commitment":"confirmed"}]`, tooOld(15)],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params, dialect)).toBe(error);
  });

  it.each(['0', '1001', '18446744073709551615'])('a limit of %s is refused', async (limit) => {
    expect(await ask(`["${PAYER}",{"limit":${limit}}]`, dialect)).toBe(errorText(-32602, 'Invalid limit; max 1000'));
  });

  it.each([
    'null',
    '{}',
    '{"limit":null,"before":null,"until":null,"commitment":null,"minContextSlot":null}',
    '{"limit":1000}',
    '{"limit":1}',
    '{"minContextSlot":12}',
    '{"commitment":"bogus","unheardOf":1}',
  ])('takes a configuration of %s', async (config) => {
    const all = await ask(`["${PAYER}"]`, dialect);
    const wanted = config === '{"limit":1}' ? `[${partOf(all, 0)}]` : all;
    expect(await ask(`["${PAYER}",${config}]`, dialect)).toBe(wanted);
  });
});

describe('getSignaturesForAddress limit', () => {
  const transactions = (slot: number) =>
    Array.from({ length: 300 }, (_, i): TransactionSpec => ({ name: `${slot}/${i}` }));
  const node = testNode({
    blocks: [1, 2, 3, 4].map((slot): BlockSpec => ({ slot, transactions: transactions(slot) })),
  });

  it.each(BOTH_DIALECTS)('%s: 1000 by default, and at most', async (dialect) => {
    const text = await callText(node, 'getSignaturesForAddress', `["${PAYER}"]`, dialect);
    expect(await callText(node, 'getSignaturesForAddress', `["${PAYER}",{"limit":1000}]`, dialect)).toBe(text);
    const signatures = (JSON.parse(text) as { signature: string }[]).map(({ signature }) => signature);
    const newestFirst = [4, 3, 2, 1]
      .flatMap((slot) => transactions(slot).reverse())
      .map(({ name }) => namedSignature(name));
    expect(signatures).toEqual(newestFirst.slice(0, 1000));
  });
});

describe.each(BOTH_DIALECTS)('getSignaturesForAddress range (%s)', (dialect) => {
  it.each([
    ['everything', {}, 'j i g f e c a'],
    ['a limit', { limit: 3 }, 'j i g'],
    ['before, exclusive', { before: 'g' }, 'f e c a'],
    ['before, in the middle of a block', { before: 'i' }, 'g f e c a'],
    ['before, not naming the address', { before: 'H' }, 'g f e c a'],
    ['before, alone in its block and not naming the address', { before: 'D' }, 'c a'],
    ['before the oldest', { before: 'a' }, ''],
    ['until, exclusive', { until: 'f' }, 'j i g'],
    ['until, not naming the address', { until: 'H' }, 'j i'],
    ['until, not naming the address, older', { until: 'B' }, 'j i g f e c'],
    ['until the newest', { until: 'j' }, ''],
    ['before and until', { before: 'i', until: 'c' }, 'g f e'],
    ['before and until with a limit', { before: 'i', until: 'a', limit: 2 }, 'g f'],
    ['neighbours', { before: 'f', until: 'e' }, ''],
    ['the same twice', { before: 'f', until: 'f' }, ''],
    ['until after before in one block', { before: 'g', until: 'i' }, ''],
    ['until in a newer slot than before: what precedes before in its own slot', { before: 'i', until: 'j' }, 'g'],
    ['until in a newer slot than the first of its block', { before: 'g', until: 'j' }, ''],
    ['finalized', { commitment: 'finalized' }, 'f e c a'],
    ['finalized before the newest of them', { commitment: 'finalized', before: 'f' }, 'e c a'],
  ] as const)('%s', async (_what, cut, names) => {
    expect(await found(cut, dialect)).toBe(names);
  });
});

describe('getSignaturesForAddress with an unknown cursor', () => {
  const UNKNOWN = ['nobody', 'dropped', 'processed'];

  it.each(UNKNOWN)('agave refuses before: %s', async (name) => {
    expect(await ask(cutParams({ commitment: 'confirmed', before: name }), 'agave')).toBe(
      errorText(-32020, `Transaction ${namedSignature(name)} not found`),
    );
  });

  it.each(UNKNOWN)('agave refuses until: %s, even when the limit is reached before', async (name) => {
    expect(await ask(cutParams({ commitment: 'confirmed', until: name, limit: 1 }), 'agave')).toBe(
      errorText(-32020, `Transaction ${namedSignature(name)} not found`),
    );
  });

  it('agave: a cursor above the tip that is asked is not known yet', async () => {
    expect(await ask(cutParams({ commitment: 'finalized', before: 'g' }), 'agave')).toBe(
      errorText(-32020, `Transaction ${namedSignature('g')} not found`),
    );
  });

  it('agave reports before ahead of until', async () => {
    expect(await ask(cutParams({ before: 'x', until: 'y' }), 'agave')).toBe(
      errorText(-32020, `Transaction ${namedSignature('x')} not found`),
    );
  });

  it.each(UNKNOWN)('contract: nothing lies before %s, and it stops nothing', async (name) => {
    expect(await ask(cutParams({ before: name }), 'contract')).toBe('[]');
    expect(await found({ until: name }, 'contract')).toBe('j i g f e c a');
    expect(await ask(cutParams({ before: name, until: 'a' }), 'contract')).toBe('[]');
  });
});

describe('getSignaturesForAddress commitment', () => {
  it('defaults to confirmed in the contract, to finalized in agave', async () => {
    expect(namesIn(await ask(`["${PAYER}"]`, 'contract'))).toBe('j i g f e c a');
    expect(namesIn(await ask(`["${PAYER}"]`, 'agave'))).toBe('f e c a');
  });

  it.each([
    ['contract', '"finalized"', '"finalized"'],
    ['agave', '"confirmed"', '"finalized"'],
  ] as const)('%s: status of a confirmed and of a finalized entry', async (dialect, confirmed, finalized) => {
    const text = await ask(cutParams({ commitment: 'confirmed' }), dialect);
    expect(partOf(text, 0, 'confirmationStatus')).toBe(confirmed);
    expect(partOf(text, 3, 'confirmationStatus')).toBe(finalized);
  });
});

describe('getSignaturesForAddress answers', () => {
  const body = (name: string, slot: number, err: string) =>
    `{"blockTime":${BLOCK_TIME_BASE + slot},"confirmationStatus":"finalized","err":${err},"memo":null,"signature":"${namedSignature(name)}","slot":${slot}`;
  const ERR = '{"InstructionError":[0,"InvalidArgument"]}';

  it('contract: exactly the fields it names', async () => {
    expect(await ask(cutParams({ commitment: 'finalized', limit: 2 }), 'contract')).toBe(
      `[${body('f', 12, 'null')}},${body('e', 12, ERR)}}]`,
    );
  });

  it('agave: with the place in the block', async () => {
    expect(await ask(cutParams({ commitment: 'finalized', limit: 2 }), 'agave')).toBe(
      `[${body('f', 12, 'null')},"transactionIndex":1},${body('e', 12, ERR)},"transactionIndex":0}]`,
    );
  });

  it.each(BOTH_DIALECTS)('%s: an unknown block time is null', async (dialect) => {
    const text = await ask(JSON.stringify([OTHER, { commitment: 'finalized' }]), dialect);
    expect(partOf(text, 0, 'blockTime')).toBe('null');
  });

  it.each(BOTH_DIALECTS)('%s: an unknown address has an empty list', async (dialect) => {
    expect(await ask(`["${namedAddress('nobody')}"]`, dialect)).toBe('[]');
  });
});

describe.each(BOTH_DIALECTS)('getSignaturesForAddress matches (%s)', (dialect) => {
  const WRITTEN = namedAddress('loaded writable');
  const READ = namedAddress('loaded readonly');
  const TABLE = namedAddress('table');
  const node = testNode({
    blocks: [
      {
        slot: 5,
        transactions: [
          {
            name: 'v0',
            version: 0,
            lookups: [{ accountKey: TABLE, writableIndexes: Uint8Array.of(0), readonlyIndexes: Uint8Array.of(1) }],
            meta: { loadedAddresses: { writable: [WRITTEN], readonly: [READ] } },
          },
        ],
      },
      {
        slot: 6,
        transactions: [{ name: 'twice', accountKeys: [PAYER, OTHER, OTHER, SYSTEM_PROGRAM], instructions: [] }],
      },
    ],
  });
  const slotsOf = async (of: string) => {
    const text = await callText(node, 'getSignaturesForAddress', `["${of}"]`, dialect);
    return (JSON.parse(text) as { slot: number }[]).map(({ slot }) => slot);
  };

  it.each([
    ['the fee payer', PAYER, [6, 5]],
    ['a program', SYSTEM_PROGRAM, [6, 5]],
    ['a static key', RECIPIENT, [5]],
    ['a writable key from a lookup table', WRITTEN, [5]],
    ['a readonly key from a lookup table', READ, [5]],
    ['not the lookup table itself', TABLE, []],
    ['a key that stands twice, once', OTHER, [6]],
  ])('%s', async (_what, of, slots) => {
    expect(await slotsOf(of)).toEqual(slots);
  });
});

describe.each(BOTH_DIALECTS)('getSignaturesForAddress memo (%s)', (dialect) => {
  const memoOf = async (transaction: Omit<TransactionSpec, 'name'>) => {
    const node = testNode({ blocks: [{ slot: 5, transactions: [{ name: 't', ...transaction }] }] });
    return partOf(await callText(node, 'getSignaturesForAddress', `["${PAYER}"]`, dialect), 0, 'memo');
  };
  const memoV1 = { programIdIndex: 1, accounts: new Uint8Array(), data: Buffer.from('v1') };

  it.each([
    ['none', {}, 'null'],
    ['one', { memos: ['hi'] }, '"[2] hi"'],
    ['two, length in bytes', { memos: ['hé', ''] }, '"[3] hé; [0] "'],
    ['not UTF-8', { memos: [Uint8Array.of(0xff)] }, '"[1] (unparseable)"'],
    ['of the old program', { accountKeys: [PAYER, MEMO_V1_PROGRAM], instructions: [memoV1] }, '"[2] v1"'],
    ['with what JSON escapes', { memos: ['"\n'] }, String.raw`"[2] \"\n"`],
  ])('%s', async (_what, transaction, memo) => {
    expect(await memoOf(transaction)).toBe(memo);
  });

  it('calls inside instructions do not count', async () => {
    const inner = [{ index: 0, instructions: [{ ...memoV1, programIdIndex: 3, stackHeight: 2 }] }];
    const keys = [PAYER, RECIPIENT, SYSTEM_PROGRAM, address(MEMO_V1_PROGRAM)];
    expect(await memoOf({ accountKeys: keys, numReadonlyUnsigned: 2, meta: { innerInstructions: inner } })).toBe(
      'null',
    );
  });

  it('stands in the entry of a failed transaction too', async () => {
    expect(await memoOf({ memos: ['hi'], meta: { err: 'AccountInUse' } })).toBe('"[2] hi"');
  });
});
