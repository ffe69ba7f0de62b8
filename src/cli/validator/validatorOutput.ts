import { transactionCount } from '../../ledger/blockQueries.ts';
import { accountsAt, type LedgerState } from '../../ledger/state.ts';
import { processedView } from '../../ledger/view.ts';
import { packageVersion } from '../../packageFiles.ts';
import { shredVersionOf, TEST_VALIDATOR_PORTS } from '../../rpc/methods/getClusterNodes.ts';
import { address } from '../../solana/address.ts';
import { LAMPORTS_PER_SOL } from '../../solana/lamports.ts';
import type { Opened } from '../openNode.ts';

/**
 * The output of a test validator.
 *
 * Source   agave 4.3.2 validator dashboard.rs, solana-test-validator.rs; version.rs
 * @module
 */

export const NO_WALLET = '\nNotice! No wallet available. `solana airdrop` localnet SOL after creating one\n\n';

const SOL_DECIMALS = 9;

/** The line of `--version`. @param release of the node whose answers are given */
export function versionLine(release: string, featureSet: number): string {
  const feature = featureSet.toString(16).padStart(8, '0');
  return `solana-test-validator ${release} (src:${packageVersion()}; feat:${feature}, client:Agave)`;
}

/** The lines that say where the node is, once it answers. The TPU has none: nothing listens there. */
export function startedText({ listener, node: { state } }: Opened): string {
  const { clusterFacts, node } = state;
  const { genesisHash, identity } = node;
  const validator = clusterFacts.validators?.find((one) => one.identity === identity);
  const { hostname, host } = new URL(listener.url);
  const lines: readonly (readonly [name: string, value: string | number | undefined])[] = [
    ['Identity', identity],
    ['Vote Account', validator?.vote],
    ['Genesis Hash', genesisHash],
    ['Version', node.apiVersion],
    ['Shred Version', genesisHash === undefined ? undefined : shredVersionOf(genesisHash)],
    ['Gossip Address', `${hostname}:${TEST_VALIDATOR_PORTS.gossip}`],
    ['JSON RPC URL', `http://${host}`],
    ['WebSocket PubSub URL', listener.wsUrl],
  ];
  return lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}\n`])).join('');
}

/** The line about the current state of the ledger. @param milliseconds since the start */
export function statusLine(state: LedgerState, milliseconds: number): string {
  const { confirmed, finalized, processed } = state.chains;
  const { identity } = state.node;
  const view = processedView(state);
  const { lamports = 0n } = (identity && accountsAt(state, confirmed).get(address(identity))) || {};
  return [
    timeText(milliseconds),
    `Processed Slot: ${processed.tip}`,
    `Confirmed Slot: ${confirmed.tip}`,
    `Finalized Slot: ${finalized.tip}`,
    'Full Snapshot Slot: -',
    'Incremental Snapshot Slot: -',
    `Transactions: ${transactionCount(view)}`,
    `◎${lamports / LAMPORTS_PER_SOL}.${String(lamports % LAMPORTS_PER_SOL).padStart(SOL_DECIMALS, '0')}`,
  ].join(' | ');
}

function timeText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
