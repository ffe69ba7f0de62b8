import { type Json, listOf, memberOf } from './json.ts';

/** The test of the trace that the page shows: its name, its errors, and what is not in the trace. */
export function TraceHead({ trace }: { trace: Json }) {
  const errors = listOf(memberOf(trace, 'errors')).map(String);
  const cut = listOf(memberOf(trace, 'cut')).map(String);
  const { stillnode, agave } = memberOf(trace, 'versions') as { readonly [name: string]: Json };
  return (
    <details class="box traceHead" open>
      <summary>
        <b>{String(memberOf(trace, 'test'))}</b>{' '}
        <span class={errors.length > 0 ? 'is-failed' : 'dim'}>{errors.length > 0 ? 'failed' : 'passed'}</span>{' '}
        <span class="dim">
          the ledger at its end: stillnode {String(stillnode)}, Agave {String(agave)}
        </span>
      </summary>
      {errors.map((error, i) => (
        <pre key={i}>{error}</pre>
      ))}
      {cut.length > 0 && <p>This file was cut; it does not have {cut.join(', ')}.</p>}
    </details>
  );
}
