import { alpenglowRefusal } from '../protocol.ts';
import type { LedgerState } from '../state.ts';
import { MoveError } from './moveError.ts';

/**
 * The cluster decides by Alpenglow from a slot on.
 *
 * @param slot default: the next one
 * @throws MoveError invalid: the version has no Alpenglow, or a slot is set already; outOfRange: the slot has passed
 */
export function migrateToAlpenglow(state: LedgerState, slot = state.chains.processed.tip + 1n): LedgerState {
  const { protocol } = state;
  const refusal = alpenglowRefusal(protocol.version);
  if (refusal !== undefined) throw new MoveError('invalid', refusal);
  if (protocol.alpenglowFrom !== undefined)
    throw new MoveError('invalid', `this ledger decides by Alpenglow from slot ${protocol.alpenglowFrom} on already`);
  const { tip } = state.chains.processed;
  if (slot <= tip)
    throw new MoveError('outOfRange', `slot ${slot} has passed: the processed tip is slot ${tip}, give a later one`);
  return { ...state, protocol: { ...protocol, alpenglowFrom: slot } };
}
