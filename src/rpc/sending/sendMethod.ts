import type { JsonText } from '../../codec/jsonText.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { RpcError } from '../../errors.ts';
import type { LiveLedger } from '../../live/liveLedger.ts';
import type { Moment } from '../../live/move.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import type { Executor } from '../../runtime/executor.ts';
import type { AccountNeeds } from '../asking/unknownAccounts.ts';
import type { Reasons } from '../methods/reasons/index.ts';
import type { DescribedMethod } from '../openrpc/description.ts';
import type { Params } from '../params/params.ts';

/** The ledger that a transaction is sent to, or simulated on, or whose sent transactions are asked for. */
export interface SendContext {
  readonly live: LiveLedger;
  /** the ledger when the call started */
  readonly now: Moment;
  readonly execute: Executor;
  /** undefined: reasons are not requested, as in most calls */
  readonly reasons?: Reasons | undefined;
  /** limit for the accounts of the result; undefined: none */
  readonly maxResultBytes?: number | undefined;
  /** called with what is remembered of a transaction that was accepted or refused */
  readonly onSent?: ((record: SentRecord) => void) | undefined;
}

/** A method that takes transactions, or answers about those that were sent. The rules of the node hold in either dialect. */
export interface SendMethod<P = unknown> extends DescribedMethod {
  readonly params: Params<P>;
  /**
   * The kind of a method that changes nothing, so that its answer can be explained: a simulation, or the status of what was sent, which
   * clients ask for again until it changes. Default: it changes the ledger.
   */
  readonly reading?: 'simulation' | 'status';
  /**
   * The transactions that it sends or simulates and that need accounts, which another node may have. Those that fail whatever the accounts
   * are need none. Default: no transactions.
   *
   * @throws RpcError where `answer` throws it too
   */
  readonly accountNeeds?: (params: P, now: Moment) => AccountNeeds;
  /**
   * Remembers the transactions of a call that is refused because the accounts that they need cannot be asked for. Default: it has no transactions, or
   * they are not remembered.
   */
  readonly rememberRefused?: (params: P, error: RpcError, context: Pick<SendContext, 'live' | 'onSent'>) => void;
  /** the text of `result` */
  answer(params: P, context: SendContext): Promise<JsonText>;
}

/** The accounts that a call needs; undefined: none, or it is refused before any matters. @param values what the method has read */
export function accountNeedsOf({ accountNeeds }: SendMethod, values: unknown, now: Moment): AccountNeeds | undefined {
  return unlessThrown([RpcError], () => accountNeeds?.(values, now));
}

export function sendMethod<P>(definition: SendMethod<P>): SendMethod<P> {
  return definition;
}
