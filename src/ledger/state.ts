import { FEATURE_SETS } from '../nodeVersion.ts';
import type { Address, ClusterName, Signature } from '../solana/address.ts';
import type { IdlProgram } from '../solana/idl/idl.ts';
import type { Commitment } from '../solana/rpcWords.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { AccountsAt, DerivedAccounts } from './accounts/accountsAt.ts';
import type { AskedAccounts } from './accounts/askedAccounts.ts';
import type { ClusterFacts } from './clusterFacts.ts';
import type { Chain } from './history/chain.ts';
import type { History } from './history/history.ts';
import type { Protocol } from './protocol.ts';
import type { SlotSet } from './slotSet.ts';

/** Makes the sysvars of a cluster at the end of a chain. */
export interface Sysvars {
  readonly cluster: ClusterName;
  at(state: LedgerState, chain: Chain): DerivedAccounts;
}

/** The identity of the node that a ledger models. */
export interface NodeIdentity {
  readonly genesisHash: string | undefined;
  readonly identity: string | undefined;
  /** semantic version, shown in every response context */
  readonly apiVersion: string;
  readonly featureSet: number | undefined;
}

/** The feature set of getVersion; undefined: it is not known for this release. */
export function featureSetOf({ node }: LedgerState): number | undefined {
  return node.featureSet ?? FEATURE_SETS.get(node.apiVersion);
}

/** The key of a name in scripts: an address, or the 32 bytes of a secret. */
export type NamedKey = { readonly address: Address } | { readonly seed: Uint8Array };

/** The meaning of the names of scripted ledgers. */
export interface LedgerNames {
  /** keys that scripts set; all others are derived from their names */
  readonly keys: ReadonlyMap<string, NamedKey>;
  /** addresses of every account name that scripts use */
  readonly addresses: ReadonlyMap<string, Address>;
  /** signatures of the copies of a transaction, by its name */
  readonly signatures: ReadonlyMap<string, readonly Signature[]>;
  /** programs with an IDL */
  readonly programs: ReadonlyMap<string, IdlProgram>;
}

export const NO_NAMES: LedgerNames = {
  keys: new Map(),
  addresses: new Map(),
  signatures: new Map(),
  programs: new Map(),
};

/**
 * A ledger at one moment: all that it knows, including slots ahead of its tips. It is one immutable value: a copy is a reference,
 * and a request reads the same ledger from start to end whatever happens to others.
 */
export interface LedgerState {
  readonly history: History;
  readonly accounts: Accounts;
  /** undefined: sysvars are ordinary accounts */
  readonly sysvars: Sysvars | undefined;
  readonly chains: Readonly<Record<Commitment, Chain>>;
  /** the fixtures decide how far the tips are apart: by the rule of `hasOwnTips` in ledgerBuilder.ts */
  readonly hasOwnTips: boolean;
  /** a block has the time of the machine's clock, and later ones follow from it */
  readonly hasMachineTime: boolean;
  /** slots up to this one have passed, with a block or without */
  readonly passedUpTo: bigint;
  /** slots that are not on the chain any more: dropped by a reorganization or by fixtures */
  readonly dropped: SlotSet;
  /** older slots are cleaned up; undefined: nothing was, the lowest known slot is the first */
  readonly cleanedUpBefore: bigint | undefined;
  /** the number of transactions is `before`, plus those of the chain in slots from `from` on */
  readonly transactionBase: { readonly before: bigint; readonly from: bigint };
  /** statuses of older slots were forgotten before their time */
  readonly statusesExpiredBefore: bigint;
  /** lowest slot that getSignatureStatuses finds without a search */
  readonly statusWindowStart: bigint;
  readonly names: LedgerNames;
  readonly node: NodeIdentity;
  readonly clusterFacts: ClusterFacts;
  readonly protocol: Protocol;
  readonly send: SendSettings;
}

/** A copy for a fork: later writes of either do not grow the tables of the other. */
export function copyForFork(state: LedgerState): LedgerState {
  return { ...state, history: state.history.copyForFork(), accounts: state.accounts.copyForFork() };
}

/** The state with accounts that another node was asked for; the same state if it has them. */
export function withAsked(state: LedgerState, askedAccounts: AskedAccounts): LedgerState {
  return state.accounts.askedAccounts === askedAccounts
    ? state
    : { ...state, accounts: state.accounts.withAsked(askedAccounts) };
}

/** The accounts of a ledger at the end of a chain. */
export function accountsAt(state: LedgerState, chain: Chain): AccountsAt {
  return state.accounts.at(chain, state.sysvars?.at(state, chain));
}

/** The settings of a ledger for transactions that are sent to it. */
export interface SendSettings {
  /**
   * auto: the block of a transaction is final at once; manual: it is processed, and the other tips follow when they are moved, or with
   * time; undefined: manual where the ledger moves by itself, auto elsewhere
   */
  readonly confirm: 'auto' | 'manual' | undefined;
  /** the wallet that pays for airdrops: an address, or a name with its dollar; undefined: the key that every ledger has */
  readonly faucet: string | 'none' | undefined;
  /** whether a program has to be in the ledger to be called */
  readonly isStrict: boolean;
  /** addresses that need no key: transactions may have their impersonated signature */
  readonly impersonated: readonly Address[];
}

export const DEFAULT_SEND_SETTINGS: SendSettings = {
  confirm: undefined,
  faucet: undefined,
  isStrict: false,
  impersonated: [],
};

/** Whether the content of a slot was taken off the chain; above the processed tip, by the last reorganization. */
export function isDropped(slot: bigint, { chains: { processed }, dropped }: LedgerState): boolean {
  return processed.offChain.has(slot) || (slot > processed.tip && dropped.has(slot));
}
