import { useAnswer } from './answers.ts';
import type { AnswerTo } from './answerTypes.ts';
import { clock } from './format.ts';
import { type Json, parseJson } from './json.ts';
import { labelledParams } from './labels.ts';
import { JsonView } from './links.tsx';
import { calls, moves, resets } from './live.ts';
import { Failed } from './parts.tsx';

/** The subscriptions of apps, newest first, each with the notifications that its client got. */
export function SubscriptionsScreen() {
  const { error, value } = useAnswer('stillnode_subscriptions', [], moves, resets, calls);
  const all = [...(value ?? [])].reverse();
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

type SubscriptionAnswer = AnswerTo<'stillnode_subscriptions'>[number];

function Subscription({ subscription }: { subscription: SubscriptionAnswer }) {
  const { count, id, isOpen, method, params, timeMs } = subscription;
  const notifications = [...subscription.notifications].reverse();
  return (
    <section class="box">
      <h2 class="title">
        {method} <span class="dim">{id}</span>{' '}
        <span class={isOpen ? 'goodText' : 'dim'}>{isOpen ? '● open' : '○ ended'}</span>
      </h2>
      <p>
        <code>{labelledParams(params)}</code>
      </p>
      <p class="dim">
        since {clock(timeMs)}, {count} {count === 1 ? 'notification' : 'notifications'}
        {count > notifications.length && `, the newest ${notifications.length} of them:`}
      </p>
      {notifications.map(({ isDropped, result, slot, timeMs }, i) => (
        <details key={count - i} open={i === 0}>
          <summary>
            {clock(timeMs)} in slot {String(slot)}
            {isDropped && <b class="is-fault"> dropped by a fault</b>}
          </summary>
          <Result text={result} />
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
