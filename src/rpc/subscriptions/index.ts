import { account } from './accountSubscribe.ts';
import { block } from './blockSubscribe.ts';
import { logs } from './logsSubscribe.ts';
import { program } from './programSubscribe.ts';
import { root } from './rootSubscribe.ts';
import { signature } from './signatureSubscribe.ts';
import { slot } from './slotSubscribe.ts';
import { slotsUpdates } from './slotsUpdatesSubscribe.ts';
import type { Subscription } from './subscription.ts';

/**
 * Every subscription, in the order in which they are told of one event. The signatures come last: who reacts to one has been sent
 * everything else.
 */
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
