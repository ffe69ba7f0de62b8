import { type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { PerformanceSample } from '../../ledger/cluster.ts';
import { samplesOf } from '../../ledger/performance.ts';
import { optional, readU64 } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import type { Method } from './method.ts';

/** a sample a minute, for twelve hours */
const MAX_LIMIT = 720;

interface Params {
  readonly limit: number;
}

/**
 * Units    samplePeriodSecs: seconds (u16)
 * Source   agave 4.1 rpc.rs get_recent_performance_samples
 */
export const getRecentPerformanceSamples: Method<Params> = {
  name: 'getRecentPerformanceSamples',

  describe({ listOf, objectOf, U64 }) {
    const performanceSample = objectOf({
      numNonVoteTransactions: U64,
      numSlots: U64,
      numTransactions: U64,
      samplePeriodSecs: U64,
      slot: U64,
    });
    return {
      summary: 'transactions and slots by minute',
      params: { 'limit?': { type: 'integer', minimum: 0, maximum: MAX_LIMIT, default: MAX_LIMIT } },
      result: 'list, newest first',
      schema: listOf(performanceSample),
      errors: ['invalidLimit', 'notInLedger'],
    };
  },

  readParams(params) {
    const [limitParam] = readPositional(params, 0, 1);
    const limit = optional(limitParam, readLimit) ?? BigInt(MAX_LIMIT);
    if (limit > MAX_LIMIT) throw rpcErrors.invalidLimit(MAX_LIMIT);
    return { limit: Number(limit) };
  },

  answer({ limit }, { ledger, reasons }) {
    const { performanceSamples, validators } = ledger.cluster;
    if (performanceSamples === undefined && validators === undefined)
      throw rpcErrors.notInLedger('how its cluster performed', 'performanceSamples');
    const samples = performanceSamples ?? samplesOf(ledger, limit);
    reasons?.cutAt(limit, samples.length, 'sample');
    return stringifyJson(samples.slice(0, limit).map(encodeSample));
  },
};

function readLimit(value: JsonValue): bigint {
  return readU64(value, 'usize');
}

function encodeSample(sample: PerformanceSample): JsonObject {
  const { slot, numSlots, numTransactions, numNonVoteTransactions, samplePeriodSecs } = sample;
  return { slot, numSlots, numTransactions, numNonVoteTransactions, samplePeriodSecs };
}
