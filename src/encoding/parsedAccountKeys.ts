import { type Address, address, UPGRADEABLE_LOADER } from '../model/address.ts';
import { fullAccountKeys, type LoadedAddresses, type Message } from '../model/transaction.ts';

export type ParsedAccountKey = {
  readonly pubkey: Address;
  readonly signer: boolean;
  readonly source: 'transaction' | 'lookupTable';
  readonly writable: boolean;
};

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

/**
 * Every account of a transaction with its rights, in index order. Loaded addresses count for v0 alone.
 *
 * Source   agave 4.1 transaction-status parse_accounts; solana message 4.1
 */
export function annotateAccountKeys(message: Message, loaded: LoadedAddresses): ParsedAccountKey[] {
  const keys = message.addressTableLookups === undefined ? message.accountKeys : fullAccountKeys(message, loaded);
  const programs = demotedPrograms(message, keys);
  return keys.map((pubkey, index) => ({
    pubkey,
    signer: index < message.header.numRequiredSignatures,
    source: index < message.accountKeys.length ? 'transaction' : 'lookupTable',
    writable: isRequestedWritable(message, loaded, index) && !RESERVED_KEYS.has(pubkey) && !programs.has(index),
  }));
}

/** Indexes that are called as programs and so cannot be written, unless the loader that upgrades programs is at hand. */
function demotedPrograms({ instructions }: Message, keys: readonly Address[]): ReadonlySet<number> {
  if (keys.includes(UPGRADEABLE_LOADER)) return new Set();
  return new Set(instructions.map(({ programIdIndex }) => programIdIndex));
}

function isRequestedWritable({ header, accountKeys }: Message, loaded: LoadedAddresses, index: number): boolean {
  if (index >= accountKeys.length) return index < accountKeys.length + loaded.writable.length;
  if (index < header.numRequiredSignatures)
    return index < header.numRequiredSignatures - header.numReadonlySignedAccounts;
  return index < accountKeys.length - header.numReadonlyUnsignedAccounts;
}
