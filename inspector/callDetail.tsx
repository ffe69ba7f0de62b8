import { useState } from 'preact/hooks';
import { useAnswer } from './answers.ts';
import { curlOf, kitOf, testOf } from './asCode.ts';
import { act, failure, fork } from './client.ts';
import { Copy } from './copy.tsx';
import { DifferenceView } from './differenceView.tsx';
import { clock } from './format.ts';
import { calls, type JournalCall } from './journal.ts';
import { compactJson, type Json, jsonText, listOf, memberOf, parseJson } from './json.ts';
import { JsonView, SlotLink } from './links.tsx';
import { resets } from './live.ts';
import { CallOutcome, callKindOf } from './outcomes.tsx';
import { Facts, Failed } from './parts.tsx';
import { answeredCall, replyOf } from './repeatedCall.ts';
import { go, hrefOf } from './route.ts';
import { isReadOnly } from './trace.ts';

/** One call: its parameters, its answer, and the reasons of the answer. */
export function CallDetail({ id }: { id: string }) {
  const { error, value } = useAnswer('stillnode_calls', [{ id: Number(id) }], resets);
  const call = value?.calls[0];
  if (call === undefined)
    return (
      <article class="detail" aria-busy={value === undefined}>
        <h1 class="title">Call {id}</h1>
        {value !== undefined && <Failed>The journal has no such call.</Failed>}
        {error !== undefined && <Failed>{error}</Failed>}
      </article>
    );
  const { answer, method } = call;
  const params = listOf(call.params);
  const reply = replyOf(answer);
  return (
    <article class="detail">
      <p class="row">
        <a href="#/calls">← calls</a>
        <button type="button" onClick={() => go('call', Number(id) - 1)}>
          ← before
        </button>
        <button type="button" onClick={() => go('call', Number(id) + 1)}>
          after →
        </button>
        <Copy label="copy as curl" text={() => curlOf(method, params, fork.value)} />
        <Copy label="copy as Kit" text={() => kitOf(method, params, fork.value)} />
        {!isReadOnly && (
          <Copy label="copy as test" text={async () => testOf(await answeredCall(call, params, answer))} />
        )}
      </p>
      <h1 class="title">
        Call {id}: {method} <CallOutcome {...call} />
      </h1>
      <Why call={call} />
      <Facts
        facts={{
          slot: <SlotLink slot={call.slot} />,
          time: clock(call.timeMs),
          took: `${call.durationMs} ms`,
          client: call.client ?? '–',
          transport: call.transport,
          ledger: fork.value ?? 'main',
        }}
      />
      <h2>Question</h2>
      <JsonView value={call.params} />
      <h2>Answer</h2>
      <Answer text={answer} reply={reply} />
      <DifferenceToEarlier id={Number(id)} method={method} params={compactJson(call.params)} answer={reply} />
      <AnswerOtherwise key={id} method={method} params={params} reply={reply} />
    </article>
  );
}

/** The answer as it was recorded: as JSON, or as text if it is not whole. */
function Answer({ reply, text }: { text: string | undefined; reply: Json | undefined }) {
  if (text === undefined)
    return (
      <p class="dim">
        {isReadOnly ? 'Not recorded.' : 'Not recorded: answers are recorded once this page has been opened.'}
      </p>
    );
  if (reply === undefined) return <pre class="json">{text}</pre>;
  return <JsonView value={resultOf(reply)} />;
}

/** The result of a reply, or its error. */
function resultOf(reply: Json): Json {
  return memberOf(reply, 'result') ?? memberOf(reply, 'error') ?? null;
}

/** The reasons of the answer: a fault, or the state of the ledger at the call. */
function Why({ call }: { call: JournalCall }) {
  const { code, outcome, why = [] } = call;
  if (outcome === 'fault')
    return (
      <p class="why is-fault">
        A <a href="#/rules">rule</a> that a test has added decided
        {code === undefined ? '' : `: ${code}`}.
      </p>
    );
  if (why.length === 0) return <p class="dim">The answer needs no explanation.</p>;
  return (
    <ul class={`why is-${callKindOf(call)}`}>
      {why.map((sentence, i) => (
        <li key={i}>{sentence}</li>
      ))}
    </ul>
  );
}

/** The difference to the answer of the same call before. */
function DifferenceToEarlier({
  answer,
  id,
  method,
  params,
}: {
  id: number;
  method: string;
  params: string;
  answer: Json | undefined;
}) {
  const before = calls.value.findLast(
    (call) => call.id < id && call.method === method && compactJson(call.params) === params,
  );
  const { value } = useAnswer(before === undefined ? undefined : 'stillnode_calls', [{ id: before?.id ?? 0 }]);
  const earlier = replyOf(value?.calls[0]?.answer);
  if (before === undefined || earlier === undefined || answer === undefined) return null;
  const [from, to] = [earlier, answer].map((reply) => jsonText(resultOf(reply)));
  return (
    <>
      <h2>
        Since <a href={hrefOf('call', before.id)}>call {before.id}</a>
      </h2>
      {from === to ? <p>The answer is the same.</p> : <DifferenceView before={from!} after={to!} />}
    </>
  );
}

/** A form that adds a fault with another answer. */
function AnswerOtherwise({
  method,
  params,
  reply,
}: {
  method: string;
  params: readonly Json[];
  reply: Json | undefined;
}) {
  const [text, setText] = useState(() =>
    jsonText({ match: { method, params }, then: { result: memberOf(reply, 'result') ?? null } }),
  );
  const add = async (event: Event) => {
    event.preventDefault();
    try {
      if ((await act('addFault', [parseJson(text)])) !== undefined) go('rules');
    } catch (error) {
      failure.value = (error as Error).message;
    }
  };
  return (
    <form class="box changes" onSubmit={add}>
      <h2>Answer this otherwise</h2>
      <label>
        A fault: the next calls that match it get this answer
        <textarea rows={8} value={text} onInput={(event) => setText(event.currentTarget.value)} spellcheck={false} />
      </label>
      <button type="submit">add</button>
    </form>
  );
}
