import { withNote } from '../openrpc/schema.ts';
import { SLOT } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { orDefaults } from '../params/structType.ts';
import { contextConfig } from '../params/usualTypes.ts';
import { method, viewFrom } from './method.ts';

/** Source   agave 4.1 rpc.rs get_slot */
export const getSlot = method({
  name: 'getSlot',
  summary: 'the tip at a commitment',
  params: params({ config: orDefaults(contextConfig) }),
  result: withNote(SLOT, 'the tip'),
  errors: ['minContextSlotNotReached'],

  answer({ config }, context) {
    return `${viewFrom(context, config).slot}`;
  },
});
