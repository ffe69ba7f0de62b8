import { useAnswer } from './answers.ts';
import type { AnswerTo } from './answerTypes.ts';
import { curlOf, scriptOf } from './asCode.ts';
import { Balances, TokenBalances } from './balances.tsx';
import { ask, fork, publicUrl } from './client.ts';
import { Copy } from './copy.tsx';
import { sendErrorText } from './described.ts';
import { short, sol, time } from './format.ts';
import { tipOf } from './history.ts';
import { callsOf, type ProgramCall } from './instructions.ts';
import { type Json, type JsonObject, jsonText, listOf, memberOf } from './json.ts';
import { AccountLink, JsonView, SlotLink } from './links.tsx';
import { calls, moves, resets } from './live.ts';
import { Outcome, sendOutcomeText } from './outcomes.tsx';
import { Facts, Failed } from './parts.tsx';
import { WITH_SUMMARIES } from './showConfig.ts';
import { Summary } from './transactionTable.tsx';

/** One transaction: its status, its instructions with their logs, and the balances before and after. */
export function TransactionScreen({ signature }: { signature: string }) {
  const { error, value } = useAnswer('stillnode_show', [signature, WITH_SUMMARIES], moves, resets, calls);
  if (value === undefined)
    return (
      <main aria-busy={error === undefined}>
        <h1>Transaction {short(signature)}</h1>
        {error !== undefined && <Failed>{error}</Failed>}
      </main>
    );
  const id = String(memberOf(value, 'signature'));
  const isInBlock = memberOf(value, 'slot') !== null;
  const params: Json[] = [id, { encoding: 'base64', maxSupportedTransactionVersion: 1, commitment: 'confirmed' }];
  const nameOf = (address: string) =>
    memberOf(
      listOf(memberOf(value, 'balances')).find((balance) => memberOf(balance, 'address') === address),
      'name',
    ) as string | null | undefined;
  return (
    <main>
      <h1>Transaction {String(memberOf(value, 'name') ?? short(id))}</h1>
      <p class="row">
        {isInBlock && <Copy label="copy as fixture" text={async () => jsonText(await ask('getTransaction', params))} />}
        <Copy label="copy as curl" text={() => curlOf('getTransaction', params, fork.value)} />
        {isInBlock && <Copy label="copy as script" text={() => scriptOf(id)} />}
      </p>
      <p class="lead">
        <Summary transaction={value} /> <Outcome transaction={value} />
      </p>
      {isInBlock && <Commitments transaction={value} />}
      <Facts
        facts={{
          ...(isInBlock && {
            slot: <SlotLink slot={memberOf(value, 'slot')} />,
            time: time(memberOf(value, 'blockTime')),
            fee: sol(memberOf(value, 'meta', 'fee')),
            units: String(memberOf(value, 'meta', 'computeUnitsConsumed') ?? '–'),
          }),
          'priority fee': sol(memberOf(value, 'priorityFee')),
          version: String(memberOf(value, 'version') ?? '–'),
          signature: <code>{id}</code>,
          'recent blockhash': (
            <code>{String(memberOf(value, 'transaction', 'message', 'recentBlockhash') ?? '–')}</code>
          ),
        }}
      />
      <Sent transaction={value} />
      <Balances balances={listOf(memberOf(value, 'balances'))} />
      <TokenBalances balances={listOf(memberOf(value, 'tokenBalances'))} />
      <h2>Instructions</h2>
      <ol class="tree">
        {callsOf(value).map((call, i) => (
          <CallView key={i} call={call} nameOf={nameOf} />
        ))}
      </ol>
      <Events events={listOf(memberOf(value, 'events'))} />
      <details>
        <summary>Raw</summary>
        <Raw params={params} />
        <JsonView value={value} />
      </details>
    </main>
  );
}

/** The events that programs with an IDL logged. */
function Events({ events }: { events: readonly Json[] }) {
  if (events.length === 0) return null;
  return (
    <>
      <h2>Events</h2>
      <ol class="tree">
        {events.map((event, i) => (
          <li key={i}>
            <b>{String(memberOf(event, 'event'))}</b> <span class="dim">{String(memberOf(event, 'program'))}</span>
            <JsonView value={memberOf(event, 'fields') ?? null} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The commitments that a transaction has at the current tips. */
function Commitments({ transaction }: { transaction: Json }) {
  const status = memberOf(transaction, 'status');
  const slot = Number(memberOf(transaction, 'slot'));
  const isReached = (tip: 'processed' | 'confirmed' | 'finalized') => status !== 'dropped' && slot <= tipOf(tip);
  return (
    <p class="row">
      {(['processed', 'confirmed', 'finalized'] as const).map((tip) => (
        <span key={tip} class={isReached(tip) ? 'goodText' : 'dim'}>
          {isReached(tip) ? '✓' : '○'} {tip}
        </span>
      ))}
      {status === 'dropped' && <b class="is-dropped">dropped by a reorganization</b>}
    </p>
  );
}

type ShownSend = Pick<AnswerTo<'stillnode_sent'>[number], 'assumed' | 'error' | 'outcome' | 'rule' | 'why'>;

/** The outcome of a transaction that was sent, and the rule that decided it. */
function Sent({ transaction }: { transaction: Json }) {
  // `sent` of stillnode_show has members of an entry of stillnode_sent
  const send = (memberOf(transaction, 'sent') ?? null) as ShownSend | null;
  if (send === null) return null;
  const { assumed = [], outcome, rule, why } = send;
  const slot = memberOf(transaction, 'slot');
  const error = sendErrorText(send);
  return (
    <section class="box">
      <h2>Sent</h2>
      <Facts
        facts={{
          fate: why[0],
          outcome: sendOutcomeText(outcome),
          rule: rule === null ? 'none: the programs decide' : <a href="#/rules">{rule}</a>,
          ...(error !== undefined && { error: <span class="is-failed">{error}</span> }),
          ...(slot !== null && { slot: <SlotLink slot={slot} /> }),
          ...(assumed.length > 0 && {
            'assumed to do nothing': assumed.join(', '),
          }),
        }}
      />
    </section>
  );
}

interface CallViewProps {
  readonly call: ProgramCall;
  readonly nameOf: (address: string) => string | null | undefined;
}

function CallView({ call, nameOf }: CallViewProps) {
  const { described, instruction, program } = call;
  const type = memberOf(instruction, 'parsed', 'type');
  const programName = memberOf(described ?? instruction, 'program');
  const info = memberOf(instruction, 'parsed', 'info');
  return (
    <li>
      <div>
        <b>{String(memberOf(described, 'instruction') ?? type ?? 'instruction')}</b>{' '}
        <AccountLink address={program} otherName={nameOf(program) ?? null} />
        {programName !== undefined && <span class="dim"> {String(programName)}</span>}
        {call.units !== undefined && <span class="dim"> {call.units} units</span>}
        {call.outcome === 'failed' && <b class="is-failed"> failed</b>}
      </div>
      <JsonView value={argumentsOf(call) ?? info ?? memberOf(instruction, 'parsed') ?? instruction} />
      {call.logs.length > 0 && <pre class="logs">{call.logs.join('\n')}</pre>}
      {call.calls.length > 0 && (
        <ol class="tree">
          {call.calls.map((innerCall, i) => (
            <CallView key={i} call={innerCall} nameOf={nameOf} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** The arguments of an instruction by its IDL, with its accounts by name. */
function argumentsOf({ described, instruction }: ProgramCall): Json | undefined {
  if (described === undefined) return undefined;
  const accounts = memberOf(described, 'accounts') ?? {};
  const named = Object.values(accounts as JsonObject);
  const unnamed = listOf(memberOf(instruction, 'accounts')).filter((account) => !named.includes(account));
  const args = memberOf(described, 'args') ?? {};
  if (named.length === 0 && unnamed.length === 0) return args;
  return {
    args,
    accounts,
    ...(unnamed.length > 0 && { 'other accounts': unnamed }),
  };
}

function Raw({ params }: { params: Json[] }) {
  const { error, value } = useAnswer('getTransaction', params, moves);
  const bytes = listOf(memberOf(value, 'transaction'))[0];
  return (
    <>
      <p class="dim">{publicUrl(fork.value)}: getTransaction in base64</p>
      <pre class="json">{String(bytes ?? error ?? 'not found at the confirmed tip')}</pre>
    </>
  );
}
