import { type Address, address, UPGRADEABLE_LOADER } from './address.ts';
import { fullAccountKeys, type LoadedAddresses, type Message } from './transaction.ts';

/** Builtin programs and sysvars: no transaction can write them. Source agave 4.1 reserved-account-keys, all of them active */
const RESERVED_KEYS: ReadonlySet<Address> = new Set(
  [
    '11111111111111111111111111111111',
    'AddressLookupTab1e1111111111111111111111111',
    'BPFLoader1111111111111111111111111111111111',
    'BPFLoader2111111111111111111111111111111111',
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'ComputeBudget111111111111111111111111111111',
    'Config1111111111111111111111111111111111111',
    'Ed25519SigVerify111111111111111111111111111',
    'Feature111111111111111111111111111111111111',
    'KeccakSecp256k11111111111111111111111111111',
    'LoaderV411111111111111111111111111111111111',
    'NativeLoader1111111111111111111111111111111',
    'Secp256r1SigVerify1111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
    'StakeConfig11111111111111111111111111111111',
    'Sysvar1111111111111111111111111111111111111',
    'Sysvar1nstructions1111111111111111111111111',
    'SysvarC1ock11111111111111111111111111111111',
    'SysvarEpochRewards1111111111111111111111111',
    'SysvarEpochSchedu1e111111111111111111111111',
    'SysvarFees111111111111111111111111111111111',
    'SysvarLastRestartS1ot1111111111111111111111',
    'SysvarRecentB1ockHashes11111111111111111111',
    'SysvarRent111111111111111111111111111111111',
    'SysvarRewards111111111111111111111111111111',
    'SysvarS1otHashes111111111111111111111111111',
    'SysvarS1otHistory11111111111111111111111111',
    'SysvarStakeHistory1111111111111111111111111',
    'Vote111111111111111111111111111111111111111',
    'ZkE1Gama1Proof11111111111111111111111111111',
    'ZkTokenProof1111111111111111111111111111111',
  ].map(address),
);

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
      isRequestedWritable(message, loaded, index) && !RESERVED_KEYS.has(keys[index]!) && !programs.has(index),
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
