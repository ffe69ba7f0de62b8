import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from './answers.ts';
import { type AnsweredCall, curlOf, kitOf, requestOf, testOf } from './asCode.ts';
import { act, failure, fetchAs, fork, publicUrl } from './client.ts';
import { Copy } from './copy.tsx';
import { DifferenceView } from './differenceView.tsx';
import { calls, type JournalCall, loadCalls } from './journal.ts';
import { compactJson, type Json, jsonText, listOf, memberOf, parseJson } from './json.ts';
import { JsonView } from './links.tsx';
import { resets } from './live.ts';
import { CallOutcome } from './outcomes.tsx';
import { Facts, Failed } from './parts.tsx';
import { go, hrefOf } from './route.ts';

/** One call: its parameters, its answer, and the reasons of the answer. */
export function CallScreen({ id }: { id: string }) {
  const { error, value } = useAnswer('stillnode_calls', [{ id: Number(id) }], resets);
  useEffect(() => void loadCalls(), [id, fork.value]);
  const call = listOf(memberOf(value, 'calls'))[0];
  if (call === undefined)
    return (
      <main aria-busy={value === undefined}>
        <h1>Call {id}</h1>
        {value !== undefined && <Failed>The journal has no such call.</Failed>}
        {error !== undefined && <Failed>{error}</Failed>}
      </main>
    );
  const method = String(memberOf(call, 'method'));
  const params = memberOf(call, 'params') ?? [];
  const list = listOf(params);
  const answer = memberOf(call, 'answer') as string | undefined;
  const reply = replyOf(answer);
  return (
    <main>
      <h1>
        Call {id}: {method}
      </h1>
      <p class="row">
        <button type="button" onClick={() => go('call', Number(id) - 1)}>
          ← before
        </button>
        <button type="button" onClick={() => go('call', Number(id) + 1)}>
          after →
        </button>
        <Copy label="copy as curl" text={() => curlOf(method, list, fork.value)} />
        <Copy label="copy as Kit" text={() => kitOf(method, list, fork.value)} />
        <Copy
          label="copy as test"
          text={async () => testOf(await answeredCall(call as unknown as JournalCall, list, answer))}
        />
      </p>
      <Facts
        facts={{
          outcome: <CallOutcome {...(call as unknown as JournalCall)} />,
          took: `${String(memberOf(call, 'durationMs'))} ms`,
          client: String(memberOf(call, 'client') ?? '–'),
          transport: String(memberOf(call, 'transport')),
          ledger: fork.value ?? 'main',
        }}
      />
      <h2>Question</h2>
      <JsonView value={params} />
      <h2>Why</h2>
      <Why call={call} />
      <h2>Answer</h2>
      {answer === undefined ? (
        <p class="dim">Not recorded: answers are recorded once this page has been opened.</p>
      ) : reply === undefined ? (
        <pre class="json">{answer}</pre>
      ) : (
        <JsonView value={memberOf(reply, 'result') ?? memberOf(reply, 'error') ?? null} />
      )}
      <DifferenceToEarlier id={Number(id)} method={method} params={compactJson(params)} answer={reply} />
      <AnswerOtherwise key={id} method={method} params={list} reply={reply} />
    </main>
  );
}

/** The JSON of an answer; undefined: its text was not recorded, or is not whole. */
function replyOf(answer: string | undefined): Json | undefined {
  try {
    return answer === undefined ? undefined : parseJson(answer);
  } catch {
    return undefined;
  }
}

/** The queries of a URL that choose a dialect. */
const DIALECT_QUERIES = ['', '?dialect=agave', '?dialect=contract'];

/** A call as a client can repeat it, in the dialect of its answer. If the answer was not recorded as a whole, the call is repeated. */
async function answeredCall(
  { code, method, outcome }: JournalCall,
  params: readonly Json[],
  recordedText: string | undefined,
): Promise<AnsweredCall> {
  const reply = replyOf(recordedText);
  const url = publicUrl(fork.value);
  const call = { method, params };
  // a fault with a status of HTTP: the recorded text is the answer of the ledger, not the reply
  if (outcome === 'fault' && code !== undefined && code > 0)
    return { ...call, url, status: code, reply: undefined, text: undefined };
  if (outcome === 'fault') return { ...call, url, status: 200, reply, text: recordedText };
  const body = requestOf(method, params, memberOf(reply, 'id') ?? 1);
  for (const query of reply === undefined ? [] : DIALECT_QUERIES) {
    const now = await fetchAs(`${url}${query}`, body);
    if (now.text.trim() === recordedText?.trim()) return { ...call, ...now, url: `${url}${query}`, reply };
  }
  if (reply !== undefined) return { ...call, url, status: 200, reply, text: recordedText };
  const now = await fetchAs(url, body);
  return { ...call, ...now, url, reply: replyOf(now.text) };
}

/** The reasons of the answer: a fault, or the state of the ledger at the call. */
function Why({ call }: { call: Json }) {
  if (memberOf(call, 'outcome') === 'fault')
    return (
      <p>
        A <a href="#/rules">rule</a> that a test has added decided
        {memberOf(call, 'code') === undefined ? '' : `: ${String(memberOf(call, 'code'))}`}.
      </p>
    );
  const why = listOf(memberOf(call, 'why'));
  if (why.length === 0) return <p>The answer needs no explanation.</p>;
  return (
    <ul>
      {why.map((sentence, i) => (
        <li key={i}>{String(sentence)}</li>
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
  const earlier = replyOf(memberOf(listOf(memberOf(value, 'calls'))[0], 'answer') as string | undefined);
  if (before === undefined || earlier === undefined || answer === undefined) return null;
  const [from, to] = [earlier, answer].map((reply) =>
    jsonText(memberOf(reply, 'result') ?? memberOf(reply, 'error') ?? null),
  );
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
    <form class="box" onSubmit={add}>
      <h2>Answer this otherwise</h2>
      <label>
        A fault: the next calls that match it get this answer
        <textarea rows={8} value={text} onInput={(event) => setText(event.currentTarget.value)} spellcheck={false} />
      </label>
      <button type="submit">add</button>
    </form>
  );
}
