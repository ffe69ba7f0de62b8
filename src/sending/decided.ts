import type { SendOutcome } from '../model/sendRule.ts';
import type { DecidedOutcome } from '../runtime/transactions/transaction.ts';

/** What a rule makes of a transaction that is executed: in its block, or before it, when failures that come late are not there yet. */
export function decidedOutcome(outcome: SendOutcome, when: 'before' | 'inBlock'): DecidedOutcome {
  switch (outcome.kind) {
    case 'succeed':
      return { kind: 'succeeded', ...(outcome.additions && { additions: outcome.additions }) };
    case 'fail':
      if (outcome.isLate && when === 'before') return { kind: 'succeeded' };
      return {
        kind: 'failed',
        err: outcome.err,
        ...(outcome.logs && { logs: outcome.logs }),
        ...(outcome.units !== undefined && { units: outcome.units }),
      };
    case 'feesOnly':
      return { kind: 'feesOnly', err: outcome.err };
    default:
      return { kind: 'succeeded' };
  }
}
