import { type JsonObject, stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { PerformanceSample } from '../../ledger/clusterFacts.ts';
import { samplesOf } from '../../ledger/performanceSamples.ts';
import { listOf, objectOf, withName, withNote } from '../openrpc/schema.ts';
import { COUNT, SLOT, U64 } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { checked, withDefault } from '../params/paramType.ts';
import { usize, within } from '../params/usualTypes.ts';
import { method } from './method.ts';

/** a sample a minute, for twelve hours */
const MAX_LIMIT = 720;

const performanceSample = withName(
  'PerformanceSample',
  objectOf({
    numNonVoteTransactions: U64,
    numSlots: COUNT,
    numTransactions: U64,
    samplePeriodSecs: COUNT,
    slot: SLOT,
  }),
);

const limit = checked(within(usize, 0, MAX_LIMIT), (count) => {
  if (count > MAX_LIMIT) throw rpcErrors.invalidLimit(MAX_LIMIT);
  return Number(count);
});

/**
 * Units    samplePeriodSecs: seconds (u16)
 * Source   agave 4.1 rpc.rs get_recent_performance_samples
 */
export const getRecentPerformanceSamples = method({
  name: 'getRecentPerformanceSamples',
  summary: 'transactions and slots by minute',
  params: params({ limit: withDefault(limit, MAX_LIMIT) }),
  result: withNote(listOf(performanceSample), 'newest first'),
  errors: ['invalidLimit', 'notInLedger'],

  answer({ limit }, { ledger, reasons }) {
    const { performanceSamples, validators } = ledger.clusterFacts;
    if (performanceSamples === undefined && validators === undefined)
      throw rpcErrors.notInLedger('how its cluster performed', 'performanceSamples');
    const samples = performanceSamples ?? samplesOf(ledger, limit);
    reasons?.cutAt(limit, samples.length, 'sample');
    return stringifyJson(samples.slice(0, limit).map(encodeSample));
  },
});

function encodeSample(sample: PerformanceSample): JsonObject {
  const { slot, numSlots, numTransactions, numNonVoteTransactions, samplePeriodSecs } = sample;
  return { slot, numSlots, numTransactions, numNonVoteTransactions, samplePeriodSecs };
}
