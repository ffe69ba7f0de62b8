import { RpcError, rpcErrors } from '../../errors.ts';
import { visibleBlocks } from '../../ledger/blockQueries.ts';
import { atLeastConfirmed, type ContextConfig, readContextConfig } from '../params/accountConfig.ts';
import { optional, type Param, readU64 } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { type Method, viewFrom } from './method.ts';

const MAX_RANGE = 500_000;

interface Params {
  readonly start: bigint;
  /** undefined: the longest range that is allowed */
  readonly end: bigint | undefined;
  readonly config: ContextConfig;
}

/** Source   agave 4.1 rpc.rs get_blocks, RpcBlocksConfigWrapper */
export const getBlocks: Method<Params> = {
  name: 'getBlocks',

  describe: ({ anyOf, CONFIRMED_CONFIG, listOf, U64 }) => ({
    summary: 'the slots of a range that hold blocks',
    params: { start: U64, 'endOrConfig?': anyOf(U64, CONFIRMED_CONFIG), 'config?': CONFIRMED_CONFIG },
    result: 'slots that hold blocks, ascending, both ends included',
    schema: listOf(U64),
    errors: ['commitmentBelowConfirmed', 'minContextSlotNotReached', 'slotRangeTooLarge'],
  }),

  readParams(params) {
    const [first, second, third] = readPositional(params, 1, 3);
    const start = readU64(first!);
    const { end, config } = readEndOrConfig(second);
    const lastConfig = optional(third, readContextConfig);
    return { start, end, config: lastConfig ?? config };
  },

  answer({ start, end, config }, context) {
    const commitment = atLeastConfirmed(config.commitment ?? 'finalized');
    const view = viewFrom(context, { ...config, commitment });
    const last = min(end ?? start + BigInt(MAX_RANGE), view.slot);
    if (last < start) {
      context.reasons?.slotList({ first: start, last: end, found: [] }, view);
      return '[]';
    }
    if (last - start > MAX_RANGE) throw rpcErrors.slotRangeTooLarge(MAX_RANGE);
    const found = visibleBlocks(view, start, last, Number.POSITIVE_INFINITY);
    context.reasons?.slotList({ first: start, last: end, found }, view);
    return `[${found.join(',')}]`;
  },
};

function readEndOrConfig(param: Param): Pick<Params, 'end' | 'config'> {
  try {
    if (typeof param === 'number' || typeof param === 'bigint')
      return { end: readU64(param), config: readContextConfig(undefined) };
    return { end: undefined, config: readContextConfig(param) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw rpcErrors.invalidParams('data did not match any variant of untagged enum RpcBlocksConfigWrapper');
  }
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
