import { rpcErrors } from '../errors.ts';
import type { LedgerTransaction } from '../model/block.ts';

/**
 * Refuses a transaction of a version that the request does not allow.
 *
 * @param max highest version the client takes; undefined: legacy only
 * Source   agave 4.1 transaction-status `validate_version`
 */
export function gateVersion({ version }: LedgerTransaction, max: number | undefined): void {
  if (version !== 'legacy' && (max === undefined || version > max))
    throw rpcErrors.unsupportedTransactionVersion(version);
}
