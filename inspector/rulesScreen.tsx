import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { act, failure, fork } from './client.ts';
import { sendErrorText } from './described.ts';
import { type Json, jsonText, listOf, memberOf, parseJson } from './json.ts';
import { calls, moves, resets, rules } from './live.ts';
import { JsonView, SlotLink, Table, TransactionLink, useAnswer } from './parts.tsx';
import { sendOutcomeText } from './words.tsx';

/** Faults, send rules, and what became of what was sent. */
export function RulesScreen() {
  return (
    <main>
      <h1>Rules</h1>
      <Rules
        title="Faults of calls"
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

interface Verbs {
  readonly title: string;
  readonly list: string;
  readonly add: string;
  readonly remove: string;
  readonly example: Json;
}

interface OffRule {
  readonly add: string;
  readonly fork: string | undefined;
  readonly rule: Json;
}

/** Rules that were switched off on this page: the node does not have them. */
const off = signal<readonly OffRule[]>([]);

function Rules({ add, example, list, remove, title }: Verbs) {
  const { value } = useAnswer(`stillnode_${list}`, [], rules, resets, calls);
  const switchedOff = off.value.filter((each) => each.add === add && each.fork === fork.value);
  const changed = () => void rules.value++;
  const switchOff = async (id: string, rule: Json) => {
    if ((await act(remove, [id])) === undefined) return;
    off.value = [...off.value, { add, fork: fork.value, rule }];
    changed();
  };
  const switchOn = async (each: OffRule) => {
    if ((await act(add, [each.rule])) === undefined) return;
    off.value = off.value.filter((other) => other !== each);
    changed();
  };
  const rows = listOf(value).map((each) => {
    const id = String(memberOf(each, 'id'));
    const rule = memberOf(each, 'rule') ?? null;
    return [
      id,
      String(memberOf(each, 'hits')),
      <JsonView value={rule} />,
      <>
        <button type="button" onClick={() => switchOff(id, rule)}>
          switch off
        </button>{' '}
        <button type="button" onClick={() => act(remove, [id]).then(changed)}>
          remove
        </button>
      </>,
    ];
  });
  const offRows = switchedOff.map((each) => [
    <span class="dim">off</span>,
    '',
    <JsonView value={each.rule} />,
    <button type="button" onClick={() => switchOn(each)}>
      switch on
    </button>,
  ]);
  return (
    <section>
      <h2>{title}</h2>
      <Table label={title} head={['id', 'hits', 'rule', 'do']} rows={[...rows, ...offRows]} />
      <Add verb={add} example={example} onAdded={changed} />
    </section>
  );
}

function Add({ example, onAdded, verb }: { verb: string; example: Json; onAdded: () => void }) {
  const [text, setText] = useState(() => jsonText(example));
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      if ((await act(verb, [parseJson(text)])) !== undefined) onAdded();
    } catch (error) {
      failure.value = (error as Error).message;
    }
  };
  return (
    <form onSubmit={submit} class="box">
      <label>
        A new one, as for stillnode_{verb}
        <textarea rows={5} value={text} onInput={(event) => setText(event.currentTarget.value)} spellcheck={false} />
      </label>
      <button type="submit">add</button>
    </form>
  );
}

function Sends() {
  const { value } = useAnswer('stillnode_sent', [], rules, resets, calls, moves);
  return (
    <section>
      <h2>Sends</h2>
      <Table
        label="sends"
        head={['transaction', 'outcome', 'rule', 'slot', 'error']}
        rows={[...listOf(value)]
          .reverse()
          .map((each) => [
            <TransactionLink signature={String(memberOf(each, 'signature'))} />,
            sendOutcomeText(memberOf(each, 'outcome')),
            String(memberOf(each, 'rule') ?? '–'),
            <SlotLink slot={memberOf(each, 'slot')} />,
            <span class="is-failed">{sendErrorText(each)}</span>,
          ])}
      />
    </section>
  );
}
