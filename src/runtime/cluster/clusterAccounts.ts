import { U64_MAX } from '../../codec/bigints.ts';
import { featureSlots, GATE_ADDRESSES, isActive } from '../../gates.ts';
import type { Chain } from '../../ledger/history/chain.ts';
import type { Protocol } from '../../ledger/protocol.ts';
import type { LedgerState, Sysvars } from '../../ledger/state.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, type ClusterName, SYSVAR_OWNER, VOTE_PROGRAM } from '../../solana/address.ts';
import { FEATURE_PROGRAM } from '../../solana/feature.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';
import { rentExemption } from '../accounts/builtinAccounts.ts';
import { alpenglowGenesis } from './alpenglowGenesis.ts';
import { clusterPrograms, featureAccount, rentEpochIn } from './clusterPrograms.ts';
import { alpenglowFeatureOf, FEATURES } from './features.ts';
import { chainFacts, NO_FACTS, type SysvarFacts } from './sysvarFacts.ts';
import { SYSVAR_BYTES } from './sysvars.ts';
import { voteAccountOf } from './voteAccount.ts';

type BytesOf = (facts: SysvarFacts) => Uint8Array;

const SYSVARS: ReadonlyMap<Address, BytesOf> = new Map(
  (Object.keys(SYSVAR_BYTES) as (keyof typeof SYSVAR_BYTES)[]).map((name) => [WELL_KNOWN[name], SYSVAR_BYTES[name]]),
);

/** The accounts of a cluster at its first slot, by address. Sysvars have their size, without content yet. */
export function firstSlotAccounts(cluster: ClusterName, version: NodeVersion): ReadonlyMap<Address, Account> {
  const sysvars = Array.from(SYSVARS.keys(), (address) => sysvarAt(address, NO_FACTS, cluster)!);
  return new Map([...clusterPrograms(cluster, version), ...sysvars].map((account) => [account.address, account]));
}

/**
 * The sysvars of a cluster, as they follow from its blocks at the end of a chain, the features that its gates have there, the vote
 * accounts of its validators, and the accounts with which Alpenglow begins.
 */
export function clusterSysvars(cluster: ClusterName): Sysvars {
  return {
    cluster,
    at(state, chain) {
      const { validators = [] } = state.clusterFacts;
      const genesis = alpenglowGenesis(state.protocol, cluster);
      const get = (address: Address) =>
        SYSVARS.has(address)
          ? sysvarAt(address, chainFacts(state, chain), cluster)
          : (genesis.get(address) ??
            featureAt(address, state.protocol, chain.tip, cluster) ??
            voteAccountAt(address, state, chain, cluster));
      const addresses: readonly (readonly [owner: Address, of: Iterable<Address>])[] = [
        [SYSVAR_OWNER, [...SYSVARS.keys()]],
        [FEATURE_PROGRAM, GATE_ADDRESSES as ReadonlySet<Address>],
        [FEATURE_PROGRAM, [alpenglowFeatureOf(state.protocol.version.name)]],
        ...Array.from(genesis.values(), (account) => [account.owner, [account.address]] as const),
        [VOTE_PROGRAM, validators.map(({ vote }) => vote)],
      ];
      const all = (owner?: Address) =>
        addresses
          .filter(([listedOwner]) => owner === undefined || owner === listedOwner)
          .flatMap(([, of]) => Array.from(of, (address) => get(address) ?? []).flat());
      return { get, all };
    },
  };
}

/**
 * The account of an active gate, or of active Alpenglow; undefined: the address is another one, or the feature is not active yet.
 */
function featureAt(address: Address, protocol: Protocol, slot: bigint, cluster: ClusterName): Account | undefined {
  const since =
    address === alpenglowFeatureOf(protocol.version.name)
      ? protocol.alpenglowFrom
      : gateSlot(address, protocol, cluster);
  return isActive(since, slot) ? featureAccount(address, since!, rentEpochIn(cluster)) : undefined;
}

/** The slot from which on a gate is active; undefined: never. A test validator has those that its version knows. */
function gateSlot(address: Address, { gates, version }: Protocol, cluster: ClusterName): bigint | undefined {
  if (!GATE_ADDRESSES.has(address)) return undefined;
  if (cluster === 'localnet' && !FEATURES[version.name].has(address)) return undefined;
  return featureSlots(gates, version.name).get(address);
}

/** The vote account with this address; undefined: no validator of the ledger votes with it. */
function voteAccountAt(address: Address, state: LedgerState, chain: Chain, cluster: ClusterName): Account | undefined {
  const validator = state.clusterFacts.validators?.find(({ vote }) => vote === address);
  return validator && voteAccountOf(validator, state, chain, cluster);
}

const unknownData = new Map<Address, Uint8Array>();

/** Whether an account is a sysvar without known content. */
export function isUnknownSysvar({ address, data }: Account): boolean {
  const bytesOf = SYSVARS.get(address);
  if (bytesOf === undefined) return false;
  const unknown = unknownData.get(address) ?? bytesOf(NO_FACTS);
  unknownData.set(address, unknown);
  return Buffer.compare(unknown, data) === 0;
}

/** The account of a sysvar; undefined: the address is another one. */
export function sysvarAt(address: Address, facts: SysvarFacts, cluster: ClusterName): Account | undefined {
  const data = SYSVARS.get(address)?.(facts);
  if (data === undefined) return undefined;
  return {
    address,
    owner: SYSVAR_OWNER,
    data,
    executable: false,
    lamports: rentExemption(data.length),
    // it is written after the genesis
    rentEpoch: address === WELL_KNOWN.epochRewards ? U64_MAX : rentEpochIn(cluster),
  };
}
