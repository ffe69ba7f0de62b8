import type { JsonText } from '../../codec/jsonText.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { type Commitment, DEFAULT_COMMITMENT } from '../../solana/rpcWords.ts';
import type { AccountEncoders } from '../encoding/account.ts';
import type { DescribedMethod } from '../openrpc/description.ts';
import type { Schema } from '../openrpc/schema.ts';
import type { Params } from '../params/params.ts';
import { checked, type OptionalType, type ParamType } from '../params/paramType.ts';
import { commitment, text } from '../params/usualTypes.ts';
import type { LedgerEvent } from './ledgerEvents.ts';

/** The content of a notification: its `result`. */
export interface Notice {
  readonly result: JsonText;
  /** the subscription has ended with it */
  readonly isLast?: boolean;
}

/** The context that a subscription encodes in. */
export interface EncodeContext {
  readonly encoders: AccountEncoders;
  /** Unix milliseconds */
  readonly now: () => number;
  /** notices of blocks that could not be shown, by slot: the subscription sends them again */
  readonly unfinished: Map<bigint, Notice>;
  /** Reports why something is left out. */
  readonly warn: (error: unknown) => void;
}

/**
 * One kind of subscription. What clients send and are sent has the form of the reference node in both dialects: the contract names
 * no subscriptions. Members of notifications are in the order of the node's structs; `context` has no version.
 *
 * @typeParam P the parameters with their defaults: subscriptions for which they are equal share one id
 */
export interface Subscription<P = unknown> extends DescribedMethod {
  /** `slot` of `slotSubscribe`, `slotUnsubscribe` and `slotNotification` */
  readonly kind: string;
  readonly params: Params<P>;
  /** Loads what encoding needs. Events wait for it. */
  load?(params: P, version: NodeVersion): Promise<AccountEncoders>;
  /** The place of a subscription among those of its kind, for one event; undefined: they are in the order of their ids. */
  placeAt?(event: LedgerEvent): ((params: P) => number) | undefined;
  /** The notifications for an event; often none. */
  noticesFor(event: LedgerEvent, params: P, context: EncodeContext): readonly Notice[];
}

export const NOTHING: readonly Notice[] = [];

/** A notification whose value is that of a slot. @param value as JSON text */
export function inSlot(slot: bigint, value: JsonText): Notice {
  return { result: `{"context":{"slot":${slot}},"value":${value}}` };
}

/** A key that is refused with a text of subscriptions. */
export function keyParam<T>(read: (text: string) => T, errorText: string, schema: Schema): ParamType<T> {
  return checked(text, (base58) => readKey(read, base58, errorText), schema);
}

/** Reads a key: what is not one is refused with a text of subscriptions. */
export function readKey<T>(read: (text: string) => T, text: string, errorText: string): T {
  try {
    return read(text);
  } catch (error) {
    throw error instanceof RpcError ? rpcErrors.invalidSubscriptionParam(errorText) : error;
  }
}

/** The commitment in a configuration, which has the default if it names none. */
export const subscribedCommitment: OptionalType<Commitment> = {
  ...commitment,
  absent: DEFAULT_COMMITMENT,
  decode: (value, node) => commitment.decode(value, node) ?? DEFAULT_COMMITMENT,
  check: (name) => name as Commitment,
};

/** The description of a kind of subscription, with the types of its parameters. */
export function subscription<P>(definition: Subscription<P>): Subscription<P> {
  return definition;
}
