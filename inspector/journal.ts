import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { AnswerTo } from './answerTypes.ts';
import { ask, fork } from './client.ts';
import { calls as newCalls, resets } from './live.ts';

export type JournalCall = AnswerTo<'stillnode_calls'>['calls'][number];
export type LoggedMove = AnswerTo<'stillnode_moves'>[number];

/** The calls of the journal, oldest first. */
export const calls = signal<readonly JournalCall[]>([]);
/** the ledger of `calls`, and how often it had been reset */
let loadedFrom = '';
const MAX_CALLS = 10_000;

/** Keeps `calls` up to date on a screen that shows them. */
export function useCalls(): void {
  useEffect(() => void loadCalls(), [newCalls.value, resets.value, fork.value]);
}

/** Loads the calls since the last one. */
async function loadCalls(): Promise<void> {
  const from = `${resets.value} ${fork.value ?? ''}`;
  if (loadedFrom !== from) calls.value = [];
  loadedFrom = from;
  const since = calls.value.at(-1)?.id ?? 0;
  const answer = await ask('stillnode_calls', [{ since }]).catch(() => undefined);
  const more = answer?.calls ?? [];
  if (more.length > 0 && (calls.value.at(-1)?.id ?? 0) === since)
    calls.value = [...calls.value, ...more].slice(-MAX_CALLS);
}
