import type { SendOutcome } from '../model/sendRule.ts';
import type { DecidedOutcome } from '../runtime/transactions/transaction.ts';

/** What a rule makes of a transaction that is executed: in its block, or before it, when failures that come late are not there yet. */
export function decidedOutcome(outcome: SendOutcome, when: 'before' | 'inBlock'): DecidedOutcome {
  switch (outcome.kind) {
    case 'succeed':
      return { ...outcome, kind: 'succeeded' };
    case 'fail':
      if (outcome.isLate && when === 'before') return UNKNOWN_DECIDED;
      return {
        kind: 'failed',
        err: outcome.err,
        ...(outcome.logs && { logs: outcome.logs }),
        ...(outcome.units !== undefined && { units: outcome.units }),
      };
    case 'feesOnly':
      return { kind: 'feesOnly', err: outcome.err };
    case 'drop':
    case 'refuse':
    case 'rpcError':
      return UNKNOWN_DECIDED;
    default:
      return { kind: 'succeeded' };
  }
}

/** What comes of the transaction is decided without what its programs would do. */
const UNKNOWN_DECIDED: DecidedOutcome = { kind: 'succeeded', standsFor: 'unknown' };
