import type { ConsensusName } from '../gates.ts';
import type { AskedAccounts } from '../ledger/accounts/askedAccounts.ts';
import type { AccountOverride } from '../ledger/moves/setAccount.ts';
import { consensusAt } from '../ledger/protocol.ts';
import { copyForFork, type LedgerState, withAsked } from '../ledger/state.ts';
import { type CommitmentDistance, distanceOf, lastSlot, tipsKeepDistance, tipsOf, withTips } from '../ledger/tips.ts';
import { AutoAdvance } from './autoAdvance.ts';
import { type Checkpoint, createCheckpoint, LearnedVersions, type Version } from './checkpoint.ts';
import type { GivenFault } from './faults/fault.ts';
import { FaultList } from './faults/faultList.ts';
import { DEFAULT_JOURNAL_SIZE, Journal, type JournaledCall, type JournalSettings } from './journal.ts';
import { LiveError } from './liveError.ts';
import type { Moment, MoveInput, MoveResult } from './move.ts';
import { MoveLog } from './moveLog.ts';
import { NodeWarnings } from './nodeWarnings.ts';
import { OpenSockets } from './openSockets.ts';
import { isSameList } from './sameList.ts';
import { NO_QUEUED_SENDS, type SendQueue } from './sendQueue.ts';
import { SentLog, type TakenSend } from './sentLog.ts';
import { SlotTimer } from './slotTimer.ts';
import { StandingPolls, standingText } from './standingPolls.ts';
import { SubscriptionLog } from './subscriptionLog.ts';
import { withTipsBelowHolds } from './tipsBelowHolds.ts';
import { type LedgerWatcher, type MoveMade, Watchers } from './watchers.ts';

/** Unix milliseconds. */
type Clock = () => number;

/**
 * The current state of a ledger, which is immutable, and the moves that replace it. Moves run one after another: a synchronous move
 * runs at once unless an asynchronous one is running.
 */
export class LiveLedger {
  #current: Checkpoint;
  /** the checkpoint that `reset` returns to */
  #start: Checkpoint;
  /** the version that this fork began with; undefined for the main ledger */
  #forkedFrom: Version | undefined;
  /** the version that was loaded; for a fork: by the ledger that it was forked from */
  #loaded: Version;
  readonly #snapshots = new Map<string, Checkpoint>();
  #snapshotCount = 0;
  readonly #watchers = new Watchers();
  /** transactions that were sent since the last reset */
  readonly sent = new SentLog();
  /** calls that were answered since the last reset */
  readonly calls: Journal;
  /** moves that control calls and time have made since the last reset */
  readonly moves = new MoveLog();
  /** subscriptions and their notifications; a reset forgets those that have ended */
  readonly subscriptions = new SubscriptionLog();
  /** open WebSockets */
  readonly sockets = new OpenSockets();
  /** faults of calls and sockets; not part of snapshots */
  readonly faults: FaultList;
  /** faults that the ledger was loaded with */
  #givenFaults: readonly GivenFault[];
  /** the timer of slots; off in a new fork */
  readonly timer = new SlotTimer({ isDue: () => this.#isVoteDue, run: () => this.#confirmNewestBlock() });
  readonly autoAdvance = new AutoAdvance();
  /** Settles after the last asynchronous move and the moves that wait for it. Undefined: none is running. */
  #lastTurn: Promise<unknown> | undefined;
  /** accounts that another node was asked for; while a move takes time, the state may not have them all */
  #askedAccounts: AskedAccounts;
  /** the clock of the machine, for its forks too; undefined: block times follow from the ledger */
  readonly #clock: Clock | undefined;
  /** process warnings of its node */
  readonly warnings: NodeWarnings;
  readonly #polls = new StandingPolls();
  #endedBecause: string | undefined;

  private constructor(
    start: Checkpoint,
    journal: { readonly capacity: number; readonly settings?: JournalSettings },
    givenFaults: readonly GivenFault[],
    clock: Clock | undefined,
    forked?: { readonly from: Version; readonly loaded: Version; readonly warnings: NodeWarnings },
  ) {
    this.warnings = forked?.warnings ?? new NodeWarnings();
    this.#clock = clock;
    this.calls = new Journal(journal.capacity, undefined, journal.settings);
    this.#givenFaults = givenFaults;
    this.faults = new FaultList(givenFaults);
    this.#forkedFrom = forked?.from;
    this.#loaded = forked?.loaded ?? start.version;
    this.#askedAccounts = start.version.state.accounts.askedAccounts;
    this.#current = start;
    this.#start = start;
    this.calls.onAdded = (call) => {
      this.#noticePoll(call);
      this.#watchers.called(call);
    };
    this.calls.onHeard = (call) => this.#watchers.heard(call);
    this.sent.onAdded = (record) => this.#watchers.sent(record);
    this.faults.onChanged = () => this.#watchers.faultsOrRulesChanged();
  }

  /**
   * @param journalSize calls that are kept, by it and by each of its forks; 0: none
   * @param isTimed whether it will move by itself
   * @param faults the faults at the start and after a reset
   * @param clock of the machine; undefined: block times follow from the ledger
   */
  static create(
    state: LedgerState,
    journalSize = DEFAULT_JOURNAL_SIZE,
    isTimed = false,
    faults: readonly GivenFault[] = [],
    clock?: Clock,
  ): LiveLedger {
    return new LiveLedger(
      createCheckpoint(state, startDistance(state, isTimed)),
      { capacity: journalSize },
      faults,
      clock,
    );
  }

  /** Whether it moves by itself. */
  get #movesByItself(): boolean {
    return this.timer.slotTimeMs !== undefined || this.autoAdvance.isOn;
  }

  /** Warns once that a client waits for time while nothing moves the ledger. */
  #noticePoll(call: JournaledCall): void {
    if (this.#movesByItself || !this.#polls.isPoll(call, this.version)) return;
    this.calls.markPoll(call);
    const code = 'STILLNODE_STANDS_STILL';
    this.warnings.warn(standingText(call.method), code, code);
  }

  /**
   * Whether the vote of a test validator under Tower confirms each block, a part of a slot after the block was made: it is the only
   * validator.
   */
  get #isConfirmedByVote(): boolean {
    const { state } = this.version;
    const isTestValidator =
      state.sysvars?.cluster === 'localnet' && consensusAt(state.protocol, tipsOf(state).processed) === 'tower';
    return isTestValidator && this.#current.distance === DEFAULT_DISTANCES.tower;
  }

  /** Whether the newest block waits for that vote. */
  get #isVoteDue(): boolean {
    const { confirmed, processed } = tipsOf(this.version.state);
    return this.#isConfirmedByVote && confirmed < processed;
  }

  /** Confirms the newest block, as the vote of a test validator does. */
  #confirmNewestBlock(): Promise<Version> {
    return this.#runWhenFree(() => {
      if (!this.#isVoteDue) return this.version;
      const { sends, state } = this.#moveInput();
      const tips = tipsOf(state);
      return this.#applyMove({ state: withTips(state, { ...tips, confirmed: tips.processed }), sends });
    });
  }

  /** Whether no move has changed it since it was loaded. */
  get isAsLoaded(): boolean {
    return this.version === this.#loaded;
  }

  get version(): Version {
    return this.#current.version;
  }

  /** The distance that the other tips keep to the processed one in the next move. */
  get distance(): CommitmentDistance {
    const isVotedAtOnce =
      this.#isConfirmedByVote && !this.#movesByItself && this.version.state.send.confirm !== 'manual';
    return isVotedAtOnce ? { ...this.#keptDistance, confirmed: 0n } : this.#keptDistance;
  }

  /** The distance that stays after a move, whether the ledger moves by itself or not. */
  get #keptDistance(): CommitmentDistance {
    return this.#current.distance ?? distanceOf(this.version.state);
  }

  /** Rules, queue, planned drops and holds of sent transactions. */
  get sends(): SendQueue {
    return this.#current.sends;
  }

  get moment(): Moment {
    return { state: this.version.state, sends: this.sends, lastSend: this.sent.lastId };
  }

  /** Writes down that a control call, or time, has moved the ledger from another version to this one. */
  logMove(method?: string, params?: string): void {
    const slot = tipsOf(this.version.state).processed;
    this.moves.add({ method, params, slot, afterCall: this.calls.lastId });
  }

  /** Makes a move that changes the state alone. If the change throws, the state stays as it was. */
  move(change: (state: LedgerState, distance: CommitmentDistance) => LedgerState): Promise<Version> {
    return this.#runWhenFree(() => {
      const { distance, sends, state } = this.#moveInput();
      return this.#applyMove({ state: change(state, distance), sends });
    });
  }

  /** Makes a move that sets the tips: it ends every hold, and the distance is that of the new tips from now on. */
  moveTipsByHand(change: (state: LedgerState) => LedgerState): Promise<Version> {
    return this.#runWhenFree(() => {
      const { sends } = this.#current;
      return this.#moveTo(createCheckpoint(change(this.#stateToMove), undefined, { ...sends, holds: [] }));
    });
  }

  /** Makes a move that changes the state and the sends. If only the sends change, the version stays the same. */
  moveWithSends(change: (now: MoveInput) => MoveResult): Promise<Version> {
    return this.#runWhenFree(() => {
      const now = this.#moveInput();
      const moved = change(now);
      if (moved.state !== now.state) return this.#applyMove(moved);
      this.#setCurrent({ ...this.#current, sends: moved.sends });
      return this.version;
    });
  }

  /** Makes a move that sets an account from outside: its subscribers are notified, even if it reads as before. */
  overrideAccount(
    change: (state: LedgerState) => { readonly state: LedgerState; readonly set: AccountOverride },
  ): Promise<Version> {
    return this.#runWhenFree(() => {
      const { distance, sends } = this;
      const { set, state } = change(this.#stateToMove);
      return this.#moveTo(createCheckpoint(state, this.#keptDistance, sends), { distance, set });
    });
  }

  /** Makes a move as `moveWithSends` does, which takes time. Calls are answered from the version before it until it ends; other moves wait. */
  moveWithSendsAsync(change: (now: MoveInput) => Promise<MoveResult>): Promise<Version> {
    return this.#runInQueue(async () => this.#applyMove(await change(this.#moveInput())));
  }

  /** The state that moves start from: the first move of a fork starts from a copy, and does not write into shared tables. */
  get #stateToMove(): LedgerState {
    const { version } = this;
    return version === this.#forkedFrom ? copyForFork(version.state) : version.state;
  }

  #moveInput(): MoveInput {
    const state = this.#stateToMove;
    const machineTime = state.hasMachineTime ? undefined : this.#clock?.();
    return {
      state,
      distance: this.distance,
      sends: this.sends,
      movesByItself: this.#movesByItself,
      machineTime: machineTime === undefined ? undefined : BigInt(machineTime),
    };
  }

  /** Applies the result of a move. Watchers learn the distance only if the tips kept it, and neither holds nor planned drops exist. */
  #applyMove({ sends, state }: MoveResult): Version {
    const { version, distance } = this;
    const areTipsFree = [this.sends, sends].every(({ drops, holds }) => drops.length + holds.length === 0);
    const checkpoint = createCheckpoint(withTipsBelowHolds(version.state, state, sends), this.#keptDistance, sends);
    return this.#moveTo(checkpoint, {
      distance: areTipsFree && tipsKeepDistance(version.state, state, distance) ? distance : undefined,
    });
  }

  /** Changes the sends alone: this is not a move, and the version stays the same. */
  changeSends(change: (sends: SendQueue) => SendQueue): Promise<SendQueue> {
    return this.#runWhenFree(() => {
      const sends = change(this.sends);
      this.#setCurrent({ ...this.#current, sends });
      return sends;
    });
  }

  /** Keeps state, distance and sends. The id is never used again, not even after a reset. */
  snapshot(): Promise<string> {
    return this.#runWhenFree(() => {
      const id = `snapshot-${++this.#snapshotCount}`;
      this.#snapshots.set(id, this.#current);
      return id;
    });
  }

  /** The ids of snapshots, oldest first. */
  get snapshotIds(): readonly string[] {
    return [...this.#snapshots.keys()];
  }

  /**
   * Goes back to a snapshot, which stays.
   *
   * @throws LiveError unknown
   */
  revert(id: string): Promise<Version> {
    return this.#runWhenFree(() => {
      const snapshot = this.#snapshots.get(id);
      if (snapshot !== undefined) {
        const { leftOut } = this.sends;
        this.#noteTaken(snapshot, 'revert');
        // a revert does not change why a leader left a transaction out
        return this.#switchTo({ ...snapshot, sends: { ...snapshot.sends, leftOut } });
      }
      throw new LiveError(
        'unknown',
        `there is no snapshot ${JSON.stringify(id)}: use an id that stillnode_snapshot returned since the last stillnode_reset`,
      );
    });
  }

  /** Goes back to the state that was loaded, or for a fork to that of its creation. Snapshots are forgotten. */
  reset(): Promise<Version> {
    return this.#runWhenFree(() => this.#restart(this.#start));
  }

  /** Starts again with a ledger that was loaded. Forks stay unchanged. */
  replace(state: LedgerState, faults: readonly GivenFault[] = []): Promise<Version> {
    return this.#runWhenFree(() => {
      this.#givenFaults = faults;
      const { askedAccounts } = this.version.state.accounts;
      const start = createCheckpoint(withAsked(state, askedAccounts), startDistance(state, this.#movesByItself));
      this.#loaded = start.version;
      return this.#restart(start);
    });
  }

  /**
   * Adds accounts that another node was asked for to the current state and to all states that it may return to. This is not a move: watchers are
   * not notified, because the accounts were there from the beginning.
   *
   * @param askedAccounts with those that were added before
   */
  learn(askedAccounts: AskedAccounts): Promise<void> {
    this.#askedAccounts = askedAccounts;
    return this.#runWhenFree(() => {
      if (this.version.state.accounts.askedAccounts === askedAccounts) return;
      const learned = new LearnedVersions(askedAccounts);
      this.#current = learned.checkpointOf(this.#current);
      this.#start = learned.checkpointOf(this.#start);
      for (const [id, snapshot] of this.#snapshots) this.#snapshots.set(id, learned.checkpointOf(snapshot));
      this.#loaded = learned.versionOf(this.#loaded);
      this.#forkedFrom &&= learned.versionOf(this.#forkedFrom);
    });
  }

  #restart(start: Checkpoint): Version {
    this.#start = start;
    const { autoAdvance, calls, sent, timer } = this;
    this.#snapshots.clear();
    sent.clear();
    calls.clear();
    this.moves.clear();
    this.subscriptions.clear();
    timer.reset();
    autoAdvance.reset();
    this.faults.reset(this.#givenFaults);
    return this.#switchTo(start);
  }

  /** A separate ledger that starts with the current state, and with the bundles that are in it. */
  fork(): LiveLedger {
    const { bundles } = this.sends;
    return this.#forkFrom({ ...this.#current, sends: { ...NO_QUEUED_SENDS, bundles } });
  }

  /** A separate ledger that starts where this one started. */
  forkOfStart(): LiveLedger {
    return this.#forkFrom(this.#start);
  }

  #forkFrom(start: Checkpoint): LiveLedger {
    const { capacity, settings } = this.calls;
    const origin = { from: start.version, loaded: this.#loaded, warnings: this.warnings };
    const fork = new LiveLedger(start, { capacity, settings }, this.#givenFaults, this.#clock, origin);
    // nothing runs in a new fork, so that it has them at once
    void fork.learn(this.#askedAccounts);
    return fork;
  }

  /** @returns ends the watch */
  watch(watcher: LedgerWatcher): () => void {
    return this.#watchers.add(watcher);
  }

  /** The sentence why it has ended, such as `the node is closed`; undefined: it has not. */
  get endedBecause(): string | undefined {
    return this.#endedBecause;
  }

  /** Calls a listener when the ledger ends, at once if it has ended. @returns forgets the listener */
  whenEnded(listener: () => void): () => void {
    return this.watch({ moved: ignore, switched: ignore, ended: listener });
  }

  /**
   * Stops moving by itself, and ends all watches; a later watch ends at once. Calls in flight are still answered.
   *
   * @param because the sentence that later calls get; a second end changes nothing
   */
  end(because: string): void {
    this.#endedBecause ??= because;
    this.timer.set(undefined);
    this.autoAdvance.set(undefined);
    this.#watchers.end();
  }

  #setCurrent(now: Checkpoint): void {
    const { lastRule, rules } = this.#current.sends;
    // a rule that is added after a revert or a reset has a new id
    this.#current = now.sends.lastRule < lastRule ? { ...now, sends: { ...now.sends, lastRule } } : now;
    if (!isSameList(rules, now.sends.rules)) this.#watchers.faultsOrRulesChanged();
  }

  /** Makes a checkpoint the current one, and notifies the watchers of a move. */
  #moveTo(checkpoint: Checkpoint, move: MoveMade = { distance: checkpoint.distance }): Version {
    const before = this.version;
    // only blocks ahead of the tip can be replaced
    if (tipsOf(before.state).processed < lastSlot(before.state)) this.#noteTaken(checkpoint, 'reorganization');
    this.#setCurrent(checkpoint);
    this.#watchers.moved(before, checkpoint.version, move);
    return checkpoint.version;
  }

  #noteTaken({ sends, version: { state } }: Checkpoint, cause: TakenSend['cause']): void {
    this.sent.noteTaken(this.moment, { state, sends }, cause);
  }

  /** Makes a checkpoint the current one after a revert, a reset or a reload, and notifies the watchers of that. */
  #switchTo(checkpoint: Checkpoint): Version {
    const before = this.version;
    this.#setCurrent(checkpoint);
    if (checkpoint.version !== before) this.#watchers.switched(before, checkpoint.version);
    this.#watchers.restored();
    return checkpoint.version;
  }

  /** Runs a change at once; while an asynchronous move is running, after it. */
  async #runWhenFree<T>(change: () => T): Promise<T> {
    return this.#lastTurn === undefined ? change() : this.#runInQueue(change);
  }

  /** Runs a change, which may take time, after those that are running. Later changes wait for it. */
  async #runInQueue<T>(change: () => T | Promise<T>): Promise<T> {
    const turn = this.#lastTurn === undefined ? runNow(change) : this.#lastTurn.then(change);
    const ended = turn.then(ignore, ignore);
    this.#lastTurn = ended;
    try {
      return await turn;
    } finally {
      if (this.#lastTurn === ended) this.#lastTurn = undefined;
    }
  }
}

async function runNow<T>(change: () => T | Promise<T>): Promise<T> {
  return change();
}

function ignore(): void {}

/** The commitment distance of a new ledger that moves by itself, or that confirms only by hand. */
const DEFAULT_DISTANCES: Readonly<Record<ConsensusName, CommitmentDistance>> = {
  alpenglow: { confirmed: 1n, finalized: 1n },
  tower: { confirmed: 1n, finalized: 31n },
};

/** The commitment distance that a new ledger keeps; undefined: the distance that its tips have. */
function startDistance(state: LedgerState, isTimed: boolean): CommitmentDistance | undefined {
  const { chains, hasOwnTips, protocol, send } = state;
  const confirmsLater = isTimed || send.confirm === 'manual';
  return confirmsLater && !hasOwnTips ? DEFAULT_DISTANCES[consensusAt(protocol, chains.processed.tip)] : undefined;
}
