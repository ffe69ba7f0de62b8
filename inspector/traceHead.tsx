import { type Json, listOf, memberOf } from './json.ts';
import { TransactionLink } from './links.tsx';
import { hrefOf } from './route.ts';

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
      <Sends trace={trace} />
      {cut.length > 0 && <p>This file was cut; it does not have {cut.join(', ')}.</p>}
    </details>
  );
}

/** The most sends that the head lists. */
const LISTED = 5;

/** The newest transactions that the test sent. */
function Sends({ trace }: { trace: Json }) {
  const sends = [...listOf(memberOf(trace, 'answers', 'stillnode_sent', '[]', 'result'))].reverse();
  if (sends.length === 0) return null;
  return (
    <p class="row">
      sent:
      {sends.slice(0, LISTED).map((send, i) => (
        <TransactionLink key={i} signature={String(memberOf(send, 'signature'))} />
      ))}
      {sends.length > LISTED && <a href={hrefOf('rules')}>and {sends.length - LISTED} more</a>}
    </p>
  );
}
