import type { JsonObject } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import { sentContextOf, sentJson } from '../../rpc/sending/sentJson.ts';
import type { Signature } from '../../solana/address.ts';
import type { ShowContext } from './context.ts';

/**
 * The transactions that were sent to the ledger that is shown.
 * @module
 */

/** The newest record of a transaction that was sent; undefined: it was not. */
export function sendOf(signature: Signature, { fates }: ShowContext): SentRecord | undefined {
  return fates.records.findLast(({ transaction }) => transaction.signatures[0] === signature);
}

/** A send as stillnode_sent has it. */
export function sendJson(record: SentRecord, { fates }: ShowContext): JsonObject {
  return sentJson(record, sentContextOf(fates, DIALECTS.agave));
}

/** The members of a send in stillnode_sent that are not those of its transaction. */
export function sentMembers({
  airdrop,
  assumed,
  bundle,
  error,
  fate,
  impersonated,
  options,
  outcome,
  rule,
  why,
}: JsonObject): JsonObject {
  return { airdrop, assumed, bundle, error, fate, impersonated, options, outcome, rule, why };
}

/** The transactions that were sent and are in no block, each once, oldest first. */
export function unlandedSends(context: ShowContext): readonly SentRecord[] {
  const { history } = context.state;
  const bySignature = new Map<Signature, SentRecord>();
  for (const record of context.fates.records) {
    const [signature] = record.transaction.signatures;
    if (signature === undefined || history.ordinalsOf(signature).length > 0) continue;
    // the newest record of a signature is at its place among the others
    bySignature.delete(signature);
    bySignature.set(signature, record);
  }
  return [...bySignature.values()];
}
