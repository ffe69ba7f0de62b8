import { describe, expect, it } from 'vitest';
import { type ExpectedSend, keypair, type LedgerNode } from '../../src/index.ts';
import { MAX_SENT_RECORDS } from '../../src/live/sentLog.ts';
import { reasonOf } from '../support/clients.ts';
import { controlText, invalidText } from '../support/control.ts';
import { marketNode, placeOrder, sendAs } from '../support/marketNode.ts';
import { sendNode, signed } from '../support/sends.ts';
import { transfer } from '../support/sentTransactions.ts';
import { testNode } from '../support/testNode.ts';
import { transferOf } from '../support/web3Sender.ts';

/** stillnode_verify of what was sent: an order, a transfer, and an order that is refused. */

async function sentNode(): Promise<LedgerNode> {
  const node = await marketNode();
  await sendAs(node, [await placeOrder(node, { price: 10 }).instruction()]);
  await sendAs(node, [transferOf('alice', 'bob', 1_000_000_000)]);
  await node.onSend({ match: { nth: 1 }, then: { fail: { error: 'market.OrderClosed' } } });
  await reasonOf(
    sendAs(node, [await placeOrder(node, { price: 11, side: { limit: { price: 1, postOnly: true } } }).instruction()]),
  );
  return node;
}

const ORDER = 'market.placeOrder';
/** An address that the ledger does not know. */
const OTHER = keypair('other').address;
/** Without the arguments of orders, which are long. */
async function linesOf(expected: ExpectedSend): Promise<readonly string[]> {
  const error = await reasonOf((await sentNode()).verify(expected));
  return (error as Error).message.split('\n').map((line) => line.replace(/(place_order) \{.*\}$/, '$1 {…}'));
}

describe('stillnode_verify of transactions', () => {
  it.each<[expected: ExpectedSend, count: number]>([
    [{ sent: {} }, 3],
    [{ sent: { instruction: ORDER }, times: 2 }, 2],
    [{ sent: { instruction: ORDER, args: { price: 10 } } }, 1],
    [{ sent: { instruction: ORDER, args: { side: 'Limit' } }, times: 1 }, 1],
    [{ sent: { feePayer: 'alice', program: 'market' } }, 2],
    [{ sent: { instruction: 'system transfer' } }, 1],
    [{ sent: { instruction: ORDER, nth: 2 } }, 1],
    [{ sent: { instruction: ORDER, nth: 3 }, times: 0 }, 0],
    [{ sent: { instruction: 'market.cancelOrder' }, times: 0 }, 0],
  ])('%j: how many fit', async (expected, count) => {
    expect(await (await sentNode()).verify(expected)).toBe(count);
  });

  const ORDERS = [
    '  transaction 1: market.place_order {…}',
    '  transaction 3 (refused: -32002): market.place_order {…}',
  ] as const;

  it.each<[expected: ExpectedSend, lines: readonly string[]]>([
    [
      { sent: { instruction: ORDER, args: { price: 11, side: 'Buy' } } },
      [
        'expected at least 1 sent transaction with {"args":{"price":11,"side":"Buy"},"instruction":"market.placeOrder"}, found 0',
        ORDERS[1],
        '    args.side is {"Limit":{"post_only":true,"price":1}}, expected "Buy"',
        ORDERS[0],
        '    args.price is "10", expected "11"',
        '  transaction 2: system transfer',
        '    no instruction is market.place_order',
      ],
    ],
    [
      { sent: { feePayer: 'bob', memo: 'hi', account: 'market' } },
      [
        'expected at least 1 sent transaction with {"account":"$market","feePayer":"$bob","memo":"hi"}, found 0',
        ORDERS[1],
        '    feePayer is $alice, expected $bob',
        '    no memo contains "hi"',
        ORDERS[0],
        '    feePayer is $alice, expected $bob',
        '    no memo contains "hi"',
        '  transaction 2: system transfer',
        '    it does not name the account $market',
        '    feePayer is $alice, expected $bob',
        '    no memo contains "hi"',
      ],
    ],
    [
      { sent: { instruction: 'spl-memo', program: keypair('other') }, times: 2 },
      [
        `expected 2 sent transactions with {"instruction":"spl-memo","program":"${OTHER}"}, found 0`,
        ORDERS[1],
        `    no instruction calls ${OTHER}`,
        '    no instruction is spl-memo',
        '  transaction 2: system transfer',
        `    no instruction calls ${OTHER}`,
        '    no instruction is spl-memo',
        ORDERS[0],
        `    no instruction calls ${OTHER}`,
        '    no instruction is spl-memo',
      ],
    ],
    [
      { sent: { program: 'market' }, times: 1 },
      ['expected 1 sent transaction with {"program":"$market"}, found 2', ...ORDERS],
    ],
    [
      { sent: { program: 'market', nth: 3 } },
      ['expected at least 1 sent transaction with {"nth":3,"program":"$market"}, found 0', ...ORDERS],
    ],
  ])('%j: what was sent, and where it differs', async (expected, lines) => {
    expect(await linesOf(expected)).toEqual(lines);
  });

  it('of a ledger that nothing was sent to says so', async () => {
    const node = await marketNode();
    const error = await reasonOf(node.verify({ sent: {} }));
    expect((error as Error).message).toBe('expected at least 1 sent transaction, found 0\nno transaction was sent');
  });

  it.each([
    ['{"sent":null}', 'expected.sent: expected an object, found null'],
    [
      '{"sent":{"feePayer":"$alcie"}}',
      "expected.sent.feePayer: the ledger knows no account `$alcie` (keypair('alcie').address is that of a new name)",
    ],
    ['{"sent":{"nht":1}}', 'expected.sent.nht: unknown member (did you mean "nth"?)'],
    ['{"sent":{},"tims":1}', 'expected.tims: unknown member (did you mean "times"?)'],
    [
      '{"sent":{},"method":"getSlot"}',
      'expected.method: `method` cannot be given beside `sent` (expect calls and transactions one by one)',
    ],
  ])('refuses %s', async (expected, message) => {
    expect(await controlText(testNode({}), 'verify', `[${expected}]`)).toBe(invalidText(message));
  });
});

describe('of a log that has forgotten transactions', () => {
  /** More than the log keeps: all are one memo, but for the newest. */
  const forgetful = async () => {
    const sends = sendNode();
    await sends.rule({ kind: 'drop' });
    await sends.send(signed([transfer(5)]));
    const [record] = sends.live.sent.records;
    for (let i = 1; i < 2 * MAX_SENT_RECORDS - 1; i++) sends.live.sent.add(record!);
    await sends.send(signed([transfer(6)]));
    return sends.node;
  };
  const OLDER = '10000 older sent transactions are forgotten: the newest 10000 are kept';

  it('a number fails with that sentence, and one of them suffices', async () => {
    const node = await forgetful();
    const transfers = { instruction: 'system transfer' };
    for (const expected of [
      { sent: transfers, times: 10_000 },
      { sent: { instruction: 'spl-memo' }, times: 0 },
      { sent: { ...transfers, nth: 1 } },
    ])
      await expect(node.verify(expected)).rejects.toThrow(OLDER);
    expect(await node.verify({ sent: transfers })).toBe(10_000);
  });

  it('a wait takes ids, and cannot count what is forgotten', async () => {
    const node = await forgetful();
    expect(await node.waitForSend({}, { since: 19_999 })).toMatchObject({ id: 20_000 });
    expect(await node.waitForSend({ nth: 2 }, { since: 10_000 })).toMatchObject({ id: 10_002 });
    await expect(node.waitForSend({ nth: 2 }, { since: 9_999 })).rejects.toThrow(OLDER);
    await expect(node.waitForSend({ memo: 'x' }, { timeoutMs: 0 })).rejects.toThrow(OLDER);
  });
});
