import { useAnswer } from './answers.ts';
import { clock } from './format.ts';
import { type Json, listOf, memberOf, parseJson } from './json.ts';
import { labelledParams } from './labels.ts';
import { JsonView } from './links.tsx';
import { calls, moves, resets } from './live.ts';
import { Failed } from './parts.tsx';

/** The subscriptions of apps, newest first, each with the notifications that its client got. */
export function SubscriptionsScreen() {
  const { error, value } = useAnswer('stillnode_subscriptions', [], moves, resets, calls);
  const all = [...listOf(value)].reverse();
  return (
    <main aria-busy={value === undefined && error === undefined}>
      <h1>Subscriptions</h1>
      {error !== undefined && <Failed>{error}</Failed>}
      {value !== undefined && all.length === 0 && <p>No subscriptions yet. Those of apps are listed here.</p>}
      {all.map((subscription, i) => (
        <Subscription key={i} subscription={subscription} />
      ))}
    </main>
  );
}

function Subscription({ subscription }: { subscription: Json }) {
  const isOpen = memberOf(subscription, 'isOpen') === true;
  const notifications = [...listOf(memberOf(subscription, 'notifications'))].reverse();
  const count = Number(memberOf(subscription, 'count'));
  return (
    <section class="box">
      <h2 class="title">
        {String(memberOf(subscription, 'method'))} <span class="dim">{String(memberOf(subscription, 'id'))}</span>{' '}
        <span class={isOpen ? 'goodText' : 'dim'}>{isOpen ? '● open' : '○ ended'}</span>
      </h2>
      <p>
        <code>{labelledParams(memberOf(subscription, 'params') ?? [])}</code>
      </p>
      <p class="dim">
        since {clock(Number(memberOf(subscription, 'timeMs')))}, {count}{' '}
        {count === 1 ? 'notification' : 'notifications'}
        {count > notifications.length && `, the newest ${notifications.length} of them:`}
      </p>
      {notifications.map((notification, i) => (
        <details key={count - i} open={i === 0}>
          <summary>
            {clock(Number(memberOf(notification, 'timeMs')))} in slot {String(memberOf(notification, 'slot'))}
            {memberOf(notification, 'isDropped') === true && <b class="is-fault"> dropped by a fault</b>}
          </summary>
          <Result text={String(memberOf(notification, 'result'))} />
        </details>
      ))}
    </section>
  );
}

/** The result of a notification. A long one was cut, and cannot be read as JSON. */
function Result({ text }: { text: string }) {
  let value: Json;
  try {
    value = parseJson(text);
  } catch {
    return <pre class="json">{text}…</pre>;
  }
  return <JsonView value={value} />;
}
