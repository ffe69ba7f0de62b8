import { queryObjects } from 'node:v8';
import { expect, it } from 'vitest';
import { compileScript } from '../../../src/script/compiling/compile.ts';
import type { ScriptSink } from '../../../src/script/compiling/sink.ts';
import { read } from '../format/scripts.ts';

/** Blocks are handed over one by one: however long a history is, the script holds on to none of it. */

const TRANSACTIONS = 20_000;
const PER_BLOCK = 40;
const LEDGER = `
accounts:
  $alice: {sol: 1000}
slots:
  - from: 1
    to: 999
    every: 2
    transactions:
      - transfer: {from: $alice, to: $bob, sol: 0.001}
        repeat: 30
      - instructions: [{memo: hi}, {transfer: {from: $alice, to: $carol, sol: 0.002}}]
        repeat: ${PER_BLOCK - 30}
`;

/** Marks transactions, so that those which are still in memory can be counted. */
class Handed {}

/** Counts what it is given, and from time to time what has not gone yet. */
class CountingSink implements ScriptSink {
  readonly slots: bigint[] = [];
  readonly alive: number[] = [];
  transactions = 0;
  readonly lamports = new Map<string, bigint>();

  block({ slot, transactions = [] }: Parameters<ScriptSink['block']>[0]): void {
    this.slots.push(slot);
    this.transactions += transactions.length;
    for (const transaction of transactions) Object.setPrototypeOf(transaction, Handed.prototype);
    if (this.slots.length % 250 === 0) this.alive.push(queryObjects(Handed, { format: 'count' }));
  }

  account({ address, lamports }: Parameters<ScriptSink['account']>[0]): void {
    this.lamports.set(address, lamports);
  }
}

it(`keeps one block of ${TRANSACTIONS} transactions in memory`, () => {
  const { script, problems } = read(LEDGER, true);
  expect(problems).toEqual([]);
  const sink = new CountingSink();
  compileScript(script, sink);
  expect(sink.transactions).toBe(TRANSACTIONS);
  expect(sink.slots).toEqual(Array.from({ length: TRANSACTIONS / PER_BLOCK }, (_, i) => BigInt(1 + 2 * i)));
  expect(sink.alive).toHaveLength(2);
  expect(Math.max(...sink.alive)).toBeLessThanOrEqual(PER_BLOCK);
});
