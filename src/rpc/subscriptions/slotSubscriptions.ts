import type { JsonText } from '../../codec/jsonText.ts';
import type { Block } from '../../solana/block.ts';
import { anyOf, type Members, objectOf, type Schema, withNote, withNoteAlone, wordOf } from '../openrpc/schema.ts';
import { COUNT, U64 } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { NOTHING, type Notice, subscription } from './subscription.ts';

/**
 * The subscriptions to slots; none takes parameters.
 * @module
 */

/** Source   agave 4.1 rpc_subscriptions.rs, SlotInfo */
export const slot = subscription({
  kind: 'slot',
  name: 'slotSubscribe',
  summary: 'each new slot, before its block can be read',
  params: NO_PARAMS,
  result: objectOf({ slot: U64, parent: U64, root: U64 }),
  errors: [],

  noticesFor(event) {
    if (event.kind !== 'created') return NOTHING;
    const { parentSlot, slot } = event.block;
    return [{ result: `{"slot":${slot},"parent":${parentSlot},"root":${event.root}}` }];
  },
});

/** Source   agave 4.1 rpc_subscriptions.rs notify_roots */
export const root = subscription({
  kind: 'root',
  name: 'rootSubscribe',
  summary: 'each finalized slot, after the one before it',
  params: NO_PARAMS,
  result: withNote(U64, 'its slot'),
  errors: [],

  noticesFor: (event) => (event.kind === 'rooted' ? [{ result: `${event.slot}` }] : NOTHING),
});

/** The subscription is accepted from 4.5 on, and never notifies. Source   agave 4.5.0-alpha.4 rpc_pubsub.rs vote_subscribe */
export const vote = subscription({
  kind: 'vote',
  name: 'voteSubscribe',
  summary: 'nothing',
  params: NO_PARAMS,
  result: withNote({}, 'none'),
  errors: ['methodNotFound'],

  noticesFor: () => NOTHING,
});

const STATS = objectOf({
  numTransactionEntries: COUNT,
  numSuccessfulTransactions: COUNT,
  numFailedTransactions: COUNT,
  maxTransactionsPerEntry: COUNT,
});

function updateSchema(type: string, members: Members = {}): Schema {
  return objectOf({ type: wordOf(type), slot: U64, timestamp: withNote(COUNT, 'Unix milliseconds'), ...members });
}

/**
 * Units    timestamp: Unix milliseconds of the clock of this machine
 * Source   agave 4.1 rpc-client-types SlotUpdate
 */
export const slotsUpdates = subscription({
  kind: 'slotsUpdates',
  name: 'slotsUpdatesSubscribe',
  summary: 'the stages of each block: createdBank, completed, frozen, optimisticConfirmation, root',
  params: NO_PARAMS,
  result: withNoteAlone(
    anyOf(
      updateSchema('createdBank', { parent: U64 }),
      updateSchema('completed'),
      updateSchema('frozen', { stats: STATS }),
      updateSchema('optimisticConfirmation'),
      updateSchema('root'),
    ),
    '`{type, slot, timestamp}`, with `parent` or `stats`',
  ),
  errors: [],

  noticesFor(event, _params, { now }) {
    const timestamp = `"timestamp":${now()}`;
    switch (event.kind) {
      case 'created':
        return [update('createdBank', event.block.slot, `"parent":${event.block.parentSlot},${timestamp}`)];
      case 'frozen': {
        const { slot } = event.block;
        return [
          update('completed', slot, timestamp),
          update('frozen', slot, `${timestamp},"stats":${stats(event.block)}`),
        ];
      }
      case 'confirmed':
        return [update('optimisticConfirmation', event.slot, timestamp)];
      case 'rooted':
        return [update('root', event.slot, timestamp)];
      default:
        return NOTHING;
    }
  },
});

function update(type: string, slot: bigint, members: JsonText): Notice {
  return { result: `{"type":"${type}","slot":${slot},${members}}` };
}

/** The statistics of a block, with one entry for each transaction. As on a node, failed transactions count as successful ones too. */
function stats({ transactions = [] }: Block): JsonText {
  const count = transactions.length;
  const failed = transactions.filter(({ err }) => err !== null).length;
  return `{"numTransactionEntries":${count},"numSuccessfulTransactions":${count},"numFailedTransactions":${failed},"maxTransactionsPerEntry":${Math.min(count, 1)}}`;
}
