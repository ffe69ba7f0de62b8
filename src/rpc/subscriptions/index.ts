import { account, program } from './accountSubscriptions.ts';
import { root, slot, slotsUpdates, vote } from './slotSubscriptions.ts';
import type { Subscription } from './subscription.ts';
import { block, logs, signature } from './transactionSubscriptions.ts';

/** All kinds of subscriptions, in the order of their notifications for one event: clients react to signatures, so these come last. */
export const SUBSCRIPTIONS = [
  slot,
  slotsUpdates,
  root,
  account,
  program,
  logs,
  block,
  signature,
] as readonly Subscription[];

/** The subscriptions of a socket: votes too, although newer nodes notify of none. */
export const ON_SOCKETS: readonly Subscription[] = [...SUBSCRIPTIONS, vote as Subscription];
