import { type JsonText, stringifyJson } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import type { LedgerTransaction } from '../model/block.ts';
import { statusText } from '../rpcJson/metaShapes.ts';
import { memoOf } from './recordedMemo.ts';

export type ConfirmationStatus = 'processed' | 'confirmed' | 'finalized';

/** An element of getSignatureStatuses. `confirmations` is null once finalized. */
export function encodeSignatureStatus(
  { err, slot }: LedgerTransaction,
  confirmations: number | null,
  status: ConfirmationStatus,
  dialect: Dialect,
): JsonText {
  return `{"confirmationStatus":"${shownStatus(status, dialect)}","confirmations":${confirmations},"err":${stringifyJson(err)},"slot":${slot},"status":${statusText(err)}}`;
}

/** An element of getSignaturesForAddress. */
export function encodeSignatureInfo(
  transaction: LedgerTransaction,
  status: ConfirmationStatus,
  dialect: Dialect,
): JsonText {
  const { blockTimeSeconds, err, index, signature, slot } = transaction;
  const indexMember = dialect.unnamedFields === 'shown' && index !== undefined ? `,"transactionIndex":${index}` : '';
  return `{"blockTime":${blockTimeSeconds},"confirmationStatus":"${shownStatus(status, dialect)}","err":${stringifyJson(err)},"memo":${stringifyJson(memoOf(transaction))},"signature":"${signature}","slot":${slot}${indexMember}}`;
}

function shownStatus(status: ConfirmationStatus, dialect: Dialect): ConfirmationStatus {
  return dialect.confirmationStatus === 'alwaysFinalized' ? 'finalized' : status;
}
