import { queryObjects } from 'node:v8';
import type { ScriptSink } from '../../../src/script/compiling/sink.ts';
import { compileScript } from '../../support/compileScript.ts';
import { read } from '../format/scripts.ts';

/** Compiles a script of as many transactions as the first argument says, and writes what its receiver was given and what stayed in memory. */

export interface HandedOver {
  readonly problems: readonly string[];
  readonly transactions: number;
  /** of the blocks */
  readonly slots: readonly string[];
  /** transactions in memory, half way and at the end */
  readonly alive: readonly number[];
}

const PER_BLOCK = 40;

/** A script of `blocks` blocks, one in every second slot. */
const ledgerOf = (blocks: number) => `
accounts:
  $alice: {sol: 1000}
slots:
  - from: 1
    to: ${2 * blocks - 1}
    every: 2
    transactions:
      - transfer: {from: $alice, to: $bob, sol: 0.001}
        repeat: 30
      - instructions: [{memo: hi}, {transfer: {from: $alice, to: $carol, sol: 0.002}}]
        repeat: ${PER_BLOCK - 30}
`;

/** Marks transactions, so that those which are still in memory can be counted. */
class Handed {}

/** Counts what it is given, and half way and at the end what has not gone yet. */
class CountingSink implements ScriptSink {
  readonly slots: bigint[] = [];
  readonly alive: number[] = [];
  transactions = 0;
  readonly lamports = new Map<string, bigint>();
  readonly #blocks: number;

  constructor(blocks: number) {
    this.#blocks = blocks;
  }

  block({ slot, transactions = [] }: Parameters<ScriptSink['block']>[0]): void {
    this.slots.push(slot);
    this.transactions += transactions.length;
    for (const transaction of transactions) Object.setPrototypeOf(transaction, Handed.prototype);
    if (this.slots.length % (this.#blocks / 2) === 0) this.alive.push(queryObjects(Handed, { format: 'count' }));
  }

  account({ address, lamports }: Parameters<ScriptSink['account']>[0]): void {
    this.lamports.set(address, lamports);
  }
}

function compiled(transactions: number): HandedOver {
  const blocks = transactions / PER_BLOCK;
  const { script, problems } = read(ledgerOf(blocks), true);
  const sink = new CountingSink(blocks);
  compileScript(script, sink);
  return { problems, transactions: sink.transactions, slots: sink.slots.map(String), alive: sink.alive };
}

process.stdout.write(JSON.stringify(compiled(Number(process.argv[2]))));
