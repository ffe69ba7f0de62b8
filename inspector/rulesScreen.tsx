import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { useAnswer } from './answers.ts';
import { act, failure, fork } from './client.ts';
import { sendErrorText } from './described.ts';
import { FaultForm } from './faultForm.tsx';
import { time } from './format.ts';
import { type Json, jsonText, memberOf, parseJson } from './json.ts';
import { JsonView, SlotLink, TransactionLink } from './links.tsx';
import { calls, moves, resets, rules } from './live.ts';
import { sendOutcomeText } from './outcomes.tsx';
import { Table } from './parts.tsx';
import { WITH_SUMMARIES } from './showConfig.ts';
import { Summary, transactionsIn } from './transactionTable.tsx';

/** Faults, send rules, and sends with their outcomes. */
export function RulesScreen() {
  return (
    <main>
      <h1>Rules</h1>
      <Rules
        title="Faults of calls"
        form={FaultForm}
        list="listFaults"
        add="addFault"
        remove="removeFault"
        example={{ match: { method: 'getLatestBlockhash', times: 2 }, then: { http: { status: 429 } } }}
      />
      <Rules
        title="Rules for sends"
        list="listSendRules"
        add="onSend"
        remove="removeSendRule"
        example={{ then: 'drop', times: 1 }}
      />
      <Sends />
    </main>
  );
}

/** The texts and control methods of faults, or of send rules. */
interface RuleKind {
  readonly title: string;
  readonly list: 'listFaults' | 'listSendRules';
  readonly add: string;
  readonly remove: string;
  readonly example: Json;
  /** a form for the usual rules; undefined: none */
  readonly form?: typeof FaultForm;
}

interface OffRule {
  readonly add: string;
  readonly fork: string | undefined;
  readonly rule: Json;
}

/** Rules that were switched off on this page: the node does not have them. */
const off = signal<readonly OffRule[]>([]);

function Rules({ add, example, form: Form, list, remove, title }: RuleKind) {
  const { value } = useAnswer(`stillnode_${list}` as const, [], rules, resets, calls);
  const switchedOff = off.value.filter((rule) => rule.add === add && rule.fork === fork.value);
  const changed = () => void rules.value++;
  const switchOff = async (id: string, rule: Json) => {
    if ((await act(remove, [id])) === undefined) return;
    off.value = [...off.value, { add, fork: fork.value, rule }];
    changed();
  };
  const switchOn = async (offRule: OffRule) => {
    if ((await act(add, [offRule.rule])) === undefined) return;
    off.value = off.value.filter((other) => other !== offRule);
    changed();
  };
  const rows = (value ?? []).map(({ hits, id, rule }) => {
    return [
      id,
      String(hits),
      <JsonView value={rule} />,
      <span class="changes">
        <button type="button" onClick={() => switchOff(id, rule)}>
          switch off
        </button>{' '}
        <button type="button" onClick={() => act(remove, [id]).then(changed)}>
          remove
        </button>
      </span>,
    ];
  });
  const offRows = switchedOff.map((offRule) => [
    <span class="dim">off</span>,
    '',
    <JsonView value={offRule.rule} />,
    <button type="button" onClick={() => switchOn(offRule)}>
      switch on
    </button>,
  ]);
  return (
    <section>
      <h2>{title}</h2>
      <Table label={title} head={['id', 'hits', 'rule', 'actions']} rows={[...rows, ...offRows]} />
      <div class="changes">
        {Form !== undefined && <Form onAdded={changed} />}
        <Add method={add} example={example} onAdded={changed} />
      </div>
    </section>
  );
}

function Add({ example, method, onAdded }: { method: string; example: Json; onAdded: () => void }) {
  const [text, setText] = useState(() => jsonText(example));
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      if ((await act(method, [parseJson(text)])) !== undefined) onAdded();
    } catch (error) {
      failure.value = (error as Error).message;
    }
  };
  return (
    <details>
      <summary>as JSON, with every member</summary>
      <form onSubmit={submit} class="box">
        <label>
          A new rule, as for stillnode_{method}
          <textarea rows={5} value={text} onInput={(event) => setText(event.currentTarget.value)} spellcheck={false} />
        </label>
        <button type="submit">add</button>
      </form>
    </details>
  );
}

function Sends() {
  const { value } = useAnswer('stillnode_sent', [], rules, resets, calls, moves);
  const ledgerAnswer = useAnswer('stillnode_show', [null, WITH_SUMMARIES], rules, resets, calls, moves);
  const bySignature = new Map(
    transactionsIn(ledgerAnswer.value).map((transaction) => [memberOf(transaction, 'signature'), transaction]),
  );
  return (
    <section>
      <h2>Sends</h2>
      <Table
        label="sends"
        head={['sent at', 'transaction', 'what it does', 'outcome', 'rule', 'slot', 'error', 'fate']}
        rows={[...(value ?? [])]
          .reverse()
          .map((send) => [
            <SentAt send={send} />,
            <TransactionLink signature={String(send.signature)} />,
            <Summary transaction={bySignature.get(send.signature) ?? {}} />,
            sendOutcomeText(send.outcome),
            send.rule ?? '–',
            <SlotLink slot={send.slot} />,
            <SendError send={send} />,
            send.why[0],
          ])}
      />
    </section>
  );
}

/** The processed slot when it was sent, and the time of that slot. */
function SentAt({ send: { sentSlot, sentTime } }: { send: { sentSlot: unknown; sentTime: number | null } }) {
  return <span title={sentTime === null ? undefined : time(sentTime)}>{String(sentSlot)}</span>;
}

function SendError({ send }: { send: Parameters<typeof sendErrorText>[0] }) {
  const text = sendErrorText(send);
  return text === undefined ? <span>–</span> : <span class="is-failed">{text}</span>;
}
