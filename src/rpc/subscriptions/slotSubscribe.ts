import { assertNoParams } from '../params/positional.ts';
import { NOTHING, type Subscription } from './subscription.ts';

/** Source   agave 4.1 rpc_subscriptions.rs, SlotInfo */
export const slot: Subscription<void> = {
  kind: 'slot',
  name: 'slotSubscribe',

  describe: ({ objectOf, U64 }) => ({
    summary: 'each new slot, before its block can be read',
    params: {},
    result: '`{slot, parent, root}`',
    schema: objectOf({ slot: U64, parent: U64, root: U64 }),
    errors: [],
  }),

  readParams: assertNoParams,

  tell(event) {
    if (event.kind !== 'created') return NOTHING;
    const { parentSlot, slot } = event.block;
    return [{ result: `{"slot":${slot},"parent":${parentSlot},"root":${event.root}}` }];
  },
};
