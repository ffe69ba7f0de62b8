import type { ShowJson } from '../control/controlMethod.ts';
import { createControls } from '../control/index.ts';
import { LEDGER_JSON_READERS } from '../control/parse/ledgerJsonReaders.ts';
import { accountsFor, chosenExtensions } from '../extensions/chosenExtensions.ts';
import { type LoadedLedger, loadLedger } from '../fixtures/loadLedger.ts';
import { readPrograms } from '../fixtures/programFiles.ts';
import { type GatePreset, valueAt } from '../gates.ts';
import type { LedgerState } from '../ledger/state.ts';
import { LiveLedger } from '../live/liveLedger.ts';
import { SAMPLE_LEDGER } from '../packageFiles.ts';
import { LedgerService } from '../rpc/ledgerService.ts';
import type { Upstream } from '../rpc/protocol/call.ts';
import type { Executor } from '../runtime/executor.ts';
import { loadLiteSvm } from '../runtime/litesvm/litesvmExecutor.ts';
import { givenByOptions } from '../script/ledgerJson/protocolMembers.ts';
import { InProcessNode, type LoadReport, type NodeParts, StartedNode } from './inProcessNode.ts';
import type { LedgerNode, RunningNode } from './ledgerNode.ts';
import { Listeners } from './listeners.ts';
import type { ListenOptions, NodeOptions } from './nodeOptions.ts';

/** Settings of a ledger that apply if neither the ledger nor the options choose them. */
export interface FallbackSettings {
  /** preset of the gates; default: that of the cluster of the ledger */
  readonly fallbackPreset?: GatePreset | undefined;
  /** true: slots pass at the pace of the gates; default: no slot passes by itself */
  readonly passesTime?: boolean | undefined;
  /** whether voteSubscribe is accepted, in silence, by every version; default: from 4.5 on */
  readonly takesVotes?: boolean | undefined;
  /** changes the loaded state before it is served */
  readonly adjust?: ((state: LedgerState) => LedgerState) | undefined;
}

/** Parts of a node that are loaded or opened before it. */
export interface LoadedParts {
  readonly liteSvm?: Executor | undefined;
  readonly upstream?: Upstream | undefined;
  readonly fallbackPreset?: GatePreset | undefined;
  readonly takesVotes?: boolean | undefined;
  /** called with the state of the ledger, not of its forks, before `stillnode_dump` is answered */
  readonly onDump?: ((state: LedgerState) => Promise<unknown>) | undefined;
}

/** A node: the ledger that it loaded, what answers for it, and its ports. */
export class Node {
  /** the node as users of the library have it */
  readonly ledger: LedgerNode;
  #report: LoadReport;
  readonly #live: LiveLedger;
  readonly #options: NodeOptions;
  readonly #parts: LoadedParts;
  readonly #service: LedgerService;
  readonly #listeners: Listeners;
  #closing: Promise<void> | undefined;

  /**
   * Loads a ledger.
   *
   * @throws FixtureError with every problem of every file
   * @throws RecordFolderError if the folder of `upstream` cannot be created
   * @throws LiteSvmMissingError for `execute: 'litesvm'` without that package
   * @throws ProgramFileError, KeyFileError for a program, or the file of a key pair, that cannot be read
   */
  static async load(
    chosen: NodeOptions,
    {
      adjust,
      fallbackPreset,
      onDump,
      passesTime = false,
      takesVotes,
    }: FallbackSettings & Pick<LoadedParts, 'onDump'> = {},
  ): Promise<Node> {
    // a missing package is an error at the start, not at the first send
    const liteSvm = chosen.execute === 'litesvm' ? await loadLiteSvm() : undefined;
    const fixtures = await loadFor(chosen, fallbackPreset);
    const loaded = adjust === undefined ? fixtures : { ...fixtures, state: adjust(fixtures.state) };
    const isTimeChosen = chosen.slotTime !== undefined || chosen.autoAdvance === true;
    const options = passesTime && !isTimeChosen ? { ...chosen, slotTime: slotMsOf(loaded.state) } : chosen;
    const upstream = await openUpstreamFor(options, loaded);
    return new Node(loaded, options, { liteSvm, upstream, fallbackPreset, onDump, takesVotes });
  }

  constructor(loaded: LoadedLedger, options: NodeOptions = {}, parts: LoadedParts = {}) {
    const { autoAdvance = false, clock, journalSize, slotTime } = options;
    const isTimed = slotTime !== undefined || autoAdvance;
    const machineClock = clock === 'machine' ? Date.now : undefined;
    const live = LiveLedger.create(loaded.state, journalSize, isTimed, loaded.faults, machineClock);
    const listeners = new Listeners(live, options.upstream?.url);
    const service = new LedgerService(live, {
      ...serviceOptions(live, options, parts),
      addresses: () => listeners.addresses,
      extensions: chosenExtensions(options.extensions ?? loaded.extensions),
    });
    const served = service.serve(live);
    if (slotTime !== undefined) live.timer.setAtStart(slotTime, () => served.advance());
    if (autoAdvance) live.autoAdvance.setAtStart(() => served.advance());
    this.#live = live;
    this.#options = options;
    this.#parts = parts;
    this.#service = service;
    this.#listeners = listeners;
    this.#report = reportOf(loaded);
    this.ledger = new InProcessNode(served, this.#shared);
  }

  get #shared(): NodeParts {
    return {
      listeners: this.#listeners,
      close: this.close,
      report: () => this.#report,
    };
  }

  /** The counts and warnings of the last load. */
  get report(): LoadReport {
    return this.#report;
  }

  /** The current state of the ledger. */
  get state(): LedgerState {
    return this.#live.version.state;
  }

  /**
   * Loads the fixtures again, for later requests; requests in flight are answered from the previous ledger.
   *
   * @throws FixtureError and keeps the previous ledger
   */
  async reload(): Promise<LoadReport> {
    await this.replace(await loadFor(this.#options, this.#parts.fallbackPreset));
    return this.#report;
  }

  /** Answers later requests from this ledger; requests in flight are answered from the previous one. */
  async replace(loaded: LoadedLedger): Promise<void> {
    await this.#live.replace(loaded.state, loaded.faults);
    this.#report = reportOf(loaded);
  }

  /** Opens a port: the result is both the node and its listener. An error ends the node. */
  async start(options: ListenOptions): Promise<RunningNode> {
    const listener = await this.ledger.listen(options).catch(async (error: unknown) => {
      await this.close();
      throw error;
    });
    return new StartedNode(this.#service.serve(this.#live), this.#shared, listener);
  }

  /** Ends its ports, its subscriptions, its forks, its time, and the connection to the upstream. Requests in flight are answered. */
  readonly close = (): Promise<void> => {
    this.#closing ??= this.#end();
    return this.#closing;
  };

  async #end(): Promise<void> {
    this.#service.end('the node is closed');
    try {
      await this.#listeners.closeAll();
    } finally {
      // after the ports: their requests in flight may wait for an answer from there. Those that still wait get an error
      this.#parts.upstream?.close();
    }
  }
}

function serviceOptions(
  live: LiveLedger,
  options: NodeOptions,
  { liteSvm, onDump, takesVotes, upstream }: LoadedParts,
) {
  let executor = liteSvm;
  const controls = createControls({
    // after a failure, the next call tries again
    loadLiteSvm: async () => (executor ??= await loadLiteSvm()),
    show: showJson,
    onDump: async (dumped, state) => dumped === live && onDump?.(state),
  });
  const { autoFork, cacheMb, dialect, maxBatchReplyBytes, maxForks, onInternalError } = options;
  const isControllable = options.control !== false;
  const chosen = { autoFork, cacheMb, dialect, isControllable, maxBatchReplyBytes, maxForks, onInternalError };
  return { ...chosen, controls, execute: liteSvm, takesVotes, upstream };
}

/** The answers of another node: recorded ones that replace those of the ledger, and what the ledger lacks. */
async function openUpstreamFor({ upstream }: NodeOptions, { replayed }: LoadedLedger): Promise<Upstream | undefined> {
  if (upstream === undefined && replayed === undefined) return undefined;
  // the code that opens outgoing connections is loaded only if it is needed
  const { openReplay, openUpstream } = await import('../tools/record/upstream.ts');
  const replay = replayed === undefined ? undefined : openReplay(replayed);
  if (upstream === undefined) return replay;
  return { ...openUpstream(upstream), ...(replay && { findFirst: replay.findFirst }) };
}

/** Shows a thing. The code for it is loaded with the first call. */
const showJson: ShowJson = async (...args) => (await import('../control/show/showJson.ts')).showJson(...args);

function slotMsOf({ chains, protocol }: LedgerState): number {
  return valueAt(protocol.gates.slotMs, chains.processed.tip);
}

async function loadFor(
  { extensions, ledger, onProgress, programs, ...options }: NodeOptions,
  fallbackPreset?: GatePreset,
): Promise<LoadedLedger> {
  const sources = [ledger ?? SAMPLE_LEDGER].flat();
  return loadLedger(sources, {
    onProgress,
    machineTime: options.clock === 'machine' ? BigInt(Date.now()) : undefined,
    protocol: givenByOptions(options, fallbackPreset),
    ...LEDGER_JSON_READERS,
    ...(extensions !== undefined && { accountsFor: () => accountsFor(extensions) }),
    ...(programs !== undefined && { programs: await readPrograms(programs) }),
  });
}

function reportOf({ state: _, ...report }: LoadedLedger): LoadReport {
  return report;
}
