import type { JsonText, JsonValue } from '../../codec/jsonText.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { withNote } from '../openrpc/schema.ts';
import { SIGNATURE } from '../openrpc/schemas.ts';
import type { OptionalType } from '../params/paramType.ts';
import { paramType } from '../params/paramType.ts';
import { type SendConfig, sendConfig, sentTransactionParams } from '../params/sendConfig.ts';
import { errorJson, moveBySend, outcomeJson, processSend } from './accept.ts';
import { type SendContext, sendMethod } from './sendMethod.ts';
import { warnOfAssumed } from './unknownEffects.ts';

/** The configuration, with its JSON for the record of what was sent. */
const recordedConfig: OptionalType<SendConfig & { readonly options: JsonValue }> = {
  ...paramType(sendConfig.schema, (options, node) => ({
    ...(sendConfig.decode(options, node) as SendConfig),
    options,
  })),
  absent: { ...sendConfig.defaults!, options: null },
};

/**
 * Answers with the first signature, whatever becomes of the transaction afterwards.
 *
 * Source   agave 4.1 rpc.rs send_transaction
 */
export const sendTransaction = sendMethod({
  name: 'sendTransaction',
  summary: 'sends a transaction; it lands in the next block unless a send rule decides otherwise',
  params: sentTransactionParams(recordedConfig),
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

  answer: (request, context) => answerSend(request, context),
});

/** A transaction that is sent, with its configuration. */
export interface SendRequest {
  readonly transaction: SentTransaction;
  readonly config: SendConfig & { readonly options: JsonValue };
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
  const { assumed, error, impersonated, rule, sentAt } = await moveBySend(live, (now) =>
    processSend(now, transaction, config, execute, bundle),
  );
  const sent = {
    transaction,
    sentAt,
    options: config.options,
    rule: rule?.id ?? null,
    outcome: outcomeJson({ error, rule }),
    bundle: bundle === undefined ? undefined : { id: bundle, index: 0 },
    assumed,
    impersonated,
  };
  onSent?.(live.sent.add({ ...sent, error: error && errorJson(error) }));
  if (error !== undefined) throw error;
  warnOfAssumed(assumed, live.warnings);
  return `"${transaction.signatures[0]}"`;
}
