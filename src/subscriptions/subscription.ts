import type { JsonText } from '../codec/json.ts';
import type { AccountEncoders } from '../encoding/accountOptions.ts';
import type { DescribedMethod } from '../openrpc/description.ts';
import type { Param } from '../params/values.ts';
import type { LedgerEvent } from './events.ts';

/** Something that a subscription says: `result` of its notification. */
export interface Notice {
  readonly result: JsonText;
  /** the subscription has ended with it */
  readonly isLast?: boolean;
}

/** What a subscription may use besides the ledger. */
export interface Tools {
  readonly encoders: AccountEncoders;
  /** Unix milliseconds */
  readonly now: () => number;
  /** Reports why something is left out. */
  readonly warn: (error: unknown) => void;
}

/**
 * One kind of subscription. What clients send and are sent has the form of the reference node in both dialects: the contract names
 * no subscriptions. Members of notifications are in the order of the node's structs; `context` has no version.
 *
 * @typeParam P what subscriptions that are equal have in common, defaults included: they share one id
 */
export interface Subscription<P = unknown> extends DescribedMethod {
  /** `slot` of `slotSubscribe`, `slotUnsubscribe` and `slotNotification` */
  readonly kind: string;
  /** @throws RpcError */
  readParams(params: Param): P;
  /** Loads what encoding needs. Events wait for it. */
  load?(params: P): Promise<AccountEncoders>;
  /** Which of its kind an event is told to first: the one with the lowest number. Undefined: the one with the lowest id. */
  placeAt?(event: LedgerEvent): ((params: P) => number) | undefined;
  /** What it says to an event; often nothing. */
  tell(event: LedgerEvent, params: P, tools: Tools): readonly Notice[];
}

export const NOTHING: readonly Notice[] = [];

export function inSlot(slot: bigint, value: JsonText): Notice {
  return { result: `{"context":{"slot":${slot}},"value":${value}}` };
}
