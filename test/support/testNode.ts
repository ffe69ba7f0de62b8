import type { DialectName } from '../../src/dialect.ts';
import { type GatePreset, type GateSettings, gatesOf, presetSettings } from '../../src/gates.ts';
import type { ClusterFacts } from '../../src/ledger/clusterFacts.ts';
import { buildLedger, DEFAULT_SETTINGS, type LedgerSettings } from '../../src/ledger/ledgerBuilder.ts';
import type { Protocol } from '../../src/ledger/protocol.ts';
import { SlotSet } from '../../src/ledger/slotSet.ts';
import type { LedgerState, NodeIdentity, SendSettings } from '../../src/ledger/state.ts';
import type { LedgerNode } from '../../src/node/createNode.ts';
import { NODE_VERSIONS, type NodeVersionName } from '../../src/nodeVersion.ts';
import type { Account } from '../../src/solana/account.ts';
import { type Address, SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import type { Block, LedgerTransaction } from '../../src/solana/block.ts';
import type { Reward } from '../../src/solana/meta.ts';
import { accountsAtProcessed, blocksOf } from './contents.ts';
import { nodeOver } from './nodeOver.ts';
import { namedBlockhash, type TransactionSpec, testTransaction } from './transactions.ts';

export interface BlockSpec {
  readonly slot: number;
  /** default: the slot before */
  readonly parentSlot?: number;
  /** default: namedBlockhash of the slot */
  readonly name?: string;
  readonly transactions?: readonly TransactionSpec[];
  /** Unix seconds; default 1,700,000,000 + slot */
  readonly blockTime?: number | null;
  readonly blockHeight?: number | null;
  readonly rewards?: readonly Reward[];
  readonly numRewardPartitions?: number;
}

export interface AccountSpec {
  readonly address: Address;
  readonly lamports?: bigint;
  readonly owner?: Address;
  readonly data?: Uint8Array;
  readonly executable?: boolean;
  readonly rentEpoch?: bigint;
}

export interface LedgerSpec {
  readonly blocks?: readonly BlockSpec[];
  readonly accounts?: readonly AccountSpec[];
  readonly loose?: readonly LedgerTransaction[];
  readonly processed?: number;
  readonly confirmed?: number;
  readonly finalized?: number;
  readonly firstAvailable?: number;
  readonly apiVersion?: string;
  readonly node?: Partial<NodeIdentity>;
  readonly cluster?: Partial<ClusterFacts>;
  readonly send?: Partial<SendSettings>;
  /** default: false */
  readonly extensions?: boolean;
  /** default: AGAVE_41 */
  readonly protocol?: Protocol;
}

/** Agave 4.1 on a cluster without gates, as the recorded answers of most tests have it. */
export const AGAVE_41: Protocol = protocolFor('4.1', 'genesis');

/**
 * The protocol of a version and a preset of gates.
 *
 * @param given single gates that differ from the preset
 */
export function protocolFor(
  version: NodeVersionName,
  preset: GatePreset,
  given: Partial<Omit<GateSettings, 'preset'>> = {},
): Protocol {
  return {
    version: NODE_VERSIONS[version],
    gates: gatesOf({ ...presetSettings(preset), ...given }, version),
    alpenglowFrom: undefined,
  };
}

export const BLOCK_TIME_BASE = 1_700_000_000;

/** Blocks 5, 6 and 7, with a tip each. */
export const THREE_TIPS: LedgerSpec = {
  blocks: [{ slot: 5 }, { slot: 6 }, { slot: 7 }],
  finalized: 5,
  confirmed: 6,
  processed: 7,
};

export function testLedger(spec: LedgerSpec): LedgerState {
  return buildLedger({
    blocks: (spec.blocks ?? []).map(testBlock),
    looseTransactions: spec.loose ?? [],
    accounts: (spec.accounts ?? []).map(testAccount),
    settings: settingsOf(spec),
  });
}

export function testBlock(spec: BlockSpec): Block {
  const slot = BigInt(spec.slot);
  const parentSlot = spec.parentSlot ?? Math.max(0, spec.slot - 1);
  const seconds = spec.blockTime === undefined ? BLOCK_TIME_BASE + spec.slot : spec.blockTime;
  const blockTimeSeconds = seconds === null ? null : BigInt(seconds);
  const height = spec.blockHeight === undefined ? spec.slot : spec.blockHeight;
  return {
    slot,
    parentSlot: BigInt(parentSlot),
    blockhash: namedBlockhash(spec.name ?? `${spec.slot}`),
    previousBlockhash: namedBlockhash(`${parentSlot}`),
    blockTimeSeconds,
    blockHeight: height === null ? null : BigInt(height),
    rewards: spec.rewards ?? [],
    ...(spec.numRewardPartitions === undefined ? {} : { numRewardPartitions: BigInt(spec.numRewardPartitions) }),
    transactions: (spec.transactions ?? []).map((transaction, index) =>
      testTransaction(transaction, { slot, index, blockTimeSeconds }),
    ),
  };
}

export function testAccount(spec: AccountSpec): Account {
  return {
    lamports: 1_000_000n,
    owner: SYSTEM_PROGRAM,
    data: new Uint8Array(),
    executable: false,
    rentEpoch: 18446744073709551615n,
    ...spec,
  };
}

function settingsOf(spec: LedgerSpec): LedgerSettings {
  const tip = (slot: number | undefined) => (slot === undefined ? undefined : BigInt(slot));
  const tips = Object.entries({
    processed: tip(spec.processed),
    confirmed: tip(spec.confirmed),
    finalized: tip(spec.finalized),
  }).filter(([, slot]) => slot !== undefined);
  return {
    tips: Object.fromEntries(tips),
    dropped: SlotSet.NONE,
    cleanedUpBefore: tip(spec.firstAvailable),
    node: {
      ...DEFAULT_SETTINGS.node,
      apiVersion: spec.apiVersion ?? spec.protocol?.version.release ?? '4.1.0',
      ...spec.node,
    },
    clusterFacts: { ...DEFAULT_SETTINGS.clusterFacts, ...spec.cluster },
    protocol: spec.protocol ?? AGAVE_41,
    send: { ...DEFAULT_SETTINGS.send, ...spec.send },
  };
}

/** A node of either dialect over one ledger. */
export function testNode(spec: LedgerSpec, dialect: DialectName = 'contract'): LedgerNode {
  const state = testLedger(spec);
  const counts = {
    files: 0,
    blocks: blocksOf(state).size,
    transactions: state.history.transactionCount,
    accounts: accountsAtProcessed(state).count,
  };
  return nodeOver({ state, warnings: [], counts }, { dialect, extensions: spec.extensions ?? false });
}

/**
 * The text of `result`, or of `error`, that a call is answered with: exact, as over HTTP.
 *
 * @param params JSON text, so that a test can contain what JSON.stringify would not write
 */
export async function callText(
  node: LedgerNode,
  method: string,
  params: string,
  dialect?: DialectName,
): Promise<string> {
  const reply = await node.dispatch(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`, dialect);
  const match = /^\{"jsonrpc":"2\.0","(?:result|error)":(.*),"id":1\}\n$/s.exec(reply);
  if (match === null) throw new Error(`unexpected reply: ${reply}`);
  return match[1]!;
}
