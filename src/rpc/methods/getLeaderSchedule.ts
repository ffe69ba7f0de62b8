import { JsonFragment, stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { LeaderSchedule } from '../../ledger/clusterFacts.ts';
import { epochOf, epochScheduleOf, slotsInEpoch } from '../../ledger/epochs.ts';
import { epochLeadersOf, leaderSlotsOf } from '../../ledger/leaders.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { voteAccountsByIdentity } from '../../ledger/voters.ts';
import type { Address } from '../../solana/address.ts';
import { listOf, mapOf, orNull, withNote } from '../openrpc/schema.ts';
import { COUNT } from '../openrpc/schemas.ts';
import { readAddress } from '../params/keyParams.ts';
import { checkedParams, params } from '../params/params.ts';
import { optional, since, type TypeOf, untagged, withDefault } from '../params/paramType.ts';
import { struct } from '../params/structType.ts';
import { boolean, commitment, u64, uncheckedAddress } from '../params/usualTypes.ts';
import { method, viewAt } from './method.ts';

const leaderConfig = struct('RpcLeaderScheduleConfig', {
  identity: optional(uncheckedAddress),
  keyByVoteAccount: since(({ version }) => version.keysLeadersByVote, withDefault(boolean, false)),
  commitment,
});

const slotOrConfig = untagged('RpcLeaderScheduleConfigWrapper', [u64, leaderConfig]);

/** Source   agave 4.4.0 rpc.rs get_leader_schedule */
export const getLeaderSchedule = method({
  name: 'getLeaderSchedule',
  summary: 'the leaders of an epoch',
  params: checkedParams(
    params({ slotOrConfig: optional(slotOrConfig), config: optional(leaderConfig) }),
    scheduleRequest,
  ),
  result: withNote(
    orNull(mapOf(listOf(COUNT))),
    'slots by identity, counted from the first of the epoch; `null` where they are not known',
  ),
  errors: ['noLeaderSlots', 'notInLedger'],

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
      if (context.ledger.protocol.version.refusesIdleIdentity) throw rpcErrors.noLeaderSlots(identity);
    }
    const slots = slotsOfIdentity(all, identity);
    return stringifyJson(Object.fromEntries(keyByVoteAccount ? byVoteAccount(slots, viewAt(context)) : slots));
  },
});

interface LeaderParams {
  readonly slotOrConfig: TypeOf<typeof slotOrConfig> | undefined;
  readonly config: TypeOf<typeof leaderConfig> | undefined;
}

/**
 * The requested slot and identity: a configuration in the place of the slot wins, and the identity of the other is not checked.
 */
function scheduleRequest({ config: second, slotOrConfig }: LeaderParams) {
  const isSlot = typeof slotOrConfig === 'bigint';
  const config = (isSlot ? undefined : slotOrConfig) ?? second;
  return {
    /** undefined: the tip */
    slot: isSlot ? slotOrConfig : undefined,
    identity: config?.identity === undefined ? undefined : readAddress(config.identity),
    commitment: config?.commitment,
    keyByVoteAccount: config?.keyByVoteAccount ?? false,
  };
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

function slotsOfIdentity(texts: SlotTexts, identity: Address | undefined): SlotTexts {
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
