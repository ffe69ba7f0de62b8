import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { tipHeight, transactionCount } from '../../ledger/blockQueries.ts';
import { epochPositionOf, epochScheduleOf, slotsInEpoch } from '../../ledger/epochs.ts';
import { type ContextConfig, readContextParams } from '../params/accountConfig.ts';
import { type Method, viewFrom } from './method.ts';

/** Source   agave 4.1 bank.rs get_epoch_info */
export const getEpochInfo: Method<ContextConfig> = {
  name: 'getEpochInfo',

  describe: ({ CONTEXT_CONFIG, objectOf, U64 }) => ({
    summary: 'the position of the tip in its epoch',
    params: { 'config?': CONTEXT_CONFIG },
    result: '`{absoluteSlot, blockHeight, epoch, slotIndex, slotsInEpoch, transactionCount}`',
    schema: objectOf({
      absoluteSlot: U64,
      blockHeight: U64,
      epoch: U64,
      slotIndex: U64,
      slotsInEpoch: U64,
      transactionCount: U64,
    }),
    errors: ['minContextSlotNotReached', 'notInBlocks'],
  }),

  readParams: readContextParams,

  answer(config, context) {
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
};
