import { curlOf } from './asCode.ts';
import { ask, fork, publicUrl } from './client.ts';
import { sendErrorText } from './described.ts';
import { tipOf } from './history.ts';
import { type Call, callsOf } from './instructions.ts';
import { type Json, type JsonObject, jsonText, listOf, memberOf } from './json.ts';
import { calls, moves, resets, rules } from './live.ts';
import { AccountLink, Copy, Facts, Failed, JsonView, SlotLink, short, sol, Table, time, useAnswer } from './parts.tsx';
import { scriptOf } from './slotScreen.tsx';
import { Outcome, Status, sendOutcomeText } from './words.tsx';

/** One transaction: what it asked for, what each program did, and what it changed. */
export function TransactionScreen({ signature }: { signature: string }) {
  const { error, value } = useAnswer('stillnode_show', [signature], moves, resets);
  const sent = useAnswer('stillnode_sent', [], moves, calls, rules);
  const send = listOf(sent.value).findLast(
    (each) => memberOf(each, 'signature') === (memberOf(value, 'signature') ?? signature),
  );
  if (value === undefined)
    return (
      <main aria-busy={error === undefined}>
        <h1>Transaction {short(signature)}</h1>
        {error !== undefined &&
          (send === undefined ? <Failed>{error}</Failed> : <p>It was sent, and is in no block.</p>)}
        <Sent of={send} />
      </main>
    );
  const id = String(memberOf(value, 'signature'));
  const params: Json[] = [id, { encoding: 'base64', maxSupportedTransactionVersion: 1, commitment: 'confirmed' }];
  const nameOf = (address: string) =>
    memberOf(
      listOf(memberOf(value, 'balances')).find((each) => memberOf(each, 'address') === address),
      'name',
    ) as string | null | undefined;
  return (
    <main>
      <h1>Transaction {String(memberOf(value, 'name') ?? short(id))}</h1>
      <p class="row">
        <Copy label="copy as fixture" text={async () => jsonText(await ask('getTransaction', params))} />
        <Copy label="copy as curl" text={() => curlOf('getTransaction', params, fork.value)} />
        <Copy label="copy as script" text={() => scriptOf(id)} />
      </p>
      <Facts
        of={{
          signature: <code>{id}</code>,
          outcome: <Outcome of={value} />,
          slot: <SlotLink slot={memberOf(value, 'slot')} />,
          status: <Status of={memberOf(value, 'status')} />,
          time: time(memberOf(value, 'blockTime')),
          fee: sol(memberOf(value, 'meta', 'fee')),
          units: String(memberOf(value, 'meta', 'computeUnitsConsumed') ?? '–'),
          version: String(memberOf(value, 'version') ?? '–'),
          'recent blockhash': (
            <code>{String(memberOf(value, 'transaction', 'message', 'recentBlockhash') ?? '–')}</code>
          ),
        }}
      />
      <Statuses of={value} />
      <Sent of={send} />
      <h2>Instructions</h2>
      <ol class="tree">
        {callsOf(value).map((call, i) => (
          <CallView key={i} call={call} nameOf={nameOf} />
        ))}
      </ol>
      <Events of={listOf(memberOf(value, 'events'))} />
      <h2>Accounts and balances</h2>
      <Table
        label="accounts and balances"
        head={['account', 'role', 'before', 'after', 'change']}
        rows={listOf(memberOf(value, 'balances')).map((each) => [
          <AccountLink address={String(memberOf(each, 'address'))} known={memberOf(each, 'name') as string | null} />,
          [memberOf(each, 'signer') && 'signer', memberOf(each, 'writable') && 'writable'].filter(Boolean).join(', ') ||
            'read',
          sol(memberOf(each, 'before')),
          sol(memberOf(each, 'after')),
          change(memberOf(each, 'before'), memberOf(each, 'after')),
        ])}
      />
      <h2>Token balances</h2>
      <Table
        label="token balances"
        head={['account', 'mint', 'owner', 'before', 'after']}
        rows={listOf(memberOf(value, 'tokenBalances')).map((each) => [
          <AccountLink address={String(memberOf(each, 'account'))} />,
          <AccountLink address={String(memberOf(each, 'mint'))} />,
          <AccountLink address={String(memberOf(each, 'owner'))} />,
          amount(memberOf(each, 'before'), memberOf(each, 'decimals')),
          amount(memberOf(each, 'after'), memberOf(each, 'decimals')),
        ])}
      />
      <details>
        <summary>Raw</summary>
        <Raw params={params} />
        <JsonView value={value} />
      </details>
    </main>
  );
}

function change(before: Json | undefined, after: Json | undefined) {
  if (before === null || before === undefined || after === null || after === undefined) return '–';
  const difference = BigInt(after as bigint) - BigInt(before as bigint);
  return difference === 0n ? (
    ''
  ) : (
    <b class={difference > 0n ? 'goodText' : 'badText'}>
      {difference > 0n ? '+' : ''}
      {sol(difference)}
    </b>
  );
}

function amount(units: Json | undefined, decimals: Json | undefined): string {
  if (units === null || units === undefined) return '–';
  const digits = String(units).padStart(Number(decimals ?? 0) + 1, '0');
  const point = digits.length - Number(decimals ?? 0);
  const rest = digits.slice(point).replace(/0+$/, '');
  return `${digits.slice(0, point)}${rest === '' ? '' : `.${rest}`}`;
}

/** That programs with an IDL have logged. */
function Events({ of }: { of: readonly Json[] }) {
  if (of.length === 0) return null;
  return (
    <>
      <h2>Events</h2>
      <ol class="tree">
        {of.map((event, i) => (
          <li key={i}>
            <b>{String(memberOf(event, 'event'))}</b> <span class="dim">{String(memberOf(event, 'program'))}</span>
            <JsonView value={memberOf(event, 'fields') ?? null} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** What getSignatureStatuses would say with the tips as they are. */
function Statuses({ of }: { of: Json }) {
  const status = memberOf(of, 'status');
  const slot = Number(memberOf(of, 'slot'));
  const isThere = (tip: 'processed' | 'confirmed' | 'finalized') => status !== 'dropped' && slot <= tipOf(tip);
  return (
    <p class="row">
      {(['processed', 'confirmed', 'finalized'] as const).map((tip) => (
        <span key={tip} class={isThere(tip) ? 'goodText' : 'dim'}>
          {isThere(tip) ? '✓' : '○'} {tip}
        </span>
      ))}
      {status === 'dropped' && <b class="is-dropped">dropped by a reorganization</b>}
    </p>
  );
}

/** What became of a transaction that was sent, and the rule that decided. */
function Sent({ of }: { of: Json | undefined }) {
  if (of === undefined) return null;
  const rule = memberOf(of, 'rule');
  const found = memberOf(of, 'slot');
  const error = sendErrorText(of);
  return (
    <section class="box">
      <h2>Sent</h2>
      <Facts
        of={{
          outcome: sendOutcomeText(memberOf(of, 'outcome')),
          rule:
            rule === null || rule === undefined ? (
              'none: as the programs have it'
            ) : (
              <a href="#/rules">{String(rule)}</a>
            ),
          ...(error !== undefined && { error: <span class="is-failed">{error}</span> }),
          ...(found !== undefined && { slot: <SlotLink slot={found} /> }),
          ...(listOf(memberOf(of, 'assumed')).length > 0 && {
            'assumed to do nothing': listOf(memberOf(of, 'assumed')).join(', '),
          }),
        }}
      />
    </section>
  );
}

interface CallViewed {
  readonly call: Call;
  readonly nameOf: (address: string) => string | null | undefined;
}

function CallView({ call, nameOf }: CallViewed) {
  const { described, instruction, program } = call;
  const type = memberOf(instruction, 'parsed', 'type');
  const called = memberOf(described ?? instruction, 'program');
  const info = memberOf(instruction, 'parsed', 'info');
  return (
    <li>
      <div>
        <b>{String(memberOf(described, 'instruction') ?? type ?? 'instruction')}</b>{' '}
        <AccountLink address={program} known={nameOf(program) ?? null} />
        {called !== undefined && <span class="dim"> {String(called)}</span>}
        {call.units !== undefined && <span class="dim"> {call.units} units</span>}
        {call.outcome === 'failed' && <b class="is-failed"> failed</b>}
      </div>
      <JsonView value={argumentsOf(call) ?? info ?? memberOf(instruction, 'parsed') ?? instruction} />
      {call.logs.length > 0 && <pre class="logs">{call.logs.join('\n')}</pre>}
      {call.calls.length > 0 && (
        <ol class="tree">
          {call.calls.map((each, i) => (
            <CallView key={i} call={each} nameOf={nameOf} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** With the accounts by name. */
function argumentsOf({ described, instruction }: Call): Json | undefined {
  if (described === undefined) return undefined;
  const accounts = memberOf(described, 'accounts') ?? {};
  const named = Object.values(accounts as JsonObject);
  const others = listOf(memberOf(instruction, 'accounts')).filter((account) => !named.includes(account));
  return { args: memberOf(described, 'args') ?? {}, accounts, ...(others.length > 0 && { 'other accounts': others }) };
}

function Raw({ params }: { params: Json[] }) {
  const { error, value } = useAnswer('getTransaction', params, moves);
  const bytes = listOf(memberOf(value, 'transaction'))[0];
  return (
    <>
      <p class="dim">{publicUrl(fork.value)}: getTransaction in base64</p>
      <pre class="json">{String(bytes ?? error ?? 'at the confirmed tip there is none')}</pre>
    </>
  );
}
