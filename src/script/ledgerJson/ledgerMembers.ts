import { isIPv4, isIPv6 } from 'node:net';
import { U64_MAX } from '../../codec/bigints.ts';
import { isJsonArray, JsonFloat } from '../../codec/jsonText.ts';
import { suggest } from '../../codec/suggest.ts';
import type {
  EpochSchedule,
  LeaderSchedule,
  LeaderSlots,
  PerformanceSample,
  Supply,
} from '../../ledger/clusterFacts.ts';
import { SLOTS_EACH } from '../../ledger/leaders.ts';
import { DEFAULT_SEND_SETTINGS, type SendSettings } from '../../ledger/state.ts';
import { LOCKOUTS } from '../../ledger/validators.ts';
import { FAULT_PRESET_NAMES } from '../../live/faults/presets.ts';
import { ADDRESS_PATTERN, type Address, CLUSTER_NAMES, type ClusterName } from '../../solana/address.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf } from '../../syntax/members.ts';
import { NAME_PATTERN } from '../../syntax/namePattern.ts';
import { readKeyAddress, readU32, readU64, whole } from '../../syntax/readers.ts';
import {
  anyOf,
  blockhash,
  boolean,
  converted,
  count,
  described,
  json,
  list,
  mapOf,
  named,
  nullable,
  object,
  oneOf,
  optional,
  plainAddress,
  readElsewhere,
  type Syntax,
  syntax,
  text,
  u16,
  u32,
  u64,
  withDefault,
} from '../../syntax/syntax.ts';
import { type AddressNode, address } from '../../syntax/values.ts';
import { FAULT } from './faultRule.ts';
import { format } from './formatMember.ts';
import { PROTOCOL_MEMBERS } from './protocolMembers.ts';
import { VALIDATOR_MEMBERS } from './validatorMembers.ts';

/**
 * The members of `ledger.json`; those about the cluster have the form of the answer that shows them.
 * @module
 */

const DECIMAL = /^(?:0|[1-9]\d{0,19})$/;

function readKeyU64(entry: Cursor): bigint | undefined {
  const { key } = entry;
  if (DECIMAL.test(key) && BigInt(key) <= U64_MAX) return BigInt(key);
  return entry.refuse(`expected a key that is an integer from 0 to ${U64_MAX} (u64), found ${JSON.stringify(key)}`);
}

/** The name of a member that is a slot or an epoch. */
const keyU64 = named('decimalKey', syntax(readKeyU64, { type: 'string', pattern: DECIMAL.source }));
const plainKeyAddress = syntax(readKeyAddress, { type: 'string', pattern: `^${ADDRESS_PATTERN}$` });

/** Both ends inclusive; `at` is where `ledger.json`, or a script, has them. */
export interface SkippedSlots {
  readonly first: bigint;
  readonly last: bigint;
  readonly at: Cursor;
}

/** A slot, or the first and last slot of a range. */
function readSkipped(at: Cursor): SkippedSlots | undefined {
  if (!isJsonArray(at.value)) {
    const slot = readU64(at);
    return whole({ first: slot, last: slot, at });
  }
  if (at.value.length !== 2) return at.expected('a slot or [first, last]');
  const range = whole({ first: readU64(at.item(0)), last: readU64(at.item(1)), at });
  if (range === undefined || range.first <= range.last) return range;
  return at.refuse(`expected [first, last] in order, found [${range.first}, ${range.last}]`);
}

const slotRange = list(count, { minItems: 2, maxItems: 2 });

export const skippedSlots = named('skippedSlots', anyOf(readSkipped, count, slotRange));

function readClusterName(at: Cursor): ClusterName | undefined {
  const { value } = at;
  const name = CLUSTER_NAMES.find((candidate) => candidate === value);
  const hint = typeof value === 'string' ? suggest(value, CLUSTER_NAMES) : undefined;
  return name ?? at.expected(CLUSTER_NAMES.map((candidate) => JSON.stringify(candidate)).join(' or '), hint);
}

const VERSION = /^\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?$/;

function readVersion(at: Cursor): string | undefined {
  const { value } = at;
  return typeof value === 'string' && VERSION.test(value) ? value : at.expected('a version such as "4.2.1"');
}

/** slots of the first epoch of a warmup; the number doubles with each epoch until it reaches `slotsPerEpoch` */
const MIN_SLOTS_PER_EPOCH = 32n;

function readSlotsPerEpoch(at: Cursor): bigint | undefined {
  const slots = readU64(at);
  if (slots === undefined || slots >= MIN_SLOTS_PER_EPOCH) return slots;
  return at.refuse(`expected at least ${MIN_SLOTS_PER_EPOCH} slots, found ${slots}`);
}

/** Checks the first normal epoch and slot, which follow from the number of slots. */
function checkFirstNormal(schedule: EpochSchedule, at: Cursor): EpochSchedule {
  const { slotsPerEpoch, warmup } = schedule;
  const first = { firstNormalEpoch: 0n, firstNormalSlot: 0n };
  for (let slots = MIN_SLOTS_PER_EPOCH; warmup && slots < slotsPerEpoch; slots *= 2n) {
    first.firstNormalEpoch += 1n;
    first.firstNormalSlot += slots;
  }
  for (const name of ['firstNormalEpoch', 'firstNormalSlot'] as const) {
    if (schedule[name] === first[name]) continue;
    const reason = warmup ? `after a warmup to ${slotsPerEpoch} slots an epoch` : 'without a warmup';
    at.member(name).refuse(`expected ${first[name]} ${reason}, found ${schedule[name]}`);
  }
  return schedule;
}

/** Source   solana epoch-schedule 3.0, `EpochSchedule::custom` */
const epochSchedule = converted(
  object({
    slotsPerEpoch: described(
      syntax(readSlotsPerEpoch, { type: 'integer', minimum: 32, maximum: Number.MAX_SAFE_INTEGER }),
      'at least 32',
    ),
    leaderScheduleSlotOffset: count,
    warmup: boolean,
    firstNormalEpoch: count,
    firstNormalSlot: count,
  }),
  checkFirstNormal,
);

const LEADERS_IN_TURN = object({
  leaders: converted(list(plainAddress, { minItems: 1 }), (leaders, at) =>
    leaders.length === 0 ? at.expected('at least one leader') : leaders,
  ),
  slotsEach: withDefault(
    syntax(readSlotsEach, { type: 'integer', minimum: 1, maximum: 4294967295, default: SLOTS_EACH }),
    SLOTS_EACH,
    'slots in a row of each turn',
  ),
});

function readSlotsEach(at: Cursor): number | undefined {
  const slots = readU32(at);
  return slots === 0 ? at.expected('at least 1 slot') : slots;
}

const LEADER_SLOTS = converted(mapOf(plainKeyAddress, list(u32)), checkLeaders);

/** Sorts the slots of each leader, and refuses a second leader of a slot. */
function checkLeaders(schedule: LeaderSlots, at: Cursor): LeaderSlots {
  const leaders = new Map<number, Address>();
  for (const [leader, indexes] of schedule) {
    indexes.forEach((index, i) => {
      const other = leaders.get(index);
      if (other === undefined) leaders.set(index, leader);
      else at.member(leader).item(i).refuse(`slot ${index} of the epoch has a leader already, ${other}`);
    });
  }
  return new Map(Array.from(schedule, ([leader, indexes]) => [leader, indexes.toSorted((a, b) => a - b)]));
}

function readLeaderSchedule(at: Cursor): LeaderSchedule | undefined {
  const isInTurn = Object.keys(LEADERS_IN_TURN.members).some((name) => at.member(name).value !== undefined);
  return isInTurn ? LEADERS_IN_TURN(at) : LEADER_SLOTS(at);
}

/** The answer of getLeaderSchedule, or `{ leaders, slotsEach }`. */
const leaderSchedule = anyOf(
  readLeaderSchedule,
  described(LEADERS_IN_TURN, 'leaders one after the other, through the whole epoch'),
  LEADER_SLOTS,
);

const blockCommitment = converted(list(u64, { minItems: LOCKOUTS, maxItems: LOCKOUTS }), (stakes, at) =>
  stakes.length === LOCKOUTS ? stakes : at.expected(`an array of ${LOCKOUTS}, lamports by lockout`),
);

const SOCKET_ADDRESS = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:]+)):(?<port>\d{1,5})$/;
const MAX_PORT = 0xffff;

function readSocketAddress(at: Cursor): string | undefined {
  const { value } = at;
  const { v6 = '', v4 = '', port } = (typeof value === 'string' && SOCKET_ADDRESS.exec(value)?.groups) || {};
  const isAddress = (isIPv4(v4) || isIPv6(v6)) && Number(port) <= MAX_PORT;
  return isAddress && typeof value === 'string' ? value : at.expected('an IP address with a port, "1.2.3.4:8001"');
}

/** null if the node does not know the value */
function orNull<T>(value: Syntax<T>) {
  return withDefault(nullable(value), null);
}

const socket = orNull(described(syntax(readSocketAddress, { type: 'string' }), 'IP address and port, "1.2.3.4:8001"'));

/**
 * A node in the form of getClusterNodes; only `pubkey` is required.
 *
 * Source   agave 4.1 rpc-client-types RpcContactInfo
 */
const clusterNode = object({
  pubkey: plainAddress,
  gossip: socket,
  tvu: socket,
  tpu: socket,
  tpuQuic: socket,
  tpuForwards: socket,
  tpuForwardsQuic: socket,
  tpuVote: socket,
  serveRepair: socket,
  rpc: socket,
  pubsub: socket,
  version: orNull(text),
  clientId: orNull(text),
  featureSet: orNull(u32),
  shredVersion: orNull(u16),
});

function refuseDuplicates<T extends { readonly pubkey: string }>(nodes: readonly T[], at: Cursor): readonly T[] {
  const firsts = new Map<string, Cursor>();
  nodes.forEach(({ pubkey }, i) => {
    const first = firsts.get(pubkey);
    if (first === undefined) firsts.set(pubkey, at.item(i));
    else at.item(i).refuse(`duplicate node ${pubkey}`, undefined, first);
  });
  return nodes;
}

/** An f64; recording tools write whole numbers without a point. */
function readNumber(at: Cursor): number | undefined {
  const { value } = at;
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return value instanceof JsonFloat ? value.value : at.expected('a number');
}

const number = syntax(readNumber, { type: 'number' });

function checkSupply(supply: Supply, at: Cursor): Supply | undefined {
  const sum = supply.circulating + supply.nonCirculating;
  if (supply.total === sum) return supply;
  return at.member('total').refuse(`expected circulating and nonCirculating together, ${sum}, found ${supply.total}`);
}

function checkNewestFirst(samples: readonly PerformanceSample[], at: Cursor): readonly PerformanceSample[] {
  samples.forEach(({ slot }, i) => {
    const newer = samples[i - 1]?.slot;
    if (newer !== undefined && slot >= newer)
      at.item(i).member('slot').refuse(`expected a slot below ${newer}, that of the sample before, found ${slot}`);
  });
  return samples;
}

const snapshots = converted(object({ full: count, incremental: orNull(count) }), (slots, at) => {
  const { full, incremental } = slots;
  if (incremental === null || incremental > full) return slots;
  return at.member('incremental').refuse(`expected a slot above the full one, ${full}, found ${incremental}`);
});

/** 0 is refused: a healthy node has no such member. */
function readSlotsBehind(at: Cursor): bigint | undefined {
  const slots = readU64(at);
  return slots === 0n ? at.refuse('expected at least 1 slot, found 0', 'leave it out for a healthy node') : slots;
}

/** The form of a name with its dollar: it is resolved at an airdrop. */
const DOLLAR_NAME = new RegExp(`^\\$${NAME_PATTERN}$`);

function readFaucet(at: Cursor): string | undefined {
  const { value } = at;
  if (typeof value !== 'string') return refuseFaucet(at);
  if (value === 'none' || DOLLAR_NAME.test(value)) return value;
  return at.reading.addresses.get(value) ?? refuseFaucet(at, DOLLAR_NAME.test(`$${value}`) ? value : undefined);
}

/** @param name that lacks its dollar */
function refuseFaucet(at: Cursor, name?: string): undefined {
  const hint = name === undefined ? undefined : `a name starts with a dollar: $${name}`;
  return at.expected('an address, a name such as "$alice", or "none"', hint);
}

/** The ways to confirm sent transactions. */
const CONFIRM = ['auto', 'manual'] as const;

const send = object({
  confirm: optional(oneOf(CONFIRM), 'auto: they are final at once, the default unless the ledger moves by itself'),
  faucet: optional(
    syntax(readFaucet, { type: 'string', pattern: `^(none|\\$${NAME_PATTERN}|${ADDRESS_PATTERN})$` }),
    'who pays for airdrops: an address, $name, or none',
  ),
  strict: optional(boolean, 'a program has to be in the ledger to be called'),
  impersonate: optional(
    list(address),
    'addresses, or $names, that need no key: a transaction may have the signature that `impersonated` of the library writes',
  ),
});

/** The member `send` of a file: names of impersonated addresses are resolved when all scripts are known. */
export interface SendNode {
  readonly settings: SendSettings;
  readonly impersonated: readonly AddressNode[];
}

const sendNode = converted(
  send,
  ({ confirm, faucet, impersonate = [], strict }): SendNode => ({
    settings: { ...DEFAULT_SEND_SETTINGS, ...presentOf({ confirm, faucet, isStrict: strict }) },
    impersonated: impersonate,
  }),
);

/** Faults are read where the methods are known. */
const faults = readElsewhere(anyOf<unknown>(json(), oneOf(FAULT_PRESET_NAMES), list(FAULT)));

/** Extensions are read where their names are known. */
const extensions = readElsewhere(anyOf<unknown>(json(), boolean, list(text)));

/** The members of ledger.json, in the order of docs/fixtures.md. */
export const LEDGER_MEMBERS = {
  format: optional(format, 'the format of the file: 1, the default; the first member of what stillnode writes'),
  ...PROTOCOL_MEMBERS,
  processed: optional(count, 'slot: how far the node has processed'),
  confirmed: optional(count, 'slot, at most processed'),
  finalized: optional(count, 'slot, at most confirmed'),
  firstAvailable: optional(count, 'slot: older ones count as cleaned up'),
  skipped: optional(list(skippedSlots), 'slots and [first, last] ranges that have no block'),
  dropped: optional(
    list(skippedSlots),
    'slots and [first, last] ranges that a reorganization took off the chain; needed where no later block shows it by its parent',
  ),
  cluster: optional(
    syntax(readClusterName, { enum: CLUSTER_NAMES }),
    'the cluster whose programs and sysvars the ledger has; localnet: those of a test validator',
  ),
  genesisHash: optional(blockhash, 'base58 of 32 bytes'),
  identity: optional(plainAddress, 'address of the node'),
  apiVersion: optional(
    syntax(readVersion, { type: 'string', pattern: VERSION.source }),
    'version in the context of answers, e.g. 4.2.1; default that of agave',
  ),
  featureSet: optional(u32),
  ...VALIDATOR_MEMBERS,
  allAccounts: optional(boolean, 'the ledger holds every account of the chain, so that sums over them mean something'),
  transactionCount: optional(count, 'transactions of the whole chain up to processed'),
  epochSchedule: optional(epochSchedule, 'as getEpochSchedule answers'),
  leaderSchedules: optional(
    mapOf(keyU64, leaderSchedule),
    'by epoch: slots of the epoch by leader, as getLeaderSchedule answers, or leaders in turn',
  ),
  voteStakes: optional(mapOf(plainKeyAddress, u64), 'activated stake in lamports by vote account'),
  blockCommitments: optional(mapOf(keyU64, blockCommitment), 'by slot: 32 sums of lamports, by lockout'),
  clusterNodes: optional(converted(list(clusterNode), refuseDuplicates), 'as getClusterNodes answers'),
  inflation: optional(
    object({ initial: number, terminal: number, taper: number, foundation: number, foundationTerm: number }),
    'as getInflationGovernor answers: yearly rates as fractions of one',
  ),
  supply: optional(
    converted(
      object({ total: u64, circulating: u64, nonCirculating: u64, nonCirculatingAccounts: list(plainAddress) }),
      checkSupply,
    ),
    'as the value of getSupply: lamports',
  ),
  performanceSamples: optional(
    converted(
      list(
        object({
          slot: count,
          numSlots: count,
          numTransactions: count,
          numNonVoteTransactions: count,
          samplePeriodSecs: u16,
        }),
      ),
      checkNewestFirst,
    ),
    'as getRecentPerformanceSamples answers, newest first',
  ),
  snapshots: optional(snapshots, 'as getHighestSnapshotSlot answers'),
  slotsBehind: optional(
    syntax(readSlotsBehind, { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    'how far an unhealthy node is behind its cluster',
  ),
  faults: optional(faults, 'of calls, connections and notifications from the start on: rules, or the name of a preset'),
  extensions: optional(
    extensions,
    'methods beyond those of Agave, as of the start: true, the default, for all, false for none, or the names of those that are on',
  ),
  replay: optional(
    boolean,
    'recorded calls in the folder of this file are answered as recorded, until the ledger changes',
  ),
  send: optional(sendNode, 'what becomes of transactions that are sent'),
};

export type LedgerFileMember = keyof typeof LEDGER_MEMBERS;

export const LEDGER_FILE_MEMBERS = Object.keys(LEDGER_MEMBERS) as readonly LedgerFileMember[];

/** The members that say something about the ledger, not about the file. */
export const LEDGER_FACTS: readonly LedgerFileMember[] = LEDGER_FILE_MEMBERS.filter((name) => name !== 'format');
