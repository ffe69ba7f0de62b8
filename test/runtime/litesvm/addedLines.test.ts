import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LedgerNode, NewSendRule } from '../../../src/index.ts';
import { LOGGING_CODE } from '../../support/compiledPrograms.ts';
import { MARKET_ADDRESS } from '../../support/marketIdl.ts';
import { logsOf, MARKET, marketNode, placeOrder, sendAs } from '../../support/marketNode.ts';
import { transferOf } from '../../support/web3Sender.ts';

/** Lines of send rules where LiteSVM executes. */

const OF_SYSTEM = 'Program 11111111111111111111111111111111 ';

/** Without a preflight, after a transfer; default: an order. */
async function logsUnder(
  node: LedgerNode,
  rule: NewSendRule,
  instruction?: TransactionInstruction,
): Promise<readonly string[]> {
  await node.onSend(rule);
  const last = instruction ?? (await placeOrder(node).instruction());
  const transaction = [transferOf('alice', 'bob', 1_000_000_000), last];
  const logs = await logsOf(node, await sendAs(node, transaction, { skipPreflight: true }));
  return logs
    .filter((line) => !line.startsWith(OF_SYSTEM))
    .map((line) => line.replace(/consumed \d+ of \d+/, 'consumed … of …').replace(/^(Program data:).*/, '$1 …'));
}

const EMITS = [{ 'market.Filled': { maker: '$bob', price: 10, side: 'Buy' } }] as const;

describe('events of a rule', () => {
  it('are written by a program that the rule stands in for', async () => {
    const node = await marketNode({ execute: 'litesvm' });
    const logs = await logsUnder(node, { match: { program: 'market' }, then: { succeed: { emits: EMITS } } });
    expect(logs).toEqual([
      `Program ${MARKET_ADDRESS} invoke [1]`,
      'Program log: Instruction: PlaceOrder',
      'Program data: …',
      `Program ${MARKET_ADDRESS} consumed … of … compute units`,
      `Program ${MARKET_ADDRESS} success`,
    ]);
  });

  it('are written last by a program that runs, which logs its instruction itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stillnode-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'market.so');
    writeFileSync(file, LOGGING_CODE);
    const node = await marketNode({ execute: 'litesvm', programs: { [MARKET_ADDRESS]: file } });
    const memo = new TransactionInstruction({ programId: MARKET, keys: [], data: Buffer.from('hi') });
    const logs = await logsUnder(node, { then: { succeed: { emits: EMITS } } }, memo);
    expect(logs).toEqual([
      `Program ${MARKET_ADDRESS} invoke [1]`,
      'Program log: Memo (len 2)',
      'Program log: hi',
      'Program data: …',
      `Program ${MARKET_ADDRESS} consumed … of … compute units`,
      `Program ${MARKET_ADDRESS} success`,
    ]);
  });
});

it('an error of a rule has its lines, and nothing is executed', async () => {
  const node = await marketNode({ execute: 'litesvm' });
  const logs = await logsUnder(node, { then: { failLate: { error: 'market.OrderClosed' } } });
  expect(logs).toEqual([
    `Program ${MARKET_ADDRESS} invoke [1]`,
    'Program log: Instruction: PlaceOrder',
    'Program log: AnchorError occurred. Error Code: OrderClosed. Error Number: 6001. Error Message: The order is closed.',
    `Program ${MARKET_ADDRESS} failed: custom program error: 0x1771`,
  ]);
});
