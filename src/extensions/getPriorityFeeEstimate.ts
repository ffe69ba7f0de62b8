import { floatText, type JsonText } from '../codec/jsonText.ts';
import { lookedUpAddresses } from '../ledger/lookupTables.ts';
import type { LedgerView } from '../ledger/view.ts';
import { method, viewAt } from '../rpc/methods/method.ts';
import { listOf, objectOf, orNull, tupleOf } from '../rpc/openrpc/schema.ts';
import { FLOAT, TEXT, U64 } from '../rpc/openrpc/schemas.ts';
import { accountKeysOf } from '../solana/accountKeys.ts';
import type { Address } from '../solana/address.ts';
import type { Message } from '../solana/transaction.ts';
import { type FeeEstimateRequest, feeEstimateParams, type PriorityLevel } from './feeEstimateRequest.ts';
import { detailsText, FEE_LEVELS, type FeeLevel, type FeeLevels, greatestLevels, levelsText } from './feeLevels.ts';
import { groupPrices } from './feeSamples.ts';

const MIN_RECOMMENDED = 10_000;

const LEVEL_OF: Readonly<Record<PriorityLevel, FeeLevel>> = {
  Min: 'min',
  Low: 'low',
  Medium: 'medium',
  High: 'high',
  VeryHigh: 'veryHigh',
  UnsafeMax: 'unsafeMax',
  Default: 'medium',
};

const levels = objectOf(Object.fromEntries(FEE_LEVELS.map((level) => [level, FLOAT])));
const statistics = objectOf({
  estimates: levels,
  mean: orNull(FLOAT),
  stdev: orNull(FLOAT),
  skew: orNull(FLOAT),
  count: U64,
});

/**
 * A method of Helius, from the blocks up to the processed tip.
 *
 * Units    micro-lamports for a compute unit
 * Source   helius-labs atlas-priority-fee-estimator 59971bf, getPriorityFeeEstimate
 */
export const getPriorityFeeEstimate = method({
  name: 'getPriorityFeeEstimate',
  summary: 'the priority fee that recent transactions offered, also for writing the given accounts',
  params: feeEstimateParams,
  result: '`{priorityFeeEstimate, priorityFeeLevels, priorityFeeEstimateDetails}`, each if it is wanted',
  schema: objectOf({
    'priorityFeeEstimate?': FLOAT,
    'priorityFeeLevels?': levels,
    'priorityFeeEstimateDetails?': listOf(tupleOf(TEXT, statistics)),
  }),
  errors: ['invalidExtensionRequest', 'notRecorded'],

  answer(request, context) {
    const view = viewAt(context, 'processed');
    const { accountKeys, message, wants } = request;
    const accounts = message === undefined ? accountKeys : accountsOf(message, view);
    const groups = groupPrices(view, accounts, request);
    if (groups.size === 0)
      context.reasons?.add(`no block up to the processed tip, ${view.slot}, has a successful transaction with a price`);
    const greatest = greatestLevels(groups);
    const members: JsonText[] = [];
    if (!wants.levels || wants.level !== undefined)
      members.push(`"priorityFeeEstimate":${floatText(estimateFrom(greatest, wants))}`);
    if (wants.levels) members.push(`"priorityFeeLevels":${levelsText(greatest)}`);
    if (wants.details) members.push(`"priorityFeeEstimateDetails":${detailsText(groups)}`);
    return `{${members.join(',')}}`;
  },
});

function estimateFrom(levels: FeeLevels, { level, recommended }: FeeEstimateRequest['wants']): number {
  if (level !== undefined) return levels[LEVEL_OF[level]];
  return recommended ? Math.max(levels.medium, MIN_RECOMMENDED) : levels.medium;
}

/** The static accounts that a message writes, and all that it loads from lookup tables. */
function accountsOf(message: Message, view: LedgerView): readonly Address[] {
  const { isWritable } = accountKeysOf(message, undefined);
  const writtenKeys = message.accountKeys.filter((_key, index) => isWritable(index));
  return [...writtenKeys, ...lookedUpAddresses(view, message.addressTableLookups ?? [])];
}
