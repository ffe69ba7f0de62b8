import {
  type Address,
  CLOCK_SYSVAR,
  COMPUTE_BUDGET_PROGRAM,
  CONFIG_PROGRAM,
  DEPRECATED_LOADER,
  EPOCH_REWARDS_SYSVAR,
  EPOCH_SCHEDULE_SYSVAR,
  FEES_SYSVAR,
  INSTRUCTIONS_SYSVAR,
  LAST_RESTART_SLOT_SYSVAR,
  LOADER_V2,
  LOADER_V4,
  NATIVE_LOADER,
  PRECOMPILES,
  RECENT_BLOCKHASHES_SYSVAR,
  RENT_SYSVAR,
  REWARDS_SYSVAR,
  SLOT_HASHES_SYSVAR,
  SLOT_HISTORY_SYSVAR,
  STAKE_CONFIG_ACCOUNT,
  STAKE_HISTORY_SYSVAR,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  SYSVAR_OWNER,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
  ZK_ELGAMAL_PROGRAM,
  ZK_TOKEN_PROGRAM,
} from './address.ts';
import { FEATURE_PROGRAM } from './feature.ts';
import { LOOKUP_TABLE_PROGRAM } from './lookupTable.ts';
import { fullAccountKeys, type LoadedAddresses, type Message } from './transaction.ts';

/** Builtin programs and sysvars: no transaction can write them. Source agave 4.1 reserved-account-keys, all of them active */
const RESERVED_KEYS: ReadonlySet<Address> = new Set([
  SYSTEM_PROGRAM,
  LOOKUP_TABLE_PROGRAM,
  DEPRECATED_LOADER,
  LOADER_V2,
  UPGRADEABLE_LOADER,
  COMPUTE_BUDGET_PROGRAM,
  CONFIG_PROGRAM,
  PRECOMPILES.ed25519,
  FEATURE_PROGRAM,
  PRECOMPILES.secp256k1,
  LOADER_V4,
  NATIVE_LOADER,
  PRECOMPILES.secp256r1,
  STAKE_PROGRAM,
  STAKE_CONFIG_ACCOUNT,
  SYSVAR_OWNER,
  INSTRUCTIONS_SYSVAR,
  CLOCK_SYSVAR,
  EPOCH_REWARDS_SYSVAR,
  EPOCH_SCHEDULE_SYSVAR,
  FEES_SYSVAR,
  LAST_RESTART_SLOT_SYSVAR,
  RECENT_BLOCKHASHES_SYSVAR,
  RENT_SYSVAR,
  REWARDS_SYSVAR,
  SLOT_HASHES_SYSVAR,
  SLOT_HISTORY_SYSVAR,
  STAKE_HISTORY_SYSVAR,
  VOTE_PROGRAM,
  ZK_ELGAMAL_PROGRAM,
  ZK_TOKEN_PROGRAM,
]);

/** Whether an address is that of a builtin program or a sysvar, which no transaction can write. */
export function isReserved(address: Address): boolean {
  return RESERVED_KEYS.has(address);
}

/** Every account of a transaction, and which of them it may write. */
export interface AccountKeys {
  /** keys in index order */
  readonly keys: readonly Address[];
  readonly isWritable: (index: number) => boolean;
}

/**
 * The accounts of a message; loaded addresses are those of v0 only.
 *
 * Source   solana message 4.1 is_maybe_writable, is_writable
 */
export function accountKeysOf(message: Message, loaded: LoadedAddresses | undefined): AccountKeys {
  const keys = message.addressTableLookups === undefined ? message.accountKeys : fullAccountKeys(message, loaded);
  const programs = demotedPrograms(message, keys);
  return {
    keys,
    isWritable: (index) =>
      isRequestedWritable(message, loaded, index) && !isReserved(keys[index]!) && !programs.has(index),
  };
}

/**
 * Indexes of the programs that are called, which cannot be written; none if the loader that upgrades programs is among the keys.
 */
function demotedPrograms({ instructions }: Message, keys: readonly Address[]): ReadonlySet<number> {
  if (keys.includes(UPGRADEABLE_LOADER)) return new Set();
  return new Set(instructions.map(({ programIdIndex }) => programIdIndex));
}

function isRequestedWritable(
  { header, accountKeys }: Message,
  loaded: LoadedAddresses | undefined,
  index: number,
): boolean {
  if (index >= accountKeys.length) return index < accountKeys.length + (loaded?.writable.length ?? 0);
  if (index < header.numRequiredSignatures)
    return index < header.numRequiredSignatures - header.numReadonlySignedAccounts;
  return index < accountKeys.length - header.numReadonlyUnsignedAccounts;
}
