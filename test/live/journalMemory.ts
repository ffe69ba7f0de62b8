import { Journal } from '../../src/live/journal.ts';
import { usedMemory } from '../support/memory.ts';

/** Writes how many bytes the log of calls takes of its process. */

export interface JournalMemory {
  /** a log of 10,000 calls, after 20,000 */
  readonly after20000: {
    /** bytes that 100,000 calls more take */
    readonly more: number;
    /** bytes that are free when the log is cleared */
    readonly kept: number;
    readonly lastId: number;
  };
  /** a log of calls whose texts are pieces of longer requests */
  readonly cutOut: { readonly bytes: number; readonly calls: number };
}

function addTo(log: Journal, method: string, params: string): void {
  const call = {
    method,
    params,
    outcome: 'result',
    code: undefined,
    durationMs: 1,
    client: undefined,
    transport: 'process',
  } as const;
  log.add(call, call.params, call);
}

async function after20000(): Promise<JournalMemory['after20000']> {
  const log = new Journal(10_000);
  const addCalls = (count: number) => {
    for (let i = 0; i < count; i++) addTo(log, 'getSignatureStatuses', `["${i}${'a'.repeat(1800)}"]`);
  };
  addCalls(20_000);
  const before = await usedMemory();
  addCalls(100_000);
  const lastId = log.calls.at(-1)!.id;
  const more = (await usedMemory()) - before;
  log.clear();
  return { more, kept: before - (await usedMemory()), lastId };
}

async function cutOut(): Promise<JournalMemory['cutOut']> {
  const log = new Journal(1000);
  const before = await usedMemory();
  for (let i = 0; i < 1000; i++) {
    const body = JSON.stringify({
      padding: 'a'.repeat(40_000),
      method: 'getSignatureStatuses',
      params: `number ${i} of them`,
    });
    const piece = (text: string) => body.slice(body.indexOf(text), body.indexOf(text) + text.length);
    addTo(log, piece('getSignatureStatuses'), piece(`number ${i} of them`));
  }
  const bytes = (await usedMemory()) - before;
  return { bytes, calls: log.calls.length };
}

const found: JournalMemory = { after20000: await after20000(), cutOut: await cutOut() };
process.stdout.write(JSON.stringify(found));
