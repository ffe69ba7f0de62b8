import { listOf, objectOf, orNull, withName, withNote } from '../../rpc/openrpc/schema.ts';
import { COUNT, SLOT, TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

const MOVE = withName(
  'LoggedMoveInfo',
  objectOf({
    afterCall: withNote(COUNT, 'id of the newest call before it, as in `stillnode_calls`; 0: none'),
    count: withNote(COUNT, 'number of equal moves: those without a call in between are one item'),
    method: withNote(orNull(TEXT), 'the control method; null: time passed by itself'),
    params: withNote(orNull(TEXT), 'its arguments as JSON text, cut after 1000 characters'),
    slot: withNote(SLOT, 'the processed slot after it'),
  }),
  'a control call that changed the ledger, and where it stands among the calls',
);

export const moves = controlMethod({
  name: 'moves',
  effect: 'reads',
  summary: 'what moved or changed the ledger since it was loaded or reset: control calls, and time; the newest 1000',
  doc: ['A send that makes a block is a call of the journal, not a move.'],
  result: withNote(listOf(MOVE), 'newest last'),

  run: (_, { live }) =>
    live.moves.moves.map(({ afterCall, count, method = null, params = null, slot }) => ({
      afterCall,
      count,
      method,
      params,
      slot,
    })),
});
