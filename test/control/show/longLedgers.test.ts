import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/codec/jsonText.ts';
import { parseJson } from '../../../src/codec/parseJson.ts';
import { showContextOf } from '../../../src/control/show/context.ts';
import { ledgerContent } from '../../../src/control/show/ledgerContent.ts';
import { showJson } from '../../../src/control/show/showJson.ts';
import { loadSources } from '../../../src/fixtures/loadLedger.ts';
import { type BlockTransactions, createNode, type LedgerNode, ledger, sol } from '../../../src/index.ts';
import { EmptySeries } from '../../../src/ledger/history/emptyRuns.ts';
import { noFates } from '../../../src/rpc/sending/fates.ts';
import { contextOfScript } from '../../support/shownLedger.ts';

/** What a ledger that has run for long costs to show: the size of answers and the number of blocks that are made, no times. */

const SCRIPT = ledger()
  .wallet('alice', sol(5))
  .block(10, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'));

interface Shown {
  readonly slots: readonly JsonObject[];
  readonly transactions: readonly JsonObject[];
  readonly summary: JsonObject;
  readonly leftOut: JsonObject;
}

async function shown(node: LedgerNode, ...words: readonly JsonValue[]): Promise<Shown> {
  return parseJson(await node.requestText('stillnode_show', words)) as unknown as Shown;
}

/** The members that tell slots apart. */
function rangesOf(slots: readonly JsonObject[]) {
  return slots.map(({ lastSlot, slot, status, tips }) => [slot, lastSlot, status, tips]);
}

describe('a million empty blocks', () => {
  it('are one entry, with the members of the first block', async () => {
    const node = await createNode({ ledger: SCRIPT });
    await node.advance(1_000_000);
    const made = vi.spyOn(EmptySeries.prototype, 'block');
    onTestFinished(() => made.mockRestore());
    const text = await node.requestText('stillnode_show', []);
    expect(made.mock.calls.length).toBeLessThan(10);
    expect(text.length).toBeLessThan(5000);
    const { slots, summary } = parseJson(text) as { slots: readonly JsonObject[]; summary: JsonObject };
    expect(summary).toMatchObject({ blocks: 1_000_001, skipped: 0, dropped: 0 });
    expect(rangesOf(slots)).toEqual([
      [10, 10, 'finalized', []],
      [11, 1_000_010, 'finalized', ['processed', 'confirmed', 'finalized']],
    ]);
    const first = parseJson(await node.requestText('stillnode_show', ['11'])) as JsonObject;
    expect(slots[1]).toMatchObject({ blockHeight: 11, parentSlot: 10, transactionCount: 0 });
    expect(slots[1]!.blockhash).toBe(first.blockhash);
  });

  it('have an entry for each status', async () => {
    const node = await createNode({ ledger: SCRIPT, consensus: 'tower' });
    await node.advance(1_000_000);
    await node.setTips({ finalized: 100, confirmed: 500_000 });
    expect(rangesOf((await shown(node)).slots).slice(1)).toEqual([
      [11, 100, 'finalized', ['finalized']],
      [101, 500_000, 'confirmed', ['confirmed']],
      [500_001, 1_000_010, 'processed', ['processed']],
    ]);
    await node.reorg(950_001);
    const { slots, summary } = await shown(node);
    expect(summary).toMatchObject({ dropped: 50_010, skipped: 0 });
    expect(rangesOf(slots).slice(3)).toEqual([
      [500_001, 950_000, 'processed', ['processed']],
      [950_001, 1_000_010, 'dropped', []],
    ]);
  });
});

it('a run of empty blocks is one item', async () => {
  const { state } = await loadSources([
    { name: 'ledger.json', text: '{"processed": 300, "finalized": 200}' },
    { name: 'empty.json', text: '{"empty": {"from": 10, "to": 300}}' },
  ]);
  const { slots } = await ledgerContent(await showContextOf(state));
  expect(slots).toHaveLength(2);
  expect(slots).toMatchObject([
    { slot: 10n, lastSlot: 200n, status: 'finalized', tips: ['confirmed', 'finalized'], transactionCount: 0 },
    { slot: 201n, lastSlot: 300n, status: 'processed', tips: ['processed'], transactionCount: 0 },
  ]);
});

it('empty blocks of a script in a row are one item, unless a slot or a block of another kind is between them', async () => {
  const context = await contextOfScript(
    `accounts: {$alice: {sol: 1}}
slots: [{slot: 10}, {slot: 11}, {slot: 12}, {slot: 14}, {slot: 15}, {slot: 16, transactions: [{payer: $alice, instructions: [{memo: hi}]}]}, {slot: 17}, {slot: 18}]`,
    '{"cluster": "localnet"}',
  );
  const { slots } = await ledgerContent(context);
  expect(slots.map(({ lastSlot, slot, status }) => [slot, lastSlot, status])).toEqual([
    [10n, 12n, 'finalized'],
    [13n, 13n, 'skipped'],
    [14n, 15n, 'finalized'],
    [16n, 16n, 'finalized'],
    [17n, 18n, 'finalized'],
  ]);
});

describe('stillnode_show', () => {
  const MANY = ledger()
    .wallet('alice', sol(5))
    .block(10, (b) => {
      let filled: BlockTransactions = b.transfer('alice', 'bob', sol(0.001)).named('t0');
      for (let i = 1; i < 1200; i++) filled = filled.transfer('alice', 'bob', sol(0.001)).named(`t${i}`);
      return filled;
    });

  it('has 1,000 items of each list, the newest transactions, and counts the others', async () => {
    const node = await createNode({ ledger: MANY });
    const whole = await shown(node);
    expect(whole.leftOut).toEqual({
      accounts: 0,
      described: 0,
      names: 0,
      signatures: 200,
      slots: 0,
      transactions: 200,
    });
    expect(whole.summary).toMatchObject({ transactions: 1200 });
    const names = (transactions: readonly JsonObject[]) => transactions.map(({ name }) => name);
    const newest = Array.from({ length: 1000 }, (_, i) => `t${i + 200}`);
    expect(names(whole.transactions)).toEqual(newest);
    const account = await shown(node, '$alice');
    expect(account.leftOut).toEqual({ described: 0, states: 0, transactions: 200 });
    expect(names(account.transactions)).toEqual(newest);
    const slot = await shown(node, 10);
    expect(slot.leftOut).toEqual({ accounts: 0, described: 0, rewards: 0, transactions: 200 });
    expect(names(slot.transactions)).toEqual(newest);
  });

  it('lets other work have its turn after every few items', async () => {
    const script =
      'slots:\n  - slot: 10\n    transactions:\n      - {repeat: 1200, instructions: [{memo: tick}], payer: $alice}\n';
    const { state } = await contextOfScript(`accounts: {$alice: {sol: 1}}\n${script}`, '{"processed": 10}');
    let turns = 0;
    const turn = async () => {
      turns++;
    };
    await showJson(state, undefined, { fates: noFates(state), maxItems: 1000, script: false, summaries: false, turn });
    // 1,200 transactions are counted, and listed
    expect(turns).toBeGreaterThanOrEqual(48);
    expect(turns).toBeLessThan(100);
  });
});
