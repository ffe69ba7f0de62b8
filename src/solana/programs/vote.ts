import { encodeBase64 } from '../../codec/base64.ts';
import { U64_MAX } from '../../codec/bigints.ts';
import { type ByteReader, BytesError } from '../../codec/bytes.ts';
import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import { type Decoder, fields, i64, name, nullable, text, u8, u16, u32, u64, vec } from '../../codec/struct.ts';
import { readList } from '../messageWire.ts';
import { blockhash as hash, pubkey } from '../pubkey.ts';
import { bincodeParser, type InstructionRow, row } from './instructionRow.ts';
import type { InstructionParser } from './parsed.ts';

const BLS_PUBKEY_BYTES = 48;
const BLS_PROOF_OF_POSSESSION_BYTES = 96;

const authorityName = name(u32, ['Voter', 'Withdrawer', 'VoterWithBLS']);

/** A key beside its name where the authority votes with BLS, else the name alone. */
const authorityType: Decoder<JsonValue> = {
  read(data) {
    const type = authorityName.read(data);
    if (type !== 'VoterWithBLS') return type;
    return {
      [type]: {
        bls_pubkey: [...data.take(BLS_PUBKEY_BYTES)],
        bls_proof_of_possession: [...data.take(BLS_PROOF_OF_POSSESSION_BYTES)],
      },
    };
  },
};

const commissionKind = name(u32, ['InflationRewards', 'BlockRevenue']);

function base64(bytes: number): Decoder<string> {
  return { read: (data) => encodeBase64(data.take(bytes)) };
}

/** The node is shown from the accounts. */
const voteInit = fields({ _node: pubkey, authorizedVoter: pubkey, authorizedWithdrawer: pubkey, commission: u8 });

/** The arguments of `initializeV2`; commissions are basis points. */
const voteInitV2 = fields({
  _node: pubkey,
  authorizedVoter: pubkey,
  authorizedVoterBlsPubkey: base64(BLS_PUBKEY_BYTES),
  authorizedVoterBlsProofOfPossession: base64(BLS_PROOF_OF_POSSESSION_BYTES),
  authorizedWithdrawer: pubkey,
  inflationRewardsCommissionBps: u16,
  blockRevenueCommissionBps: u16,
});

/** Unix seconds */
const timestamp = nullable(i64);
const vote = fields({ slots: vec(u64), hash, timestamp });
const lockout = fields({ slot: u64, confirmation_count: u32 });
const voteStateUpdate = fields({ lockouts: vec(lockout), root: nullable(u64), hash, timestamp });
const hashAndTimestamp = fields({ hash, timestamp });

/** A vote state in its compact form: each slot is its distance from the one before, the first from the root. */
const compactUpdate: Decoder<JsonObject> = {
  read(data) {
    const root = data.u64();
    const hasRoot = root !== U64_MAX;
    const lockouts = readLockoutOffsets(data, hasRoot ? root : 0n);
    return { root: hasRoot ? root : null, lockouts, ...hashAndTimestamp.read(data) };
  },
};

const towerSync: Decoder<JsonObject> = {
  read: (data) => ({ ...compactUpdate.read(data), blockId: hash.read(data) }),
};

function readLockoutOffsets(data: ByteReader, root: bigint): JsonObject[] {
  let slot = root;
  return readList(data, data.shortVec(), () => {
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

/** The accounts of every modern vote. */
const VOTE_ACCOUNTS = ['voteAccount', 'voteAuthority'];
/** The accounts of the first kind of vote. */
const FIRST_VOTE_ACCOUNTS = ['voteAccount', 'slotHashesSysvar', 'clockSysvar', 'voteAuthority'];

/** The rows by tag. */
const ROWS: readonly InstructionRow[] = [
  row('initialize', ['voteAccount', 'rentSysvar', 'clockSysvar', 'node'], voteInit),
  row('authorize', ['voteAccount', 'clockSysvar', 'authority'], { newAuthority: pubkey, authorityType }),
  row('vote', FIRST_VOTE_ACCOUNTS, { vote }),
  row('withdraw', ['voteAccount', 'destination', 'withdrawAuthority'], { lamports: u64 }),
  row('updateValidatorIdentity', ['voteAccount', 'newValidatorIdentity', 'withdrawAuthority']),
  row('updateCommission', ['voteAccount', 'withdrawAuthority'], { commission: u8 }),
  row('voteSwitch', FIRST_VOTE_ACCOUNTS, { vote, hash }),
  row('authorizeChecked', ['voteAccount', 'clockSysvar', 'authority', 'newAuthority'], { authorityType }),
  row('updatevotestate', VOTE_ACCOUNTS, { voteStateUpdate }),
  row('updatevotestateswitch', VOTE_ACCOUNTS, { voteStateUpdate, hash }),
  row('authorizeWithSeed', ['voteAccount', 'clockSysvar', 'authorityBaseKey'], {
    authorityType,
    authorityOwner: pubkey,
    authoritySeed: text,
    newAuthority: pubkey,
  }),
  row('authorizeCheckedWithSeed', ['voteAccount', 'clockSysvar', 'authorityBaseKey', 'newAuthority'], {
    authorityType,
    authorityOwner: pubkey,
    authoritySeed: text,
  }),
  row('compactupdatevotestate', VOTE_ACCOUNTS, { voteStateUpdate: compactUpdate }),
  row('compactupdatevotestateswitch', VOTE_ACCOUNTS, { voteStateUpdate: compactUpdate, hash }),
  row('towersync', VOTE_ACCOUNTS, { towerSync }),
  row('towersyncswitch', VOTE_ACCOUNTS, { towerSync, hash }),
  row('initializeV2', ['voteAccount', 'node', 'inflationRewardsCollector', 'blockRevenueCollector'], voteInitV2),
  row('updateCommissionCollector', ['voteAccount', 'newCollector', 'withdrawAuthority'], { commissionKind }),
  row('updateCommissionBps', ['voteAccount', 'withdrawAuthority'], { commissionBps: u16, commissionKind }),
  row('depositDelegatorRewards', ['voteAccount', 'source'], { deposit: u64 }),
];

/** Source   solana vote-interface 6.0, serde-varint 3.0, short-vec 3.2; agave 4.1 transaction-status parse_vote */
export const parseVoteInstruction: InstructionParser = bincodeParser('vote', ROWS);
