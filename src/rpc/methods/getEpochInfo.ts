import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { tipHeight, transactionCount } from '../../ledger/blockQueries.ts';
import { epochPositionOf, epochScheduleOf, slotsInEpoch } from '../../ledger/epochs.ts';
import { objectOf } from '../openrpc/schema.ts';
import { COUNT, SLOT } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { orDefaults } from '../params/structType.ts';
import { contextConfig } from '../params/usualTypes.ts';
import { method, viewFrom } from './method.ts';

/** Source   agave 4.1 bank.rs get_epoch_info */
export const getEpochInfo = method({
  name: 'getEpochInfo',
  summary: 'the position of the tip in its epoch',
  params: params({ config: orDefaults(contextConfig) }),
  result: objectOf({
    absoluteSlot: SLOT,
    blockHeight: SLOT,
    epoch: SLOT,
    slotIndex: COUNT,
    slotsInEpoch: COUNT,
    transactionCount: COUNT,
  }),
  errors: ['minContextSlotNotReached', 'notInBlocks'],

  answer({ config }, context) {
    const view = viewFrom(context, config);
    const schedule = epochScheduleOf(context.ledger);
    const { epoch, slotIndex } = epochPositionOf(schedule, view.slot);
    const blockHeight = tipHeight(view);
    if (blockHeight === undefined) throw rpcErrors.notInBlocks('its block height');
    return stringifyJson({
      absoluteSlot: view.slot,
      blockHeight,
      epoch,
      slotIndex,
      slotsInEpoch: slotsInEpoch(schedule, epoch),
      transactionCount: transactionCount(view),
    });
  },
});
