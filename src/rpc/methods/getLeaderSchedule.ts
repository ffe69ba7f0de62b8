import { JsonFragment, type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { LeaderSchedule } from '../../ledger/cluster.ts';
import { epochOf, epochScheduleOf, slotsInEpoch } from '../../ledger/epochs.ts';
import { epochLeadersOf, leaderSlotsOf } from '../../ledger/leaders.ts';
import type { Address } from '../../solana/address.ts';
import { type CommitmentWord, readCommitment } from '../params/accountConfig.ts';
import { readAddress } from '../params/keyParams.ts';
import { optional, readString, readStruct, readU64 } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { type Method, viewAt } from './method.ts';

interface Config {
  readonly identity: string | undefined;
  readonly commitment: CommitmentWord | undefined;
}

interface Params {
  /** undefined: the tip */
  readonly slot: bigint | undefined;
  readonly identity: Address | undefined;
  readonly commitment: CommitmentWord | undefined;
}

/** Source   agave 4.1 rpc.rs get_leader_schedule */
export const getLeaderSchedule: Method<Params> = {
  name: 'getLeaderSchedule',

  describe({ ADDRESS, anyOf, COMMITMENT, listOf, mapOf, objectOf, orNull, U64 }) {
    const leaderConfig = objectOf({ 'identity?': ADDRESS, 'commitment?': COMMITMENT });
    return {
      summary: 'the leaders of an epoch',
      params: { 'slotOrConfig?': anyOf(U64, leaderConfig), 'config?': leaderConfig },
      result: 'by identity, its slots counted from the first of the epoch; `null` where they are not known',
      schema: orNull(mapOf(listOf(U64))),
      errors: ['notInLedger'],
    };
  },

  readParams(params) {
    const [slotOrConfig, configParam] = readPositional(params, 0, 2);
    const first = slotOrConfig === undefined ? undefined : readSlotOrConfig(slotOrConfig);
    const second = optional(configParam, readConfig);
    const isSlot = typeof first === 'bigint';
    const config = (isSlot ? undefined : first) ?? second;
    return {
      slot: isSlot ? first : undefined,
      identity: config?.identity === undefined ? undefined : readAddress(config.identity),
      commitment: config?.commitment,
    };
  },

  answer({ slot, identity, commitment }, context) {
    const epochs = epochScheduleOf(context.ledger);
    const epoch = epochOf(epochs, slot ?? viewAt(context, commitment).slot);
    const leaders = epochLeadersOf(context.ledger, epoch);
    if (leaders.kind === 'notInLedger') throw rpcErrors.notInLedger('its leader schedule', 'leaderSchedules');
    if (leaders.kind === 'unavailable') {
      context.reasons?.noLeaders(epoch, context.ledger);
      return 'null';
    }
    const indexes = indexTexts(leaders.schedule, Number(slotsInEpoch(epochs, epoch)));
    if (identity !== undefined && !indexes.has(identity)) context.reasons?.leadsNothing(identity, context.ledger);
    return stringifyJson(ofIdentity(indexes, identity));
  },
};

/** Anything else has one message: in the node this is an untagged enum. */
function readSlotOrConfig(value: JsonValue): bigint | Config {
  try {
    return typeof value === 'number' || typeof value === 'bigint' ? readU64(value) : readConfig(value);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw rpcErrors.invalidParams('data did not match any variant of untagged enum RpcLeaderScheduleConfigWrapper');
  }
}

function readConfig(value: JsonValue): Config {
  const config = readStruct(value, 'RpcLeaderScheduleConfig');
  return { identity: optional(config.identity, readString), commitment: readCommitment(config) };
}

type IndexTexts = ReadonlyMap<Address, JsonFragment>;

/** The texts of schedules, for an epoch of some length: hundreds of thousands of numbers, which stay the same while the ledger moves. */
const TEXTS = new WeakMap<LeaderSchedule, { readonly slots: number; readonly byLeader: IndexTexts }>();

/** The slots of each leader of an epoch, as JSON. */
function indexTexts(schedule: LeaderSchedule, slots: number): IndexTexts {
  const cached = TEXTS.get(schedule);
  if (cached?.slots === slots) return cached.byLeader;
  const all = leaderSlotsOf(schedule, slots);
  const byLeader = new Map(Array.from(all, ([leader, indexes]) => [leader, new JsonFragment(stringifyJson(indexes))]));
  TEXTS.set(schedule, { slots, byLeader });
  return byLeader;
}

function ofIdentity(indexes: IndexTexts, identity: Address | undefined): JsonObject {
  if (identity === undefined) return Object.fromEntries(indexes);
  const own = indexes.get(identity);
  return own === undefined ? {} : { [identity]: own };
}
