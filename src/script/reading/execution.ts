import type { Cursor } from '../../document/cursor.ts';
import { inFile } from '../../runtime/hints.ts';
import { EXECUTORS, type ExecutorName } from '../format/execution.ts';
import type { ExecuteWord, SlotWord, TransactionWord } from '../format/types.ts';
import { cursorOf } from './cursorOf.ts';
import { OUTCOME_MEMBERS } from './outcome.ts';

export function readExecutor(at: Cursor): ExecutorName | undefined {
  return EXECUTORS.find((name) => name === at.value) ?? at.expected('"litesvm" or "none"');
}

/** The transactions of a script, executed by what the script names unless they say so themselves. */
export function executedBy(execute: ExecuteWord | undefined, slots: readonly SlotWord[]): readonly SlotWord[] {
  if (execute === undefined) return slots;
  const executed = (word: TransactionWord) => (word.execute === undefined ? { ...word, execute } : word);
  return slots.map((slot) => {
    if (slot.kind !== 'blocks') return slot;
    const transactions = slot.transactions.map(executed);
    for (const [i, word] of transactions.entries())
      if (word !== slot.transactions[i]) refuseGiven(word, inFile('notExecuted'));
    return { ...slot, transactions };
  });
}

/**
 * Refuses what executing finds out, where it is given too.
 *
 * @param otherwise what to do in place of leaving it out
 */
export function refuseGiven({ at, execute, version }: TransactionWord, otherwise = 'leave out `execute`'): void {
  if (execute?.value !== 'litesvm') return;
  const transaction = cursorOf(at);
  for (const name of Object.keys(OUTCOME_MEMBERS)) {
    const member = transaction.member(name);
    if (member.value !== undefined)
      member.refuse(
        `\`${name}\` cannot be given of a transaction that LiteSVM executes`,
        `leave out \`${name}\`, or ${otherwise}`,
      );
  }
  if (version === 1)
    transaction
      .member('version')
      .refuse('a v1 transaction cannot be executed: no leader takes one', `leave out \`version\`, or ${otherwise}`);
}
