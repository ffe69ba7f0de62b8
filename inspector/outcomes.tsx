import { errorText } from './described.ts';
import { compactJson, type Json, jsonText, memberOf } from './json.ts';

/**
 * Texts for the status of slots and the outcomes of transactions, calls and sends. Each has the same color on every screen.
 * @module
 */

const STATUS_TEXTS: Readonly<Record<string, string>> = { cleanedUp: 'cleaned up', ahead: 'ahead of the tips' };

/** The status of a slot or a transaction. */
export function Status({ status }: { status: Json | undefined }) {
  const name = String(status ?? '–');
  return <span class={`is-${name}`}>{STATUS_TEXTS[name] ?? name}</span>;
}

/** Whether a transaction succeeded or failed, or that it is not on the chain. */
export function Outcome({ transaction }: { transaction: Json }) {
  const err = memberOf(transaction, 'err') ?? null;
  const sentence = memberOf(transaction, 'failure') ?? errorText(transaction) ?? jsonText(err);
  const failure = err === null ? undefined : `failed: ${String(sentence).replace(' failed:', ':')}`;
  const status = String(memberOf(transaction, 'status') ?? '');
  if (status === 'dropped' || status === 'ahead')
    return (
      <span class={`is-${status}`}>
        ○ <Status status={status} />
        {failure !== undefined && `, ${failure}`}
      </span>
    );
  return failure === undefined ? <span class="goodText">● succeeded</span> : <span class="is-failed">● {failure}</span>;
}

/** The word for the outcome of a call in lists. */
export function callKindOf({ isNull, outcome }: CallResult): 'result' | 'null' | 'error' | 'fault' {
  return isNull ? 'null' : (outcome as 'result' | 'error' | 'fault');
}

interface CallResult {
  readonly outcome: string;
  readonly code?: number | undefined;
  readonly isNull?: boolean | undefined;
}

/** The outcome of a call: `result`, `null`, or an error or a fault with its code. */
export function callOutcomeText(call: CallResult): string {
  return call.code === undefined ? callKindOf(call) : `${call.outcome} ${call.code}`;
}

export function CallOutcome(call: CallResult) {
  return <span class={`outcome is-${callKindOf(call)}`}>{callOutcomeText(call)}</span>;
}

/** The outcome of a send, as in a send rule: `drop`, `succeed {"units":5}`, `refused -32002`. */
export function sendOutcomeText(outcome: Json | undefined): string {
  if (typeof outcome !== 'object' || outcome === null) return String(outcome ?? '–');
  const refusal = memberOf(outcome, 'refused', 'code');
  if (refusal !== undefined) return `refused ${String(refusal)}`;
  return Object.entries(outcome)
    .map(([name, details]) => `${name} ${compactJson(details as Json)}`)
    .join(', ');
}
