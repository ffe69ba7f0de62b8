import { JsonFragment, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { LeaderSchedule } from '../../ledger/cluster.ts';
import { epochOf, epochScheduleOf, slotsInEpoch } from '../../ledger/epochs.ts';
import { epochLeadersOf, leaderSlotsOf } from '../../ledger/leaders.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { voteAccountsByIdentity } from '../../ledger/voters.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { Address } from '../../solana/address.ts';
import { type CommitmentWord, readCommitment } from '../params/accountConfig.ts';
import { readAddress } from '../params/keyParams.ts';
import { optional, readBoolean, readString, readStruct, readU64 } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { type Method, viewAt } from './method.ts';

interface Config {
  readonly identity: string | undefined;
  readonly commitment: CommitmentWord | undefined;
  readonly keyByVoteAccount: boolean;
}

interface Params {
  /** undefined: the tip */
  readonly slot: bigint | undefined;
  readonly identity: Address | undefined;
  readonly commitment: CommitmentWord | undefined;
  readonly keyByVoteAccount: boolean;
}

/** Source   agave 4.1 rpc.rs get_leader_schedule; 4.4 (pull requests 12197, 13796) for keyByVoteAccount and idle identities */
export const getLeaderSchedule: Method<Params> = {
  name: 'getLeaderSchedule',

  describe({ ADDRESS, anyOf, BOOLEAN, COMMITMENT, listOf, mapOf, objectOf, orNull, U64, withDefault }) {
    const leaderConfig = objectOf({
      'identity?': ADDRESS,
      'keyByVoteAccount?': withDefault(BOOLEAN, false),
      'commitment?': COMMITMENT,
    });
    return {
      summary: 'the leaders of an epoch',
      params: { 'slotOrConfig?': anyOf(U64, leaderConfig), 'config?': leaderConfig },
      result: 'by identity, its slots counted from the first of the epoch; `null` where they are not known',
      schema: orNull(mapOf(listOf(U64))),
      errors: ['noLeaderSlots', 'notInLedger'],
    };
  },

  readParams(params, _dialect, version) {
    const [slotOrConfig, configParam] = readPositional(params, 0, 2);
    const first = slotOrConfig === undefined ? undefined : readSlotOrConfig(slotOrConfig, version);
    const second = optional(configParam, (value) => readConfig(value, version));
    const isSlot = typeof first === 'bigint';
    const config = (isSlot ? undefined : first) ?? second;
    return {
      slot: isSlot ? first : undefined,
      identity: config?.identity === undefined ? undefined : readAddress(config.identity),
      commitment: config?.commitment,
      keyByVoteAccount: config?.keyByVoteAccount ?? false,
    };
  },

  answer({ slot, identity, commitment, keyByVoteAccount }, context) {
    const epochs = epochScheduleOf(context.ledger);
    const epoch = epochOf(epochs, slot ?? viewAt(context, commitment).slot);
    const leaders = epochLeadersOf(context.ledger, epoch);
    if (leaders.kind === 'notInLedger') throw rpcErrors.notInLedger('its leader schedule', 'leaderSchedules');
    if (leaders.kind === 'unavailable') {
      context.reasons?.noLeaders(epoch, context.ledger);
      return 'null';
    }
    const all = slotTexts(leaders.schedule, Number(slotsInEpoch(epochs, epoch)));
    if (identity !== undefined && !all.has(identity)) {
      context.reasons?.leadsNothing(identity, context.ledger);
      if (context.ledger.protocol.version.refusesIdleIdentity) throw rpcErrors.noLeaderSlots();
    }
    const slots = ofIdentity(all, identity);
    return stringifyJson(Object.fromEntries(keyByVoteAccount ? byVoteAccount(slots, viewAt(context)) : slots));
  },
};

/** Anything else has one message: in the node this is an untagged enum. */
function readSlotOrConfig(value: JsonValue, version: NodeVersion): bigint | Config {
  try {
    return typeof value === 'number' || typeof value === 'bigint' ? readU64(value) : readConfig(value, version);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw rpcErrors.invalidParams('data did not match any variant of untagged enum RpcLeaderScheduleConfigWrapper');
  }
}

function readConfig(value: JsonValue, { keysLeadersByVote }: NodeVersion): Config {
  const config = readStruct(value, 'RpcLeaderScheduleConfig');
  const identity = optional(config.identity, readString);
  const keyByVoteAccount = keysLeadersByVote ? (optional(config.keyByVoteAccount, readBoolean) ?? false) : false;
  return { identity, keyByVoteAccount, commitment: readCommitment(config) };
}

type SlotTexts = ReadonlyMap<Address, JsonFragment>;

/** The texts of schedules, for an epoch of some length: hundreds of thousands of numbers, which stay the same while the ledger moves. */
const TEXTS = new WeakMap<LeaderSchedule, { readonly slots: number; readonly byLeader: SlotTexts }>();

/** The slots of each leader of an epoch, as JSON. */
function slotTexts(schedule: LeaderSchedule, slots: number): SlotTexts {
  const cached = TEXTS.get(schedule);
  if (cached?.slots === slots) return cached.byLeader;
  const all = leaderSlotsOf(schedule, slots);
  const byLeader = new Map(Array.from(all, ([leader, indexes]) => [leader, new JsonFragment(stringifyJson(indexes))]));
  TEXTS.set(schedule, { slots, byLeader });
  return byLeader;
}

function ofIdentity(texts: SlotTexts, identity: Address | undefined): SlotTexts {
  if (identity === undefined) return texts;
  const own = texts.get(identity);
  return own === undefined ? new Map() : new Map([[identity, own]]);
}

/** The slots by the vote accounts of their leaders. @throws RpcError notInLedger where one is not known */
function byVoteAccount(texts: SlotTexts, view: LedgerView): SlotTexts {
  const votes = voteAccountsByIdentity(view);
  return new Map(
    Array.from(texts, ([identity, slots]) => {
      const vote = votes.get(identity);
      if (vote === undefined) throw rpcErrors.notInLedger(`the vote account of ${identity}`, 'validators');
      return [vote, slots];
    }),
  );
}
