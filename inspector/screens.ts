import { useEffect } from 'preact/hooks';
import { fork } from './client.ts';
import { memberOf } from './json.ts';
import { labelOf } from './labels.ts';
import { route } from './route.ts';
import { trace } from './trace.ts';

/**
 * The screens of the page, and the title of its tab.
 * @module
 */

export const SCREENS = ['timeline', 'calls', 'transactions', 'accounts', 'subscriptions', 'rules', 'session'] as const;

type ScreenName = (typeof SCREENS)[number];

/** The lists that screens of one item belong to. */
const LISTS: Readonly<Record<string, ScreenName>> = {
  '': 'timeline',
  slot: 'timeline',
  call: 'calls',
  tx: 'transactions',
  account: 'accounts',
};

/** The link in the bar that is marked. */
export function screenName(): string {
  const [screen = ''] = route.value;
  return LISTS[screen] ?? screen;
}

/** Gives the tab the title of what is shown: `Call 12 · stillnode`. */
export function useTitle(): void {
  const [screen = '', item] = route.value;
  const test = memberOf(trace, 'test');
  const ledger = test === undefined ? (fork.value === undefined ? '' : `${fork.value} · `) : `${String(test)} · `;
  const title = item === undefined ? screenName() : `${screen} ${labelOf(item)}`;
  useEffect(() => {
    document.title = `${title.charAt(0).toUpperCase()}${title.slice(1)} · ${ledger}stillnode`;
  }, [title, ledger]);
}
