import { useState } from 'preact/hooks';
import { act, failure } from './client.ts';
import type { Json } from './json.ts';

/** A form that adds the usual faults of docs/control.md, without JSON. */

interface FaultKind {
  readonly title: string;
  /** the number that it takes; undefined: none */
  readonly number?: { readonly label: string; readonly value: string };
  readonly then: (number: number) => Json;
}

const KINDS: Readonly<Record<string, FaultKind>> = {
  http: {
    title: 'an HTTP status',
    number: { label: 'status', value: '429' },
    then: (status) => ({ http: { status } }),
  },
  error: {
    title: 'an RPC error',
    number: { label: 'code', value: '-32005' },
    then: (code) => ({ rpcError: { code, message: code === -32005 ? 'Node is unhealthy' : 'An error of the test' } }),
  },
  delay: {
    title: 'a late answer',
    number: { label: 'milliseconds', value: '2000' },
    then: (delayMs) => ({ delayMs }),
  },
  stale: {
    title: 'a node that is behind',
    number: { label: 'slots behind', value: '5' },
    then: (stale) => ({ stale }),
  },
  reset: { title: 'a reset of the connection', then: () => ({ reset: true }) },
  garbage: { title: 'a body that is not JSON', then: () => ({ garbage: true }) },
};

/** @param onAdded called when the node has the fault */
export function FaultForm({ onAdded }: { onAdded: () => void }) {
  const [method, setMethod] = useState('');
  const [kind, setKind] = useState('http');
  const [number, setNumber] = useState(KINDS.http!.number!.value);
  const [times, setTimes] = useState('1');
  const chosen = KINDS[kind]!;
  const add = async (event: Event) => {
    event.preventDefault();
    if (![number, times].every((text) => text === '' || Number.isSafeInteger(Number(text)))) {
      failure.value = 'fault: expected whole numbers';
      return;
    }
    const match = { ...(method !== '' && { method }), ...(times !== '' && { times: Number(times) }) };
    if ((await act('addFault', [{ match, then: chosen.then(Number(number)) }])) !== undefined) onAdded();
  };
  return (
    <form class="box row" aria-label="a new fault" onSubmit={add}>
      <label>
        calls of{' '}
        <input
          value={method}
          placeholder="every method"
          spellcheck={false}
          onInput={(event) => setMethod(event.currentTarget.value.trim())}
        />
      </label>
      <label>
        get{' '}
        <select
          value={kind}
          onChange={(event) => {
            setKind(event.currentTarget.value);
            setNumber(KINDS[event.currentTarget.value]!.number?.value ?? '');
          }}
        >
          {Object.entries(KINDS).map(([name, { title }]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {chosen.number !== undefined && (
        <label>
          {chosen.number.label}{' '}
          <input type="number" value={number} onInput={(event) => setNumber(event.currentTarget.value)} required />
        </label>
      )}
      <label>
        times{' '}
        <input
          type="number"
          min={1}
          value={times}
          placeholder="always"
          onInput={(event) => setTimes(event.currentTarget.value)}
        />
      </label>
      <button type="submit">add this fault</button>
    </form>
  );
}
