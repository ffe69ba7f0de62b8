import type { JsonValue } from '../../codec/jsonText.ts';
import { SIGNATURE } from '../openrpc/schemas.ts';
import type { OptionalType } from '../params/paramType.ts';
import { paramType } from '../params/paramType.ts';
import { type SendConfig, sendConfig, sentTransactionParams } from '../params/sendConfig.ts';
import { errorJson, moveBySend, outcomeJson, processSend } from './accept.ts';
import { sendMethod } from './sendMethod.ts';
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
  result: 'the first signature',
  schema: SIGNATURE,
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

  async answer({ config, transaction }, { execute, live, onSent }) {
    const { assumed, error, impersonated, rule } = await moveBySend(live, (now) =>
      processSend(now, transaction, config, execute),
    );
    const sent = {
      transaction,
      options: config.options,
      rule: rule?.id ?? null,
      outcome: outcomeJson({ error, rule }),
      assumed,
      impersonated,
    };
    const record = { ...sent, error: error && errorJson(error) };
    live.sent.add(record);
    onSent?.(record);
    if (error !== undefined) throw error;
    if (assumed.length > 0) warnOfAssumed(assumed);
    return `"${transaction.signatures[0]}"`;
  },
});
