import { signal } from '@preact/signals';
import { ask, fork } from './client.ts';
import type { JournalCall } from './journal.ts';

/**
 * The reasons of answers, for the rows of calls that can be seen.
 * @module
 */

const reasonByKey = signal<ReadonlyMap<string, string>>(new Map());
const requestedKeys = new Set<string>();

const FAULT = 'a rule of the test decided';

/** The key of a call: its id is unique in its ledger. */
const keyOf = (id: number) => `${fork.value ?? ''}/${id}`;

/** The reasons of an answer in one line; empty: it needs none, or they are not loaded yet. */
export function reasonOf({ id, outcome }: JournalCall): string {
  return outcome === 'fault' ? FAULT : (reasonByKey.value.get(keyOf(id)) ?? '');
}

export async function loadReasons(calls: readonly JournalCall[]): Promise<void> {
  const missing = calls.filter(({ id, outcome }) => outcome !== 'fault' && !requestedKeys.has(keyOf(id)));
  if (missing.length === 0) return;
  const loaded = await Promise.all(
    missing.map(async ({ id }): Promise<[string, string]> => {
      const key = keyOf(id);
      requestedKeys.add(key);
      const answer = await ask('stillnode_calls', [{ id }]).catch(() => undefined);
      return [key, (answer?.calls[0]?.why ?? []).join('; ')];
    }),
  );
  reasonByKey.value = new Map([...reasonByKey.value, ...loaded]);
}
