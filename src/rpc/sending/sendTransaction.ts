import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import type { RpcError } from '../../errors.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { readSentTransaction } from '../params/messageParams.ts';
import { readString } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { readSendConfig, type SendConfig } from '../params/sendConfig.ts';
import { decide, decideOn, outcomeJson } from './accept.ts';
import type { SendMethod } from './sendMethod.ts';
import { warnOfAssumed } from './simulation.ts';

interface Params {
  readonly transaction: SentTransaction;
  readonly config: SendConfig;
  /** the configuration as it came */
  readonly options: JsonValue;
}

/**
 * Answers with the first signature, whatever becomes of the transaction afterwards.
 *
 * Source   agave 4.1 rpc.rs send_transaction
 */
export const sendTransaction: SendMethod<Params> = {
  name: 'sendTransaction',

  describe: ({ BOOLEAN, COMMITMENT, objectOf, SIGNATURE, TEXT, U64, wordOf, withDefault }) => ({
    summary: 'sends a transaction; it lands in the next block unless a send rule decides otherwise',
    params: {
      transaction: TEXT,
      'config?': objectOf({
        'encoding?': withDefault(wordOf('base58', 'base64', 'binary'), 'base58'),
        'skipPreflight?': BOOLEAN,
        'preflightCommitment?': COMMITMENT,
        'maxRetries?': U64,
        'minContextSlot?': U64,
      }),
    },
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
  }),

  readParams(params, version) {
    const [text, configParam] = readPositional(params, 1, 2);
    const encoded = readString(text!);
    const config = readSendConfig(configParam);
    return {
      config,
      transaction: readSentTransaction(encoded, config.encoding, version),
      options: configParam ?? null,
    };
  },

  async answer({ config, options, transaction }, { execute, live, onSent }) {
    const { assumed, error, rule } = await decideOn(live, (now) => decide(now, transaction, config, execute));
    const sent = { transaction, options, rule: rule?.id ?? null, outcome: outcomeJson({ error, rule }), assumed };
    const record = { ...sent, error: error && errorJson(error) };
    live.sent.add(record);
    onSent?.(record);
    if (error !== undefined) throw error;
    if (assumed.length > 0) warnOfAssumed(assumed);
    return `"${transaction.signatures[0]}"`;
  },
};

function errorJson({ code, data, message }: RpcError): JsonObject {
  return { code, ...(data !== undefined && { data }), message };
}
