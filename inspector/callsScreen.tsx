import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Difference } from './accountScreen.tsx';
import { type Answered, curlOf, kitOf, requestOf, testOf } from './asCode.ts';
import { act, ask, failure, fetchAs, fork, publicUrl } from './client.ts';
import { compactJson, type Json, jsonText, listOf, memberOf, parseJson } from './json.ts';
import { calls as callsMade, resets } from './live.ts';
import { AskingButton, Copy, Facts, Failed, JsonView, names, short, transactionNames, useAnswer } from './parts.tsx';
import { go, hrefOf } from './route.ts';
import { CallOutcome, callOutcomeText } from './words.tsx';

/** The journal: what the app asked, and what it was told. */

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: Json;
  readonly outcome: 'result' | 'error' | 'fault';
  readonly code?: number;
  readonly isNull?: boolean;
  readonly durationMs: number;
  readonly client?: string;
  readonly transport: string;
}

/** Oldest first. */
const calls = signal<readonly Call[]>([]);
let shownFork: string | undefined | null = null;
const MAX_CALLS = 10_000;

/** Asks for the calls since the last one. */
async function loadCalls(): Promise<void> {
  if (shownFork !== fork.value) calls.value = [];
  shownFork = fork.value;
  const since = calls.value.at(-1)?.id ?? 0;
  const answer = await ask('stillnode_calls', [{ since }]).catch(() => undefined);
  const more = listOf(memberOf(answer, 'calls')) as unknown as readonly Call[];
  if (answer !== undefined && more.length > 0 && (calls.value.at(-1)?.id ?? 0) === since)
    calls.value = [...calls.value, ...more].slice(-MAX_CALLS);
}

const ROW = 30;

const filter = signal('');
const isGrouped = signal(false);

interface Row {
  readonly call: Call;
  readonly count: number;
  readonly params: string;
}

/** Newest first. Calls are equal if they ask the same and have the same outcome. */
function rowsOf(all: readonly Call[], wanted: string, grouped: boolean): readonly Row[] {
  const isWanted = matcherOf(wanted);
  const rows = new Map<string, { call: Call; count: number; params: string }>();
  for (let i = all.length - 1; i >= 0; i--) {
    const call = all[i]!;
    const params = compactJson(call.params);
    if (!isWanted(call, params)) continue;
    const key = grouped ? `${call.method} ${params} ${callOutcomeText(call)}` : String(call.id);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { call, count: 1, params });
    else row.count++;
  }
  return [...rows.values()];
}

/** `null`: the result is null. `$shop`, or the name of a transaction: calls that name its address or signature. Else a part of the row. */
function matcherOf(wanted: string): (call: Call, params: string) => boolean {
  if (wanted.toLowerCase() === 'null') return ({ isNull }) => isNull === true;
  const keys = keysNamed(wanted);
  const part = wanted.toLowerCase();
  return (call, params) => {
    if (keys.some((key) => params.includes(key))) return true;
    const row = `${call.method} ${params} ${callOutcomeText(call)} ${call.client ?? ''} ${call.transport}`;
    return row.toLowerCase().includes(part);
  };
}

/** Finds the keys of a name, or of all names that begin with it if it is incomplete. */
function keysNamed(wanted: string): readonly string[] {
  const isOf = (name: string) => (wanted.startsWith('$') ? name.startsWith(wanted) : name === wanted);
  const found = [...names.value, ...transactionNames.value].filter(([, name]) => isOf(name));
  const exact = found.filter(([, name]) => name === wanted);
  return (exact.length > 0 ? exact : found).map(([key]) => key);
}

export function CallsScreen() {
  useEffect(() => void loadCalls(), [callsMade.value, resets.value, fork.value]);
  useEffect(() => {
    calls.value = [];
    void loadCalls();
  }, [resets.value]);
  const rows = rowsOf(calls.value, filter.value.trim(), isGrouped.value);
  return (
    <main>
      <h1>Calls</h1>
      <p class="row">
        <label>
          filter{' '}
          <input
            type="search"
            value={filter.value}
            onInput={(event) => {
              filter.value = event.currentTarget.value;
            }}
            placeholder="method, $name, address, error, null, client"
          />
        </label>
        <label>
          <input
            type="checkbox"
            checked={isGrouped.value}
            onChange={(event) => {
              isGrouped.value = event.currentTarget.checked;
            }}
          />{' '}
          equal calls as one
        </label>
        <span>
          {rows.length} of {calls.value.length}
        </span>
        <AskingButton
          question="Clear the journal? The calls until now are lost for the page and for tests."
          onConfirm={async () => {
            if ((await act('clearCalls')) !== undefined) calls.value = [];
          }}
        >
          clear
        </AskingButton>
      </p>
      <Rows rows={rows} />
    </main>
  );
}

/** Only the rows that can be seen are in the page. */
function Rows({ rows }: { rows: readonly Row[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setHeight(entry!.contentRect.height));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(top / ROW) - 10);
  const shown = rows.slice(first, first + Math.ceil(height / ROW) + 20);
  return (
    <div
      class="calls"
      ref={box}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      tabIndex={0}
      role="region"
      aria-label="calls, newest first"
    >
      {rows.length === 0 && <p>No call yet. What apps ask of this node is listed here as they ask.</p>}
      <ol style={{ height: `${rows.length * ROW}px` }}>
        {shown.map(({ call, count, params }, i) => (
          <li key={call.id} style={{ top: `${(first + i) * ROW}px` }} class={`is-${call.outcome}`}>
            <a href={hrefOf('call', call.id)}>
              <span class="id">{call.id}</span>
              <b>{call.method}</b>
              {count > 1 && <span class="count">×{count}</span>}
              <span class="params">{params.length > 300 ? `${params.slice(0, 300)}…` : params}</span>
              <CallOutcome {...call} />
              <span class="dim">{call.durationMs} ms</span>
              <span class="dim client">{short(call.client ?? '')}</span>
              <span class="dim">{call.transport}</span>
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** One call: question and answer as they were, and why. */
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
        <Copy label="copy as test" text={async () => testOf(await answeredOf(call as unknown as Call, list, answer))} />
      </p>
      <Facts
        of={{
          outcome: <CallOutcome {...(call as unknown as Call)} />,
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
        <p class="dim">It was not kept: answers are kept from the first time on that this page was opened.</p>
      ) : reply === undefined ? (
        <pre class="json">{answer}</pre>
      ) : (
        <JsonView value={memberOf(reply, 'result') ?? memberOf(reply, 'error') ?? null} />
      )}
      <Before id={Number(id)} method={method} params={compactJson(params)} answer={reply} />
      <AnswerOtherwise key={id} method={method} params={list} reply={reply} />
    </main>
  );
}

/** Undefined: it was cut off, or is none. */
function replyOf(answer: string | undefined): Json | undefined {
  try {
    return answer === undefined ? undefined : parseJson(answer);
  } catch {
    return undefined;
  }
}

/** Queries in a URL, by dialect. */
const DIALECT_QUERIES = ['', '?dialect=agave', '?dialect=contract'];

/** The call as a client can repeat it: in the dialect of its answer. An answer that was not kept whole is asked for anew. */
async function answeredOf(
  { code, method, outcome }: Call,
  params: readonly Json[],
  kept: string | undefined,
): Promise<Answered> {
  const reply = replyOf(kept);
  const url = publicUrl(fork.value);
  const asked = { method, params };
  // what is kept of a call that got a status of HTTP is what the ledger said
  if (outcome === 'fault' && code !== undefined && code > 0)
    return { ...asked, url, status: code, reply: undefined, text: undefined };
  if (outcome === 'fault') return { ...asked, url, status: 200, reply, text: kept };
  const body = requestOf(method, params, memberOf(reply, 'id') ?? 1);
  for (const query of reply === undefined ? [] : DIALECT_QUERIES) {
    const now = await fetchAs(`${url}${query}`, body);
    if (now.text.trim() === kept?.trim()) return { ...asked, ...now, url: `${url}${query}`, reply };
  }
  if (reply !== undefined) return { ...asked, url, status: 200, reply, text: kept };
  const now = await fetchAs(url, body);
  return { ...asked, ...now, url, reply: replyOf(now.text) };
}

/** A fault decided, or else the reasons from the ledger as it was then. */
function Why({ call }: { call: Json }) {
  if (memberOf(call, 'outcome') === 'fault')
    return (
      <p>
        A <a href="#/rules">rule</a> that a test has added decided
        {memberOf(call, 'code') === undefined ? '' : `: ${String(memberOf(call, 'code'))}`}.
      </p>
    );
  const why = listOf(memberOf(call, 'why'));
  if (why.length === 0) return <p>The answer speaks for itself.</p>;
  return (
    <ul>
      {why.map((sentence, i) => (
        <li key={i}>{String(sentence)}</li>
      ))}
    </ul>
  );
}

/** How the answer differs from that of the same call before. */
function Before({
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
      {from === to ? <p>The answer is the same.</p> : <Difference before={from!} after={to!} />}
    </>
  );
}

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
        A fault: the next calls that match it get what it says
        <textarea rows={8} value={text} onInput={(event) => setText(event.currentTarget.value)} spellcheck={false} />
      </label>
      <button type="submit">add</button>
    </form>
  );
}
