import type { JsonText, JsonValue } from '../../codec/jsonText.ts';
import type { Moment } from '../../live/move.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { needingAccounts } from '../asking/needingAccounts.ts';
import type { AccountNeeds } from '../asking/unknownAccounts.ts';
import { withNote } from '../openrpc/schema.ts';
import { SIGNATURE } from '../openrpc/schemas.ts';
import { recordedConfig, type SendConfig, sendConfig, sentTransactionParams } from '../params/sendConfig.ts';
import { moveBySend, processSend, recordOf, recordOfRefused, viewOfSend } from './accept.ts';
import { MAX_LANDING_AGE, MAX_PREFLIGHT_AGE } from './checks.ts';
import { type SendContext, sendMethod } from './sendMethod.ts';
import { warnOfAssumed } from './unknownEffects.ts';

/**
 * Answers with the first signature, whatever becomes of the transaction afterwards.
 *
 * Source   agave 4.1 rpc.rs send_transaction
 */
export const sendTransaction = sendMethod({
  name: 'sendTransaction',
  summary: 'sends a transaction; it lands in the next block unless a send rule decides otherwise',
  params: sentTransactionParams(recordedConfig(sendConfig)),
  result: withNote(SIGNATURE, 'the first signature'),
  errors: [
    'unsupportedEncoding',
    'encodedTransactionTooLarge',
    'invalidBase58',
    'invalidBase64',
    'transactionTooLarge',
    'undecodableTransaction',
    'minContextSlotNotReached',
    'invalidTransaction',
    'nodeUnhealthy',
    'nodeUnhealthyUnknown',
    'preflightFailure',
    'notModelled',
  ],

  accountNeeds: needsOfSend,
  rememberRefused({ config, transaction }, error, { live, onSent }) {
    const record = live.sent.add(recordOfRefused(transaction, config, error, live.version.state));
    onSent?.(record);
  },
  answer: (request, context) => answerSend(request, context),
});

/** A transaction that is sent, with its configuration. */
export interface SendRequest {
  readonly transaction: SentTransaction;
  readonly config: SendConfig & { readonly options: JsonValue };
}

/** The transaction, if it is not refused before its accounts are loaded. */
export function needsOfSend({ config, transaction }: SendRequest, { state }: Pick<Moment, 'state'>): AccountNeeds {
  const { skipPreflight } = config;
  const isUnhealthy = !skipPreflight && state.clusterFacts.slotsBehind !== undefined;
  const maxAge = skipPreflight ? MAX_LANDING_AGE : MAX_PREFLIGHT_AGE;
  const view = viewOfSend(config, state);
  return { transactions: isUnhealthy ? [] : needingAccounts([transaction], view, { maxAge, checksSignatures: true }) };
}

/**
 * Sends a transaction, and answers with its first signature.
 *
 * @param bundle id of the bundle that only it is in; it lands like any transaction
 */
export async function answerSend(
  { config, transaction }: SendRequest,
  { execute, live, onSent }: SendContext,
  bundle?: string,
): Promise<JsonText> {
  const result = await moveBySend(live, (now) => processSend(now, transaction, config, execute, bundle));
  const { assumed, error } = result;
  const sent = recordOf(result, config.options);
  const record = live.sent.add({ ...sent, bundle: bundle === undefined ? undefined : { id: bundle, index: 0 } });
  onSent?.(record);
  if (error !== undefined) throw error;
  warnOfAssumed(assumed, live.warnings);
  return `"${transaction.signatures[0]}"`;
}
