import { U64_MAX } from '../../codec/bigints.ts';
import { type ByteReader, BytesError, type ByteWriter } from '../../codec/bytes.ts';
import {
  base64,
  bincodeText,
  type Codec,
  enumName,
  type FixedCodec,
  fields,
  i64,
  nullable,
  type TypeOf,
  u8,
  u16,
  u32,
  u64,
  vec,
} from '../../codec/struct.ts';
import { type Address, type Blockhash, VOTE_PROGRAM } from '../address.ts';
import { readItems } from '../messageWire.ts';
import { blockhash as hash, pubkey } from '../pubkey.ts';
import { bincodeParser, instructionsOf, row, shownAs } from './instructionRow.ts';
import type { InstructionParser } from './parserTypes.ts';
import { BLS_PUBKEY_BYTES } from './voteAccounts.ts';

const BLS_PROOF_OF_POSSESSION_BYTES = 96;

const authorityName = enumName(u32, ['Voter', 'Withdrawer', 'VoterWithBLS']);

const blsAuthority = fields({
  bls_pubkey: byteList(BLS_PUBKEY_BYTES),
  bls_proof_of_possession: byteList(BLS_PROOF_OF_POSSESSION_BYTES),
});

/** The type of an authority: a name, with keys for an authority that votes with BLS. */
type AuthorityType = 'Voter' | 'Withdrawer' | { readonly VoterWithBLS: TypeOf<typeof blsAuthority> };

const authorityType: Codec<AuthorityType> = {
  read(data) {
    const type = authorityName.read(data);
    return type === 'VoterWithBLS' ? { [type]: blsAuthority.read(data) } : type;
  },
  write(to, type) {
    authorityName.write(to, typeof type === 'string' ? type : 'VoterWithBLS');
    if (typeof type === 'object') blsAuthority.write(to, type.VoterWithBLS);
  },
};

/** `count` bytes as numbers. */
function byteList(count: number): FixedCodec<readonly number[]> {
  return {
    size: count,
    read: (data) => [...data.take(count)],
    write: (to, value) => to.append(Uint8Array.from(value)),
  };
}

const commissionKind = enumName(u32, ['InflationRewards', 'BlockRevenue']);

const voteInit = shownAs(
  { node: pubkey, authorizedVoter: pubkey, authorizedWithdrawer: pubkey, commission: u8 },
  withoutNode,
);

/** Leaves out the node: the parsed form shows the one of the accounts. */
function withoutNode<T extends { readonly node: Address }>({ node: _, ...args }: T): Omit<T, 'node'> {
  return args;
}

/** The arguments of `initializeV2`; commissions are basis points. */
const voteInitV2 = shownAs(
  {
    node: pubkey,
    authorizedVoter: pubkey,
    authorizedVoterBlsPubkey: base64(BLS_PUBKEY_BYTES),
    authorizedVoterBlsProofOfPossession: base64(BLS_PROOF_OF_POSSESSION_BYTES),
    authorizedWithdrawer: pubkey,
    inflationRewardsCommissionBps: u16,
    blockRevenueCommissionBps: u16,
  },
  withoutNode,
);

/** Unix seconds */
const timestamp = nullable(i64);
const vote = fields({ slots: vec(u64), hash, timestamp });
const lockout = fields({ slot: u64, confirmation_count: u32 });
const voteStateUpdate = fields({ lockouts: vec(lockout), root: nullable(u64), hash, timestamp });
type VoteStateUpdate = TypeOf<typeof voteStateUpdate>;
const hashAndTimestamp = fields({ hash, timestamp });

/** A vote state in its compact form: each slot is its distance from the one before, the first from the root. */
const compactUpdate: Codec<VoteStateUpdate> = {
  read(data) {
    const root = data.u64();
    const hasRoot = root !== U64_MAX;
    const lockouts = readLockoutOffsets(data, hasRoot ? root : 0n);
    return { root: hasRoot ? root : null, lockouts, ...hashAndTimestamp.read(data) };
  },
  write(to, update) {
    to.u64(update.root ?? U64_MAX).shortVec(update.lockouts.length);
    let previousSlot = update.root ?? 0n;
    for (const { confirmation_count, slot } of update.lockouts) {
      writeVarint(to, slot - previousSlot);
      to.u8(confirmation_count);
      previousSlot = slot;
    }
    hashAndTimestamp.write(to, update);
  },
};

const towerSync: Codec<VoteStateUpdate & { readonly blockId: Blockhash }> = {
  read: (data) => ({ ...compactUpdate.read(data), blockId: hash.read(data) }),
  write(to, sync) {
    compactUpdate.write(to, sync);
    hash.write(to, sync.blockId);
  },
};

function readLockoutOffsets(data: ByteReader, root: bigint): TypeOf<typeof lockout>[] {
  let slot = root;
  return readItems(data, data.shortVec(), () => {
    slot += readVarint(data);
    if (slot > U64_MAX) throw new BytesError('a lockout slot above u64', data.offset);
    return { slot, confirmation_count: data.u8() };
  });
}

/** A u64 in 7-bit groups, low first, no longer than needed. The tenth group may pass u64: the sum of slots then does too. */
function readVarint(data: ByteReader): bigint {
  const start = data.offset;
  let value = 0n;
  for (let shift = 0n; shift < 64n; shift += 7n) {
    const byte = data.u8();
    value += BigInt(byte & 0x7f) << shift;
    if ((byte & 0x80) !== 0) continue;
    if (byte === 0 && shift > 0n) throw new BytesError('a varint that is longer than needed', start);
    return value;
  }
  throw new BytesError('a varint of more than ten bytes', start);
}

function writeVarint(to: ByteWriter, value: bigint): void {
  let remaining = value;
  for (; remaining >= 128n; remaining >>= 7n) to.u8(Number(remaining & 127n) | 128);
  to.u8(Number(remaining));
}

/** The accounts of every modern vote. */
const VOTE_ACCOUNTS = ['voteAccount w', 'voteAuthority s'] as const;
/** The accounts of the first kind of vote. */
const FIRST_VOTE_ACCOUNTS = ['voteAccount w', 'slotHashesSysvar', 'clockSysvar', 'voteAuthority s'] as const;

/** Instructions by tag. */
export const VOTE_ROWS = [
  row('initialize', ['voteAccount w', 'rentSysvar', 'clockSysvar', 'node s'], voteInit),
  row('authorize', ['voteAccount w', 'clockSysvar', 'authority s'], { newAuthority: pubkey, authorityType }),
  row('vote', FIRST_VOTE_ACCOUNTS, { vote }),
  row('withdraw', ['voteAccount w', 'destination w', 'withdrawAuthority s'], { lamports: u64 }),
  row('updateValidatorIdentity', ['voteAccount w', 'newValidatorIdentity s', 'withdrawAuthority s']),
  row('updateCommission', ['voteAccount w', 'withdrawAuthority s'], { commission: u8 }),
  row('voteSwitch', FIRST_VOTE_ACCOUNTS, { vote, hash }),
  row('authorizeChecked', ['voteAccount w', 'clockSysvar', 'authority s', 'newAuthority s'], { authorityType }),
  row('updatevotestate', VOTE_ACCOUNTS, { voteStateUpdate }),
  row('updatevotestateswitch', VOTE_ACCOUNTS, { voteStateUpdate, hash }),
  row('authorizeWithSeed', ['voteAccount w', 'clockSysvar', 'authorityBaseKey s'], {
    authorityType,
    authorityOwner: pubkey,
    authoritySeed: bincodeText,
    newAuthority: pubkey,
  }),
  row('authorizeCheckedWithSeed', ['voteAccount w', 'clockSysvar', 'authorityBaseKey s', 'newAuthority s'], {
    authorityType,
    authorityOwner: pubkey,
    authoritySeed: bincodeText,
  }),
  row('compactupdatevotestate', VOTE_ACCOUNTS, { voteStateUpdate: compactUpdate }),
  row('compactupdatevotestateswitch', VOTE_ACCOUNTS, { voteStateUpdate: compactUpdate, hash }),
  row('towersync', VOTE_ACCOUNTS, { towerSync }),
  row('towersyncswitch', VOTE_ACCOUNTS, { towerSync, hash }),
  row('initializeV2', ['voteAccount w', 'node s', 'inflationRewardsCollector', 'blockRevenueCollector'], voteInitV2),
  row('updateCommissionCollector', ['voteAccount w', 'newCollector w', 'withdrawAuthority s'], { commissionKind }),
  row('updateCommissionBps', ['voteAccount w', 'withdrawAuthority s'], { commissionBps: u16, commissionKind }),
  row('depositDelegatorRewards', ['voteAccount w', 'source sw'], { deposit: u64 }),
];

/** Source   solana vote-interface 6.0 */
export const VOTE = instructionsOf(VOTE_PROGRAM, u32, VOTE_ROWS);

/** Source   solana vote-interface 6.0, serde-varint 3.0, short-vec 3.2; agave 4.1 transaction-status parse_vote */
export const parseVoteInstruction: InstructionParser = bincodeParser('vote', VOTE_ROWS);
