import type { Address, Signature } from '../model/address.ts';
import type { Block, LedgerTransaction } from '../model/block.ts';
import type { AccountTable } from './accountTable.ts';
import type { ClusterFacts } from './cluster.ts';

/** How sure the cluster is of a slot; each has its own tip. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Position of a transaction in the whole history: by slot, then by place in the block. */
export type Ordinal = number;

/** The identity of the node that a ledger models. */
export interface NodeIdentity {
  readonly genesisHash: string | undefined;
  readonly identity: string | undefined;
  /** semantic version, shown in every response context */
  readonly apiVersion: string;
  readonly featureSet: number | undefined;
}

/** The chain that ends in a tip, as slots that are known *not* to be on it. */
export interface Chain {
  readonly tip: bigint;
  readonly offChain: ReadonlySet<bigint>;
}

/**
 * Everything a ledger knows, as one immutable value: a copy is a reference, and a request that holds
 * one reads the same ledger from start to end whatever happens to others.
 */
export interface LedgerState {
  readonly blocks: ReadonlyMap<bigint, Block>;
  /** of blocks and of transactions without a block, ascending */
  readonly slots: readonly bigint[];
  /** in ordinal order */
  readonly transactions: readonly LedgerTransaction[];
  /** a signature is in several slots only because of forks */
  readonly ordinalsBySignature: ReadonlyMap<Signature, readonly Ordinal[]>;
  /** ascending; every key of a transaction counts, those from lookup tables too */
  readonly ordinalsByAddress: ReadonlyMap<Address, readonly Ordinal[]>;
  readonly accounts: AccountTable;
  readonly chains: Readonly<Record<Commitment, Chain>>;
  /** older slots are cleaned up; undefined: nothing was, the lowest known slot is the first */
  readonly cleanedUpBefore: bigint | undefined;
  /** what getSignatureStatuses still remembers without a search: this slot and later */
  readonly statusWindowStart: bigint;
  readonly node: NodeIdentity;
  readonly cluster: ClusterFacts;
}
