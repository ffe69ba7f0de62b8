/** Instructions of the native programs that web3.js has no builder for, and of the memo program. */
import { getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { instruction, key, payer, readonly, signer, u32, u64, writable } from './instruction.mjs';
import { hashOf, sha256 } from './keys.mjs';
import { SYSTEM } from './tokens.mjs';

export const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
export const MEMO_V1 = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo';
const VOTE = 'Vote111111111111111111111111111111111111111';
export const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111';
export const LOOKUP_TABLE = 'AddressLookupTab1e1111111111111111111111111';
const RENT = 'SysvarRent111111111111111111111111111111111';
const CLOCK = 'SysvarC1ock11111111111111111111111111111111';

export const memo = (program, words, signers = []) => instruction(program, signers.map(signer), Buffer.from(words));

async function derive(programAddress, ...seeds) {
  const [address] = await getProgramDerivedAddress({ programAddress, seeds });
  return address;
}

export const programDataOf = (program) => derive(UPGRADEABLE_LOADER, getAddressEncoder().encode(program));

/** Source   solana loader-v3-interface 6.1 */
export const loader = {
  initializeBuffer: (buffer, authority) =>
    instruction(UPGRADEABLE_LOADER, [writable(buffer), readonly(authority)], u32(0)),
  write: (buffer, authority, offset, bytes) =>
    instruction(
      UPGRADEABLE_LOADER,
      [writable(buffer), signer(authority)],
      u32(1),
      u32(offset),
      u64(bytes.length),
      bytes,
    ),
  deploy: (funder, programData, program, buffer, authority, maxLength) =>
    instruction(
      UPGRADEABLE_LOADER,
      [
        payer(funder),
        writable(programData),
        writable(program),
        writable(buffer),
        readonly(RENT),
        readonly(CLOCK),
        readonly(SYSTEM),
        signer(authority),
      ],
      u32(2),
      u64(maxLength),
    ),
};

/** The hash that the SlotHashes sysvar holds for a slot. */
export const bankHashOf = (slot) => hashOf(`stillnode bank ${slot}`);

/**
 * A vote for a tower of consecutive slots, lowest first and no root, with the time of the vote in Unix seconds.
 *
 * Source   solana vote-interface 5.1 TowerSync, serde_compact_tower_sync
 */
export function towerSync(vote, authority, slots, timestamp) {
  const lockouts = slots.flatMap((slot, i) => {
    const offset = i === 0 ? slot : slot - slots[i - 1];
    return [...varint(offset), slots.length - i];
  });
  return instruction(
    VOTE,
    [writable(vote), signer(authority)],
    u32(14),
    u64(-1),
    slots.length,
    Buffer.from(lockouts),
    key(bankHashOf(slots.at(-1))),
    1,
    u64(timestamp),
    sha256(`stillnode block id ${slots.at(-1)}`),
  );
}

function varint(value) {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
