import { assertNoParams } from '../params/positional.ts';
import { NOTHING, type Subscription } from './subscription.ts';

/** Unlike a node, which repeats the root before, each root is sent once. Source   agave 4.1 rpc_subscriptions.rs notify_roots */
export const root: Subscription<void> = {
  kind: 'root',
  name: 'rootSubscribe',

  describe: ({ U64 }) => ({
    summary: 'each finalized slot',
    params: {},
    result: 'its slot',
    schema: U64,
    errors: [],
  }),

  readParams: assertNoParams,

  tell: (event) => (event.kind === 'rooted' ? [{ result: `${event.slot}` }] : NOTHING),
};
