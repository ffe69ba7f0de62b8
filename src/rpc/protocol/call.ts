import type { JsonResult, JsonText, JsonValue } from '../../codec/jsonText.ts';
import type { RpcError } from '../../errors.ts';
import type { OtherNode } from '../../ledger/otherNode.ts';
import type { ConnectionFault, Transport } from '../../live/faults/fault.ts';
import type { AnswerSource } from '../../live/journal.ts';
import type { Moment } from '../../live/move.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import type { AccountSource } from '../asking/accountSource.ts';

/** The URLs of a ledger. */
export interface LedgerUrls {
  readonly url: string;
  /** URL of its WebSockets */
  readonly wsUrl: string;
}

/** @param base where the node is reached, without a slash behind it */
export function forkUrls(base: string, fork: string): LedgerUrls {
  const url = `${base}/fork/${fork}`;
  return { url, wsUrl: url.replace(/^http/, 'ws') };
}

/** Whether a request may control the ledger. */
export type ControlAccess =
  | {
      readonly kind: 'allowed';
      /** the URLs of a fork; undefined: the node has no port */
      readonly urlOf: (fork: string) => LedgerUrls | undefined;
    }
  /** control calls are unknown methods */
  | { readonly kind: 'off' }
  | {
      readonly kind: 'refused';
      /** the reason, and what to do */
      readonly message: string;
    };

export const CONTROL_OFF: ControlAccess = { kind: 'off' };

/** A call as it was sent. */
export interface Call {
  readonly method: string;
  readonly params: JsonValue | undefined;
  /** `params` as text; undefined: there are none, or their text is not known */
  readonly paramsText?: string | undefined;
}

/**
 * Calls a listener once when the client has gone, at once if it has gone already. Returns a function that removes the listener.
 */
export type WhenGone = (listener: () => void) => () => void;

/** A URL within a ledger. */
export interface Endpoint {
  /** begins with a slash, without one at its end */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** The client of a request and its rights. All calls of a request share one object, and no other request has it. */
export interface Caller {
  readonly transport: Transport;
  /** the name that the client gives itself; undefined: it gives none */
  readonly client: string | undefined;
  /** Address and API key of the client, read only where a limit counts its calls. */
  clientKey(): string;
  /** Asked for calls that control something, so that no other call pays for it. */
  access(): ControlAccess;
  /** the URL within its ledger that the request was sent to; undefined: it has none */
  readonly endpoint?: (() => Endpoint) | undefined;
  /** The page of the inspector: neither the journal nor faults see its calls. */
  isInspector(): boolean;
  /** undefined: it stays until it is answered */
  readonly whenGone: WhenGone | undefined;
  /**
   * called when the answer waits for something: later calls of the client are answered meanwhile; undefined: they never wait for an answer
   */
  readonly onWaiting?: (() => void) | undefined;
}

/** This process, with no control over the ledger. */
export const IN_PROCESS: Caller = {
  transport: 'process',
  client: undefined,
  clientKey: () => 'process',
  access: () => CONTROL_OFF,
  isInspector: () => false,
  whenGone: undefined,
};

/** The context that an answer depends on besides the call, and what becomes known while it is made. */
export interface CallContext {
  readonly caller: Caller;
  /** the node that answers in place of that of the ledger; such an answer is never used again */
  readonly otherNode?: OtherNode | undefined;
  /** the moment of the ledger that the answer is made from, for the journal: a later one where the answer is made again */
  moment?: Moment | undefined;
  /** the source of the answer, if it may be another node or a recording */
  source?: AnswerSource | undefined;
  /** record of a transaction that was sent, accepted or refused */
  sent?: SentRecord | undefined;
  /** whether the client of a new subscription was ready for notifications before the connection ended */
  isListening?: Promise<boolean> | undefined;
}

/** Returns the text of a call's result; throws RpcError for errors that are sent to the client. */
export type RpcCall = (call: Call, context: CallContext) => JsonResult | Promise<JsonResult>;

/** The outcome of a call, as it was sent. */
export interface JsonOutcome {
  readonly kind: 'result' | 'error';
  readonly text: JsonText;
}

/** An answer of another node, or one that is recorded of it. */
export type UpstreamAnswer = JsonOutcome & { readonly from: AnswerSource };

/** A call that reads; `params` is the text of a list. */
export interface UpstreamCall {
  readonly method: string;
  readonly params: JsonText;
}

/** Answers what a ledger lacks. */
export interface Upstream {
  /**
   * Answers before the ledger, as long as that is as it was loaded. Undefined: the ledger answers first.
   *
   * @throws RpcError upstreamFailed
   */
  readonly findFirst?: (call: UpstreamCall) => Promise<UpstreamAnswer | undefined>;
  /**
   * @param lack what the ledger lacks, as a sentence without its period
   * @returns undefined: the answer of the ledger is final
   * @throws RpcError upstreamFailed, or notKept where a recording has to have everything
   */
  find(call: UpstreamCall, lack: string): Promise<UpstreamAnswer | undefined>;
  /** the accounts that sends and simulations need; undefined: they see the ledger alone */
  readonly accounts?: AccountSource | undefined;
  /** Ends what is under way. */
  close(): void;
}

/** The effect of a fault on one call. */
export interface CallFault {
  /** milliseconds for which the answer is held back */
  readonly delayMs: number;
  /** an error that replaces the answer: the call is not carried out */
  readonly error: RpcError | undefined;
  /** made in place of carrying out the call */
  readonly answer?: (() => JsonResult | Promise<JsonResult>) | undefined;
  /** answers in place of the node of the ledger */
  readonly otherNode?: OtherNode | undefined;
  /** a fault of the connection, for the reply as a whole */
  readonly connection: ConnectionFault | undefined;
}

/** Asked once for each call. */
export type FaultFor = (call: Call, caller: Caller) => CallFault | undefined;

/** The end of a ledger, which ends what waits for an answer of it. */
export interface LedgerEnd {
  /** the sentence why it has ended; undefined: it has not */
  readonly endedBecause: string | undefined;
  readonly whenEnded: WhenGone;
}

/** Holds an answer back, for as long as there are a client and a ledger. */
export function holdBack(
  milliseconds: number,
  whenGone: WhenGone | undefined,
  end: Pick<LedgerEnd, 'whenEnded'> | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const stops: ((() => void) | undefined)[] = [];
    const finish = () => {
      for (const stop of stops.splice(0)) stop?.();
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    stops.push(() => clearTimeout(timer), whenGone?.(finish), end?.whenEnded(finish));
  });
}
