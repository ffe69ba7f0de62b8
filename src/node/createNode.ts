import { readFaults } from '../control/parse/parseFaults.ts';
import { type LoadedLedger, loadLedger } from '../fixtures/loadLedger.ts';
import { readPrograms } from '../fixtures/programFiles.ts';
import { type GatePreset, valueAt } from '../gates.ts';
import type { LedgerState } from '../ledger/state.ts';
import { LiveLedger } from '../live/liveLedger.ts';
import { SAMPLE_LEDGER } from '../packageFiles.ts';
import type { Upstream } from '../rpc/protocol/call.ts';
import { loadLiteSvm } from '../runtime/litesvm/litesvmExecutor.ts';
import { givenByOptions } from '../script/ledgerJson/protocolMembers.ts';
import type { LedgerNode, RunningNode } from './ledgerNode.ts';
import type { ListenOptions, NodeOptions } from './nodeOptions.ts';
import { type LoadedParts, type LoadReport, NodeRuntime, warnOfDialect } from './nodeRuntime.ts';
import { checkOptions, listenOptionsOf } from './optionChecks.ts';

export type { ForkNode, GivenAnswer, LedgerNode, Listener, RunningFork, RunningNode } from './ledgerNode.ts';

/**
 * Loads a ledger and creates a node without a port.
 *
 * @throws FixtureError with every problem of every file
 * @throws TypeError for an unknown option, or one of the wrong type
 * @throws RecordFolderError if the folder of `upstream` cannot be created
 * @throws LiteSvmMissingError for `execute: 'litesvm'` without that package
 * @throws ProgramFileError for a program that cannot be read
 */
export async function createNode(options: NodeOptions = {}): Promise<LedgerNode> {
  checkOptions('createNode', options);
  const { node } = await createReloadableNode(options);
  if (options.dialect === undefined) warnOfDialect();
  return node;
}

/** Loads a ledger and serves it: the result is both the node and its listener. */
export async function startNode(options: NodeOptions & ListenOptions = {}): Promise<RunningNode> {
  checkOptions('startNode', options);
  const { end, node, upstream } = await createReloadableNode(options);
  const listener = await node.listen(listenOptionsOf(options));
  if (options.dialect === undefined) warnOfDialect();
  const close = () => {
    end();
    // requests in flight may still wait for an answer from there
    return listener.close().finally(() => upstream?.close());
  };
  // a copy of the node would keep the names as they are now
  Object.defineProperties(node, Object.getOwnPropertyDescriptors(listener));
  return Object.assign(node, { close, [Symbol.asyncDispose]: close }) as RunningNode;
}

/** A node that can reload its fixtures while it answers requests. */
export interface ReloadableNode {
  readonly node: LedgerNode;
  /** of the first load */
  readonly report: LoadReport;
  /**
   * Reloads the fixtures for later requests; requests in flight are answered from the previous ledger.
   *
   * @throws FixtureError and keeps the previous ledger
   */
  reload(): Promise<LoadReport>;
  /** The ledger as it is now. */
  state(): LedgerState;
  /** Ends every subscription. */
  end(): void;
  readonly upstream: Upstream | undefined;
}

/** Settings of a ledger where neither it nor the options choose them. */
export interface StandardSettings {
  /** the preset of its gates; default: that of its cluster */
  readonly standardPreset?: GatePreset | undefined;
  /** slots pass at the pace of its gates; default: none passes by itself */
  readonly hasOwnTime?: boolean | undefined;
}

/** Loads a ledger and creates a node that can load it again. */
export async function createReloadableNode(
  chosen: NodeOptions,
  { standardPreset, hasOwnTime = false }: StandardSettings = {},
): Promise<ReloadableNode> {
  // a missing package is an error at the start, not at the first send
  const liteSvm = chosen.execute === 'litesvm' ? await loadLiteSvm() : undefined;
  const first = await loadFor(chosen, standardPreset);
  const isTimeChosen = chosen.slotTime !== undefined || chosen.autoAdvance === true;
  const options = hasOwnTime && !isTimeChosen ? { ...chosen, slotTime: slotMsOf(first.state) } : chosen;
  // the code that opens outgoing connections is loaded only if it is needed
  const upstream = options.upstream && (await import('../tools/record/upstream.ts')).openUpstream(options.upstream);
  const { end, node, replace, state } = replaceableNode(first, options, { liteSvm, upstream });
  const reload = async () => {
    const loaded = await loadFor(options, standardPreset);
    await replace(loaded);
    return loaded;
  };
  return { node, report: reportOf(first), reload, state, end, upstream };
}

function slotMsOf({ chains, protocol }: LedgerState): number {
  return valueAt(protocol.gates.slotMs, chains.processed.tip);
}

async function loadFor(
  { ledger, onProgress, programs, ...options }: NodeOptions,
  standardPreset?: GatePreset,
): Promise<LoadedLedger> {
  const parts = [ledger ?? SAMPLE_LEDGER].flat();
  return loadLedger(parts, {
    onProgress,
    protocol: givenByOptions(options, standardPreset),
    readFaults,
    ...(programs !== undefined && { programs: await readPrograms(programs) }),
  });
}

export function nodeOver(loaded: LoadedLedger, options: Omit<NodeOptions, 'ledger'>, parts?: LoadedParts): LedgerNode {
  return replaceableNode(loaded, options, parts).node;
}

interface ReplaceableNode {
  readonly node: LedgerNode;
  /** Later requests are answered from this ledger; requests in flight from the previous one. */
  replace(loaded: LoadedLedger): Promise<void>;
  /** The ledger as it is now. */
  state(): LedgerState;
  /** Ends every subscription. */
  end(): void;
}

export function replaceableNode(
  first: LoadedLedger,
  options: Omit<NodeOptions, 'ledger'>,
  parts?: LoadedParts,
): ReplaceableNode {
  const isTimed = options.slotTime !== undefined || options.autoAdvance === true;
  const clock = options.clock === 'machine' ? Date.now : undefined;
  const live = LiveLedger.of(first.state, options.journalSize, isTimed, first.faults, clock);
  let report = reportOf(first);
  const runtime = new NodeRuntime(live, options, parts);
  const node = runtime.nodeOf(live, () => report);
  const replace = async (loaded: LoadedLedger) => {
    await live.replace(loaded.state, loaded.faults);
    report = reportOf(loaded);
  };
  return { node, replace, state: () => live.version.state, end: () => runtime.end() };
}

function reportOf({ state: _, ...report }: LoadedLedger): LoadReport {
  return report;
}
