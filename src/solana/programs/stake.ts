import { ByteReader } from '../../codec/bytes.ts';
import {
  bincodeText,
  constant,
  type Decoder,
  enumName,
  f64,
  fields,
  i64,
  optional,
  padding,
  struct,
  type TypeOf,
  u32,
  u64,
  u64Text,
} from '../../codec/struct.ts';
import { type Address, CLOCK_SYSVAR, RENT_SYSVAR } from '../address.ts';
import { pubkey } from '../pubkey.ts';
import {
  type InstructionRow,
  type NamedAccountsRow,
  parseByRow,
  row,
  shownBy,
  stateParser,
  type TaggedState,
} from './instructionRow.ts';
import type { AccountParser, InstructionParser } from './parserTypes.ts';

const authorized = struct({ staker: pubkey, withdrawer: pubkey });
const lockup = struct({ unixTimestamp: i64, epoch: u64, custodian: pubkey });
const meta = struct({ rentExemptReserve: u64Text, authorized, lockup });
const stake = struct({
  delegation: struct({
    voter: pubkey,
    stake: u64Text,
    activationEpoch: u64Text,
    deactivationEpoch: u64Text,
    _warmupCooldownRate: constant(f64, 0.25),
  }),
  creditsObserved: u64,
  _flags: padding(1),
});
const noStake: Decoder<null> = { read: () => null };

const DELEGATED = 2;

/** Stake accounts without and with a delegation, by their tag. */
const INITIALIZED_STAKE = struct({ _tag: constant(u32, 1), meta });
const DELEGATED_STAKE = struct({ _tag: constant(u32, DELEGATED), meta, stake });
/** the size of accounts that the stake program makes; their layout is shorter */
export const STAKE_ACCOUNT_BYTES = 200;

export type StakeMeta = TypeOf<typeof meta>;
export type Stake = TypeOf<typeof stake>;

/** The data of a stake account; null: it is not delegated. */
export function stakeAccountData(authorities: StakeMeta, delegated: Stake | null): Uint8Array {
  const data = new Uint8Array(STAKE_ACCOUNT_BYTES);
  const layout =
    delegated === null
      ? INITIALIZED_STAKE.encode({ meta: authorities })
      : DELEGATED_STAKE.encode({ meta: authorities, stake: delegated });
  data.set(layout);
  return data;
}

/** The data with more lamports delegated; a stake that is not delegated is unchanged. */
export function withMoreStake(data: Uint8Array, lamports: bigint): Uint8Array {
  if (data.length < DELEGATED_STAKE.size || data[0] !== DELEGATED) return data;
  const { delegation, creditsObserved } = DELEGATED_STAKE.get(data, 'stake');
  const changed = Uint8Array.from(data);
  const more = { ...delegation, stake: `${BigInt(delegation.stake) + lamports}` };
  DELEGATED_STAKE.change(changed, { stake: { delegation: more, creditsObserved } });
  return changed;
}

/** Bytes that an account needs to hold a stake, by its tag; undefined: it holds none. */
const STAKE_BYTES: readonly (number | undefined)[] = [undefined, INITIALIZED_STAKE.size, DELEGATED_STAKE.size];
const META_OFFSET = INITIALIZED_STAKE.offsetOf('meta');
const AUTHORIZED_OFFSET = META_OFFSET + meta.offsetOf('authorized');
const LOCKUP_OFFSET = META_OFFSET + meta.offsetOf('lockup');

/**
 * The facts that decide whether a stake can be withdrawn. The lockup is over when its Unix seconds and its epoch are both reached.
 */
export interface Withdrawal {
  readonly withdrawer: Address;
  readonly lockedUntil: { readonly unixTimestamp: bigint; readonly epoch: bigint };
}

/** The withdrawal conditions of a stake account; undefined: it holds no stake. */
export function readWithdrawal(data: Uint8Array): Withdrawal | undefined {
  const size = data.length < u32.size ? undefined : STAKE_BYTES[u32.read(new ByteReader(data))];
  if (size === undefined || data.length < size) return undefined;
  const { unixTimestamp, epoch } = lockup.decode(data.subarray(LOCKUP_OFFSET));
  return {
    withdrawer: authorized.get(data.subarray(AUTHORIZED_OFFSET), 'withdrawer'),
    lockedUntil: { unixTimestamp, epoch },
  };
}

const STATES: readonly TaggedState[] = [
  { type: 'uninitialized' },
  { type: 'initialized', info: fields({ meta, stake: noStake }) },
  { type: 'delegated', info: fields({ meta, stake }) },
  { type: 'rewardsPool' },
];

/**
 * Reads a stake account.
 *
 * Source   agave 4.1 account-decoder; stake-interface 3.0
 */
export const parseStakeAccount: AccountParser = stateParser('stake', STATES);

const authorityType = enumName(u32, ['Staker', 'Withdrawer']);
const lockupChange = fields({ unixTimestamp: optional(i64), epoch: optional(u64) });
const lockupChangeOfCustodian = fields({
  unixTimestamp: optional(i64),
  epoch: optional(u64),
  custodian: optional(pubkey),
});
const lamports = { lamports: u64 };

/** Instructions by tag. */
export const STAKE_ROWS = [
  row('initialize', ['stakeAccount w', 'rentSysvar'], { authorized, lockup }),
  row('authorize', ['stakeAccount w', 'clockSysvar', 'authority s', 'custodian? s'], {
    newAuthority: pubkey,
    authorityType,
  }),
  row('delegate', [
    'stakeAccount w',
    'voteAccount',
    'clockSysvar',
    'stakeHistorySysvar',
    'stakeConfigAccount',
    'stakeAuthority s',
  ]),
  row('split', ['stakeAccount w', 'newSplitAccount w', 'stakeAuthority s'], lamports),
  row(
    'withdraw',
    ['stakeAccount w', 'destination w', 'clockSysvar', 'stakeHistorySysvar', 'withdrawAuthority s', 'custodian? s'],
    lamports,
  ),
  row('deactivate', ['stakeAccount w', 'clockSysvar', 'stakeAuthority s']),
  // `custodian` signs, and the one in `lockup` replaces it
  row('setLockup', ['stakeAccount w', 'custodian s'], { lockup: lockupChangeOfCustodian }),
  row('merge', ['destination w', 'source w', 'clockSysvar', 'stakeHistorySysvar', 'stakeAuthority s']),
  row('authorizeWithSeed', ['stakeAccount w', 'authorityBase s', 'clockSysvar?', 'custodian? s'], {
    newAuthorized: pubkey,
    authorityType,
    authoritySeed: bincodeText,
    authorityOwner: pubkey,
  }),
  row('initializeChecked', ['stakeAccount w', 'rentSysvar', 'staker', 'withdrawer s']),
  row('authorizeChecked', ['stakeAccount w', 'clockSysvar', 'authority s', 'newAuthority s', 'custodian? s'], {
    authorityType,
  }),
  row(
    'authorizeCheckedWithSeed',
    ['stakeAccount w', 'authorityBase s', 'clockSysvar', 'newAuthorized s', 'custodian? s'],
    {
      authorityType,
      authoritySeed: bincodeText,
      authorityOwner: pubkey,
    },
  ),
  shownBy(
    row('setLockupChecked', ['stakeAccount w', 'custodian s', 'newCustodian? s'], { lockup: lockupChange }),
    ([stakeAccount, custodian, newCustodian], { lockup }) => ({
      stakeAccount,
      custodian,
      lockup: { ...lockup, custodian: newCustodian },
    }),
  ),
  // not parsed without an account, as builders make it: the node needs at least one
  shownBy(row('getMinimumDelegation', ['_account']), () => undefined),
  row('deactivateDelinquent', ['stakeAccount w', 'voteAccount', 'referenceVoteAccount']),
  row('redelegate', ['stakeAccount w', 'newStakeAccount w', 'voteAccount', 'stakeConfigAccount', 'stakeAuthority s']),
  row('moveStake', ['source w', 'destination w', 'stakeAuthority s'], lamports),
  row('moveLamports', ['source w', 'destination w', 'stakeAuthority s'], lamports),
];

/**
 * The accounts that the program does not need any more: the short form of an instruction leaves them out. An instruction has its short form
 * if another account is in the place of the first of them, whose address is given here; undefined: it is never the first one.
 */
const UNNEEDED: Readonly<Record<string, Address | undefined>> = {
  clockSysvar: CLOCK_SYSVAR,
  rentSysvar: RENT_SYSVAR,
  stakeHistorySysvar: undefined,
  stakeConfigAccount: undefined,
};

interface ShortForm {
  readonly row: InstructionRow;
  /** the place of the sysvar in the other form */
  readonly sysvarIndex: number;
  readonly sysvar: Address;
}

/** The short form of an instruction; undefined: it has only one form. */
function shortFormOf({ accounts, args, type }: NamedAccountsRow): ShortForm | undefined {
  const names = accounts.map((account) => account.split(/[? ]/)[0]!);
  const sysvarIndex = names.findIndex((name) => name in UNNEEDED);
  const sysvar = UNNEEDED[names[sysvarIndex] ?? ''];
  const needed = accounts.filter((_, i) => !(names[i]! in UNNEEDED));
  return sysvar && { row: row(type, needed, args), sysvarIndex, sysvar };
}

const PROGRAM_NAME = 'stake';
const SHORT_FORMS = STAKE_ROWS.map(shortFormOf);

/** Source   solana stake-interface 3.0; agave 4.4.0 transaction-status parse_stake.rs */
export const parseStakeInstruction: InstructionParser = ({ accounts, data }, version) => {
  const reader = new ByteReader(data);
  const tag = reader.u32();
  const short = version.parsesShortStake ? SHORT_FORMS[tag] : undefined;
  const isShort = short !== undefined && accounts[short.sysvarIndex] !== short.sysvar;
  return parseByRow(PROGRAM_NAME, isShort ? short.row : STAKE_ROWS[tag], accounts, reader, version);
};
