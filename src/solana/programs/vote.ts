import { encodeBase58 } from '../../codec/base58.ts';
import { encodeBase64 } from '../../codec/base64.ts';
import { U64_MAX } from '../../codec/bigints.ts';
import { type ByteReader, BytesError } from '../../codec/bytes.ts';
import type { JsonObject } from '../../codec/jsonText.ts';
import { readAddress, readList } from '../wire.ts';
import { bincodeParser, type InstructionRow, row } from './instructionRow.ts';
import { type InstructionParser, readOption, readText, readVariant, readVec } from './parsed.ts';

/**
 * What vote instructions carry, read into the members that jsonParsed shows.
 *
 * Source   solana vote-interface 6.0, serde-varint 3.0, short-vec 3.2
 * @module
 */

const HASH_BYTES = 32;
const BLS_PUBKEY_BYTES = 48;
const BLS_PROOF_OF_POSSESSION_BYTES = 96;
const AUTHORITY_TYPES = ['Voter', 'Withdrawer', 'VoterWithBLS'] as const;

function readHash(data: ByteReader): string {
  return encodeBase58(data.take(HASH_BYTES));
}

/** Unix seconds (i64). */
function readTimestamp(data: ByteReader): bigint | null {
  return readOption(data, (value) => value.i64()) ?? null;
}

/** A key beside its name where the authority votes with BLS, else the name alone. */
function readAuthorityType(data: ByteReader): string | JsonObject {
  const name = readVariant(data, AUTHORITY_TYPES);
  if (name !== 'VoterWithBLS') return name;
  return {
    [name]: {
      bls_pubkey: [...data.take(BLS_PUBKEY_BYTES)],
      bls_proof_of_possession: [...data.take(BLS_PROOF_OF_POSSESSION_BYTES)],
    },
  };
}

function readCommissionKind(data: ByteReader): 'InflationRewards' | 'BlockRevenue' {
  return readVariant(data, ['InflationRewards', 'BlockRevenue']);
}

/** The node address is in the data too, but is shown from the accounts. */
function readVoteInit(data: ByteReader): JsonObject {
  readAddress(data);
  return {
    authorizedVoter: readAddress(data),
    authorizedWithdrawer: readAddress(data),
    commission: data.u8(),
  };
}

/** The node address is in the data too, but is shown from the accounts. Commissions are basis points. */
function readVoteInitV2(data: ByteReader): JsonObject {
  readAddress(data);
  return {
    authorizedVoter: readAddress(data),
    authorizedVoterBlsPubkey: encodeBase64(data.take(BLS_PUBKEY_BYTES)),
    authorizedVoterBlsProofOfPossession: encodeBase64(data.take(BLS_PROOF_OF_POSSESSION_BYTES)),
    authorizedWithdrawer: readAddress(data),
    inflationRewardsCommissionBps: data.u16(),
    blockRevenueCommissionBps: data.u16(),
  };
}

function readVote(data: ByteReader): JsonObject {
  return {
    slots: readVec(data, (slots) => slots.u64()),
    hash: readHash(data),
    timestamp: readTimestamp(data),
  };
}

function readVoteStateUpdate(data: ByteReader): JsonObject {
  return {
    lockouts: readVec(data, (lockout) => ({ slot: lockout.u64(), confirmation_count: lockout.u32() })),
    root: readOption(data, (root) => root.u64()) ?? null,
    hash: readHash(data),
    timestamp: readTimestamp(data),
  };
}

/** The same members from a smaller form: each slot is its distance from the one before, the first from the root. */
function readCompactVoteStateUpdate(data: ByteReader): JsonObject {
  const root = data.u64();
  const hasRoot = root !== U64_MAX;
  return {
    root: hasRoot ? root : null,
    lockouts: readLockoutOffsets(data, hasRoot ? root : 0n),
    hash: readHash(data),
    timestamp: readTimestamp(data),
  };
}

function readTowerSync(data: ByteReader): JsonObject {
  return { ...readCompactVoteStateUpdate(data), blockId: readHash(data) };
}

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

/** By tag. */
const ROWS: readonly InstructionRow[] = [
  row('initialize', ['voteAccount', 'rentSysvar', 'clockSysvar', 'node'], readVoteInit),
  row('authorize', ['voteAccount', 'clockSysvar', 'authority'], (data) => ({
    newAuthority: readAddress(data),
    authorityType: readAuthorityType(data),
  })),
  row('vote', FIRST_VOTE_ACCOUNTS, (data) => ({ vote: readVote(data) })),
  row('withdraw', ['voteAccount', 'destination', 'withdrawAuthority'], (data) => ({ lamports: data.u64() })),
  row('updateValidatorIdentity', ['voteAccount', 'newValidatorIdentity', 'withdrawAuthority']),
  row('updateCommission', ['voteAccount', 'withdrawAuthority'], (data) => ({ commission: data.u8() })),
  row('voteSwitch', FIRST_VOTE_ACCOUNTS, (data) => ({ vote: readVote(data), hash: readHash(data) })),
  row('authorizeChecked', ['voteAccount', 'clockSysvar', 'authority', 'newAuthority'], (data) => ({
    authorityType: readAuthorityType(data),
  })),
  row('updatevotestate', VOTE_ACCOUNTS, (data) => ({ voteStateUpdate: readVoteStateUpdate(data) })),
  row('updatevotestateswitch', VOTE_ACCOUNTS, (data) => ({
    voteStateUpdate: readVoteStateUpdate(data),
    hash: readHash(data),
  })),
  row('authorizeWithSeed', ['voteAccount', 'clockSysvar', 'authorityBaseKey'], (data) => ({
    authorityType: readAuthorityType(data),
    authorityOwner: readAddress(data),
    authoritySeed: readText(data),
    newAuthority: readAddress(data),
  })),
  row('authorizeCheckedWithSeed', ['voteAccount', 'clockSysvar', 'authorityBaseKey', 'newAuthority'], (data) => ({
    authorityType: readAuthorityType(data),
    authorityOwner: readAddress(data),
    authoritySeed: readText(data),
  })),
  row('compactupdatevotestate', VOTE_ACCOUNTS, (data) => ({ voteStateUpdate: readCompactVoteStateUpdate(data) })),
  row('compactupdatevotestateswitch', VOTE_ACCOUNTS, (data) => ({
    voteStateUpdate: readCompactVoteStateUpdate(data),
    hash: readHash(data),
  })),
  row('towersync', VOTE_ACCOUNTS, (data) => ({ towerSync: readTowerSync(data) })),
  row('towersyncswitch', VOTE_ACCOUNTS, (data) => ({ towerSync: readTowerSync(data), hash: readHash(data) })),
  row('initializeV2', ['voteAccount', 'node', 'inflationRewardsCollector', 'blockRevenueCollector'], readVoteInitV2),
  row('updateCommissionCollector', ['voteAccount', 'newCollector', 'withdrawAuthority'], (data) => ({
    commissionKind: readCommissionKind(data),
  })),
  row('updateCommissionBps', ['voteAccount', 'withdrawAuthority'], (data) => ({
    commissionBps: data.u16(),
    commissionKind: readCommissionKind(data),
  })),
  row('depositDelegatorRewards', ['voteAccount', 'source'], (data) => ({ deposit: data.u64() })),
];

/** Source   solana vote-interface 6.0; agave 4.1 transaction-status parse_vote */
export const parseVoteInstruction: InstructionParser = bincodeParser('vote', ROWS);
