import { account, program } from './accountSubscriptions.ts';
import { root, slot, slotsUpdates } from './slotSubscriptions.ts';
import type { Subscription } from './subscription.ts';
import { block, logs, signature } from './transactionSubscriptions.ts';

/** Every subscription, in the order of their notifications for one event: clients react to signatures, so these come last. */
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
