import { describe, expect, it } from 'vitest';
import { createNode } from '../../src/index.ts';
import { transactionsOf } from '../support/contents.ts';
import {
  block,
  type Files,
  jsonTransaction,
  load,
  parsedTransaction,
  problemsOf,
  SIGNATURE,
  signedWith,
  transaction,
  WIRE,
  warningsOf,
} from './samples.ts';

const LATER = { slot: 7, transactionIndex: 0, transaction: [signedWith(WIRE.legacy, 8), 'base64'] };

async function slotsOf(files: Files): Promise<bigint[]> {
  return transactionsOf((await load(files)).state).map(({ slot }) => slot);
}

function assumed(file: string, slot: number, reason = 'the one after all others'): string {
  return `${file}: this transaction has no slot: assumed to be ${slot}, ${reason} (record it with getTransaction, or add the member slot)`;
}

describe('a transaction that was recorded without its slot', () => {
  it.each<[string, Files, slots: bigint[], warnings: string[]]>([
    ['alone', { 'a.json': transaction({ slot: undefined }) }, [1n], [assumed('a.json:1:1', 1)]],
    ['with null', { 'a.json': transaction({ slot: null }) }, [1n], [assumed('a.json:1:1', 1)]],
    [
      'as a member of meta and transaction alone',
      { 'a.json': { meta: null, transaction: jsonTransaction() } },
      [1n],
      [assumed('a.json:1:1', 1)],
    ],
    [
      'in the form jsonParsed',
      { 'a.json': { meta: null, transaction: parsedTransaction() } },
      [1n],
      [assumed('a.json:1:1', 1)],
    ],
    [
      'with another one, which is read later',
      { 'a.json': transaction({ slot: undefined }), 'b.json': transaction(LATER) },
      [7n, 8n],
      [assumed('a.json:1:1', 8)],
    ],
    [
      'with its index, which says nothing then',
      { 'a.json': [transaction({ slot: undefined, transactionIndex: 0 }), transaction(LATER)] },
      [7n, 8n],
      [assumed('a.json:1:2: /0', 8)],
    ],
    [
      'with the context of an answer',
      { 'a.json': transaction({ slot: undefined }), 'b.json': { context: { slot: 12 }, value: [] } },
      [13n],
      [assumed('a.json:1:1', 13)],
    ],
    [
      'with tips',
      { 'a.json': transaction({ slot: undefined }), 'ledger.json': { processed: 20, finalized: 15 } },
      [15n],
      [assumed('a.json:1:1', 15, 'the lowest tip of ledger.json')],
    ],
    ['but with a block that has it', { 'a.json': transaction({ slot: undefined }), '5.json': block() }, [5n], []],
    [
      'but with another recording that has it',
      { 'a.json': [transaction({ slot: undefined }), transaction()] },
      [5n],
      [],
    ],
  ])('%s', async (_name, files, slots, warnings) => {
    expect(await slotsOf(files)).toEqual(slots);
    expect(await warningsOf(files)).toEqual(warnings);
  });

  it('is answered with the slot that was assumed', async () => {
    const { state } = await load({ 'a.json': transaction({ slot: undefined }) });
    expect(transactionsOf(state)[0]).toMatchObject({ signature: SIGNATURE, slot: 1n, blockTimeSeconds: 1700000000n });
    expect(Object.values(state.chains).map(({ tip }) => tip)).toEqual([1n, 1n, 1n]);
  });

  it('is refused where it contradicts the one that has a slot, with both places', async () => {
    const other = transaction({ slot: undefined, blockTime: 1 });
    expect(await problemsOf({ 'a.json': other, '5.json': block() })).toEqual([
      `a.json:1:1: transaction ${SIGNATURE} is recorded differently in the block of slot 5; the other is at 5.json:1:209`,
    ]);
  });

  it('is as wrong as another one', async () => {
    expect(await problemsOf({ 'a.json': transaction({ slot: '7' }) })).toEqual([
      'a.json:1:316: /slot: expected an integer from 0 to 18446744073709551615 (u64), found "7" (write the number without quotes)',
    ]);
  });

  it('is put into the finalized tip of a ledger that is served', async () => {
    const node = await createNode({ ledger: { slots: [{ slot: 9 }] } });
    expect(await node.load(transaction({ slot: undefined }))).toEqual({
      accounts: 0,
      blocks: 0,
      transactions: 1,
      warnings: [
        'this transaction has no slot: assumed to be 9, the finalized tip of the ledger (record it with getTransaction, or add the member slot)',
      ],
    });
    expect(await node.request('getSignatureStatuses', [[SIGNATURE]])).toMatchObject({ value: [{ slot: 9 }] });
  });
});
