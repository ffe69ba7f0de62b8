import { signal } from '@preact/signals';
import { ask, fork } from './client.ts';
import { type Json, listOf, memberOf } from './json.ts';

export interface JournalCall {
  readonly id: number;
  readonly method: string;
  readonly params: Json;
  readonly outcome: 'result' | 'error' | 'fault';
  readonly code?: number;
  readonly isNull?: boolean;
  readonly durationMs: number;
  readonly slot?: number | bigint;
  readonly timeMs?: number;
  readonly client?: string;
  readonly transport: string;
}

/** The calls of the journal, oldest first. */
export const calls = signal<readonly JournalCall[]>([]);
/** the ledger of `calls`; null: none is loaded */
let loadedFork: string | undefined | null = null;
const MAX_CALLS = 10_000;

/** Loads the calls since the last one. */
export async function loadCalls(): Promise<void> {
  if (loadedFork !== fork.value) calls.value = [];
  loadedFork = fork.value;
  const since = calls.value.at(-1)?.id ?? 0;
  const answer = await ask('stillnode_calls', [{ since }]).catch(() => undefined);
  const more = listOf(memberOf(answer, 'calls')) as unknown as readonly JournalCall[];
  if (answer !== undefined && more.length > 0 && (calls.value.at(-1)?.id ?? 0) === since)
    calls.value = [...calls.value, ...more].slice(-MAX_CALLS);
}
