import { errorText } from './described.ts';
import type { JournalCall } from './journal.ts';
import { compactJson, type Json, jsonText, listOf, memberOf } from './json.ts';

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
  if (memberOf(transaction, 'slot') === null) return <Unlanded send={memberOf(transaction, 'sent')} />;
  if (status === 'dropped' || status === 'ahead')
    return (
      <span class={`is-${status}`}>
        ○ <Status status={status} />
        {failure !== undefined && `, ${failure}`}
      </span>
    );
  return failure === undefined ? <span class="goodText">● succeeded</span> : <span class="is-failed">● {failure}</span>;
}

/** The outcome of a transaction that was sent and is in no block. */
function Unlanded({ send }: { send: Json | undefined }) {
  const outcome = memberOf(send, 'outcome');
  const rule = memberOf(send, 'rule') ?? null;
  const error = errorText(send) ?? memberOf(send, 'error', 'message');
  if (memberOf(outcome, 'refused') !== undefined && error !== undefined)
    return (
      <span class="is-failed">
        ● refused{rule !== null && ` by ${String(rule)}`}: {String(error)}
      </span>
    );
  if (memberOf(outcome, 'refused') !== undefined) return <span class="is-failed">● {sendOutcomeText(outcome)}</span>;
  const [sentence] = listOf(memberOf(send, 'why'));
  return <span class="dim">○ in no block: {String(sentence)}</span>;
}

/** The word for the outcome of a call in lists. */
export function callKindOf({ isNull, outcome }: CallResult): 'result' | 'null' | 'error' | 'fault' {
  return isNull ? 'null' : outcome;
}

type CallResult = Pick<JournalCall, 'code' | 'isNull' | 'outcome'>;

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
