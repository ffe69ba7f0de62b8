import { effect, signal, untracked } from '@preact/signals';
import type { AnswerTo } from './answerTypes.ts';
import { ask, fork } from './client.ts';
import { moves, resets } from './live.ts';
import { type Slot, slotsOf } from './slots.ts';

/**
 * The slots of the ledger, in pages. A page below the finalized tip does not change.
 * @module
 */

/** The slots of a page. */
const PAGE = 5000;

/** The newest answer of `stillnode_timeline`. */
export const newest = signal<AnswerTo<'stillnode_timeline'> | undefined>(undefined);
/** A counter that grows when slots have been loaded. */
export const loaded = signal(0);

const pages = new Map<number, readonly Slot[]>();
const requestedPages = new Set<number>();

export function tipOf(name: 'processed' | 'confirmed' | 'finalized'): number {
  return Number(newest.value?.tips[name] ?? 0);
}

export const firstSlot = () => Number(newest.value?.first ?? 0);
export const lastSlot = () => Math.max(Number(newest.value?.last ?? 0), tipOf('processed'));

export function startHistory(): void {
  effect(() => {
    void [fork.value, resets.value];
    pages.clear();
    requestedPages.clear();
  });
  effect(() => {
    void [fork.value, moves.value, resets.value];
    requestedPages.clear();
    // without a dependency on the control key
    untracked(() => ask('stillnode_timeline')).then(
      (timeline) => {
        const before = finalizedIn(newest.peek());
        newest.value = timeline;
        // the finalized tip may have gone back
        forgetOpenPages(Math.min(before, finalizedIn(timeline)));
        loaded.value++;
      },
      () => undefined,
    );
  });
}

function finalizedIn(timeline: AnswerTo<'stillnode_timeline'> | undefined): number {
  return Number(timeline?.tips.finalized ?? 0);
}

/** Forgets the pages that are not below the finalized tip. */
function forgetOpenPages(finalized: number): void {
  for (const page of pages.keys()) if ((page + 1) * PAGE > finalized) pages.delete(page);
  requestedPages.clear();
}

/** The slots of a range that are loaded; missing ones are requested. */
export function slotsIn(from: number, to: number): readonly Slot[] {
  const inNewest = slotsOf(newest.value);
  const start = inNewest[0]?.slot ?? Number.POSITIVE_INFINITY;
  const older: Slot[] = [];
  for (let page = Math.floor(from / PAGE); page * PAGE < Math.min(start, to + 1); page++) {
    const slots = pages.get(page);
    if (slots === undefined) load(page);
    for (const slot of slots ?? []) if (slot.slot >= from && slot.slot <= to && slot.slot < start) older.push(slot);
  }
  return [...older, ...inNewest.filter(({ slot }) => slot >= from && slot <= to)];
}

function load(page: number): void {
  if (requestedPages.has(page)) return;
  requestedPages.add(page);
  ask('stillnode_timeline', [{ from: page * PAGE, to: (page + 1) * PAGE - 1 }]).then(
    (timeline) => {
      pages.set(page, slotsOf(timeline));
      loaded.value++;
    },
    () => undefined,
  );
}
