import { stringifyJson } from '../../codec/jsonText.ts';
import type { Signature } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import type { CommitmentWord } from '../params/accountConfig.ts';
import { readSignature } from '../params/keyParams.ts';
import { optional, readBoolean, readString } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { inSlot, NOTHING, type Notice, readConfig, readOrRefuse, type Subscription } from './subscription.ts';

interface Params {
  readonly signature: Signature;
  readonly commitment: CommitmentWord;
  readonly enableReceivedNotification: boolean;
}

/** Ends with the outcome. Source   agave 4.1 rpc_subscriptions.rs filter_signature_result */
export const signature: Subscription<Params> = {
  kind: 'signature',
  name: 'signatureSubscribe',

  describe: ({
    ANY_OBJECT,
    anyOf,
    BOOLEAN,
    COMMITMENT,
    objectOf,
    orNull,
    SIGNATURE,
    TEXT,
    U64,
    withDefault,
    wordOf,
  }) => {
    const outcome = objectOf({ err: orNull(anyOf(TEXT, ANY_OBJECT)) });
    return {
      summary: 'the result of a transaction, once; then the subscription ends',
      params: {
        signature: SIGNATURE,
        'config?': objectOf({
          'commitment?': COMMITMENT,
          'enableReceivedNotification?': withDefault(BOOLEAN, false),
        }),
      },
      result: 'context and `{err}`; if asked, `"receivedSignature"` before it',
      schema: objectOf({ context: objectOf({ slot: U64 }), value: anyOf(outcome, wordOf('receivedSignature')) }),
      errors: ['invalidSubscriptionParam'],
    };
  },

  readParams(params) {
    const [text, configParam] = readPositional(params, 1, 2);
    const base58 = readString(text!);
    const config = readConfig(configParam, 'RpcSignatureSubscribeConfig');
    const enableReceivedNotification = optional(config.enableReceivedNotification, readBoolean) ?? false;
    return {
      signature: readOrRefuse(() => readSignature(base58), 'Invalid signature provided'),
      commitment: config.commitment,
      enableReceivedNotification,
    };
  },

  placeAt: (event) => (event.kind === 'received' ? ({ signature }) => event.seen.placeOf(signature) : undefined),

  tell(event, { commitment, enableReceivedNotification, signature }) {
    switch (event.kind) {
      case 'received': {
        const isReceived = enableReceivedNotification && event.seen.bySignature.has(signature);
        return isReceived ? [inSlot(event.seen.slot, '"receivedSignature"')] : NOTHING;
      }
      case 'reached':
        if (event.commitment !== commitment) return NOTHING;
        return outcome(event.seen.slot, event.seen.bySignature.get(signature), event.seen.state.statusWindowStart);
      case 'settled': {
        const { view } = event;
        if (view.commitment !== commitment) return NOTHING;
        return outcome(view.slot, view.transaction(signature), view.state.statusWindowStart);
      }
      default:
        return NOTHING;
    }
  },
};

/** @param windowStart older statuses are forgotten */
function outcome(slot: bigint, found: LedgerTransaction | undefined, windowStart: bigint): readonly Notice[] {
  if (found === undefined || found.slot < windowStart) return NOTHING;
  return [{ ...inSlot(slot, `{"err":${stringifyJson(found.err)}}`), isLast: true }];
}
