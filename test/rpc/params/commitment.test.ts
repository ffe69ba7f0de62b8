import { describe, expect, test } from 'vitest';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress, namedSignature, PAYER } from '../../support/transactions.ts';

const BLOCKS = [1, 2, 3].map((slot) => ({ slot, transactions: [{ name: `tx ${slot}` }] }));
/** One block each: finalized, confirmed, processed. */
const NODE = testNode({ blocks: BLOCKS, finalized: 1, confirmed: 2, processed: 3 });
const DIALECTS = ['contract', 'agave'] as const;

const NOT_A_COMMITMENT = [
  '"bogus"',
  '"recent"',
  '"max"',
  '"root"',
  '"single"',
  '"singleGossip"',
  '"Confirmed"',
  '""',
  '5',
  '1.5',
  'true',
  'null',
  '[]',
  '["confirmed"]',
  '{}',
  '{"commitment":"confirmed"}',
  '{"confirmed":1}',
  '{"confirmed":[]}',
  '{"confirmed":{"a":null}}',
  '{"bogus":{}}',
  '{"confirmed":null,"processed":null}',
];

describe('the commitment of an account method decides on the slot it answers at', () => {
  const rows = [
    ['"processed"', 3],
    ['"confirmed"', 2],
    ['"finalized"', 1],
    ['{"processed":null}', 3],
    ['{"confirmed":null}', 2],
    ['{"confirmed":{}}', 2],
    ['{"processed":{}}', 3],
    ...NOT_A_COMMITMENT.map((value) => [value, 1] as const),
  ] as const;
  test.each(rows)('%s: slot %i', async (commitment, slot) => {
    for (const dialect of DIALECTS) {
      const accounts = await callText(NODE, 'getMultipleAccounts', `[[],{"commitment":${commitment}}]`, dialect);
      expect(JSON.parse(accounts).context.slot).toBe(slot);
      const params = `["${PAYER}",{"withContext":true,"commitment":${commitment}}]`;
      expect(JSON.parse(await callText(NODE, 'getProgramAccounts', params, dialect)).context.slot).toBe(slot);
    }
  });

  test('none: finalized', async () => {
    for (const dialect of DIALECTS) {
      const accounts = await callText(NODE, 'getMultipleAccounts', '[[]]', dialect);
      expect(JSON.parse(accounts).context.slot).toBe(1);
    }
  });

  test('getSignatureStatuses answers at the processed slot whatever is said', async () => {
    for (const commitment of ['"finalized"', '"bogus"', '5']) {
      const params = `[[],{"searchTransactionHistory":false,"commitment":${commitment},"minContextSlot":"x"}]`;
      for (const dialect of DIALECTS)
        expect(JSON.parse(await callText(NODE, 'getSignatureStatuses', params, dialect)).context.slot).toBe(3);
    }
  });
});

describe('the commitment of a history method decides on the newest slot it shows', () => {
  /** The slots up to 3 that a method shows something of. */
  async function visibleSlots(method: string, config: string, dialect: 'contract' | 'agave'): Promise<number[]> {
    const found: number[] = [];
    for (const slot of [1, 2, 3]) {
      const first = method === 'getBlock' ? `${slot}` : `"${namedSignature(`tx ${slot}`)}"`;
      const text = await callText(NODE, method, `[${first}${config}]`, dialect);
      if (text !== 'null' && !text.startsWith('{"code":-32004')) found.push(slot);
    }
    return found;
  }

  async function listedSlots(config: string, dialect: 'contract' | 'agave'): Promise<number[]> {
    const text = await callText(NODE, 'getSignaturesForAddress', `["${PAYER}"${config}]`, dialect);
    return (JSON.parse(text) as { slot: number }[]).map(({ slot }) => slot).reverse();
  }

  const rows = [
    ['confirmed', ',{"commitment":"confirmed"}', [1, 2], [1, 2]],
    ['finalized', ',{"commitment":"finalized"}', [1], [1]],
    ['finalized with an empty object', ',{"commitment":{"finalized":{}}}', [1], [1]],
    ['confirmed with an empty object', ',{"commitment":{"confirmed":{}}}', [1, 2], [1, 2]],
    ['none: the default of the dialect', '', [1, 2], [1]],
    ...NOT_A_COMMITMENT.map((value) => [`${value}: as none`, `,{"commitment":${value}}`, [1, 2], [1]] as const),
  ] as const;
  test.each(rows)('%s', async (_commitment, config, contract, agave) => {
    for (const [dialect, slots] of [
      ['contract', contract],
      ['agave', agave],
    ] as const) {
      expect(await visibleSlots('getBlock', config, dialect)).toEqual(slots);
      expect(await visibleSlots('getTransaction', config, dialect)).toEqual(slots);
      expect(await listedSlots(config, dialect)).toEqual(slots);
    }
  });

  const calls = [
    ['getBlock', '1'],
    ['getTransaction', `"${namedSignature('tx 1')}"`],
    ['getSignaturesForAddress', `"${PAYER}"`],
  ] as const;
  test.each(calls)('%s refuses processed', async (method, first) => {
    const refusal = '{"code":-32602,"message":"Method does not support commitment below `confirmed`"}';
    for (const dialect of DIALECTS)
      for (const commitment of ['"processed"', '{"processed":null}', '{"processed":{}}'])
        expect(await callText(NODE, method, `[${first},{"commitment":${commitment}}]`, dialect)).toBe(refusal);
  });

  test.each(calls)('%s refuses a bad key before that', async (method, first) => {
    if (method === 'getBlock') return expect(first).toBe('1');
    for (const dialect of DIALECTS)
      expect(await callText(NODE, method, '["!",{"commitment":"processed"}]', dialect)).toBe(
        '{"code":-32602,"message":"Invalid param: Invalid"}',
      );
  });
});

describe('minContextSlot', () => {
  const calls = [
    ['getMultipleAccounts', '[]'],
    ['getProgramAccounts', `"${namedAddress('nobody')}"`],
    ['getSignaturesForAddress', `"${namedAddress('nobody')}"`],
  ] as const;
  for (const [commitment, slot] of [
    ['confirmed', 2],
    ['finalized', 1],
  ] as const) {
    test.each(calls)(
      `%s at ${commitment}: the slot itself is enough, the next is not reached`,
      async (method, first) => {
        const at = (minimum: string) => `[${first},{"commitment":"${commitment}","minContextSlot":${minimum}}]`;
        const refusal = `{"code":-32016,"message":"Minimum context slot has not been reached","data":{"contextSlot":${slot}}}`;
        for (const dialect of DIALECTS) {
          expect(await callText(NODE, method, at(`${slot}`), dialect)).not.toContain('"code"');
          expect(await callText(NODE, method, at('0'), dialect)).not.toContain('"code"');
          expect(await callText(NODE, method, at(`${slot + 1}`), dialect)).toBe(refusal);
          expect(await callText(NODE, method, at('18446744073709551615'), dialect)).toBe(refusal);
        }
      },
    );
  }

  test('getBlock and getTransaction do not know it', async () => {
    for (const dialect of DIALECTS)
      for (const [method, first] of [
        ['getBlock', '1'],
        ['getTransaction', `"${namedSignature('tx 1')}"`],
      ] as const)
        expect(await callText(NODE, method, `[${first},{"minContextSlot":"x"}]`, dialect)).toBe(
          await callText(NODE, method, `[${first}]`, dialect),
        );
  });
});
