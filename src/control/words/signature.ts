import type { LedgerState } from '../../ledger/state.ts';
import type { Signature } from '../../model/address.ts';

/** The signature of a transaction that has a name in a script, or why there is none. */
export function signatureIn({ names }: LedgerState, name: string, copy: number): Signature | RangeError {
  const copies = names.signatures.get(name) ?? [];
  const signature = copies[copy];
  if (signature !== undefined) return signature;
  if (copies.length > 0)
    return new RangeError(`there are ${copies.length} transactions "${name}", and none at ${copy}`);
  return new RangeError(`no transaction of a scripted ledger has the name "${name}"`);
}
