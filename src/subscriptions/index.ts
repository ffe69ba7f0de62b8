import { account } from './account.ts';
import { block } from './block.ts';
import { logs } from './logs.ts';
import { program } from './program.ts';
import { root } from './root.ts';
import { signature } from './signature.ts';
import { slot } from './slot.ts';
import { slotsUpdates } from './slotsUpdates.ts';
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
