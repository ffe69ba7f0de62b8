import type { ConsensusName } from '../gates.ts';
import type { AccountSet } from '../ledger/moves/setAccount.ts';
import { consensusAt } from '../ledger/protocol.ts';
import { closed, type LedgerState } from '../ledger/state.ts';
import { type CommitmentDistance, distanceOf, tipsOf, withTips } from '../ledger/tips.ts';
import { AutoAdvance } from './autoAdvance.ts';
import { CallLog, DEFAULT_JOURNAL_SIZE, type Keeping } from './callLog.ts';
import {
  type Checkpoint,
  follow,
  keep,
  type Moment,
  type MoveInput,
  type MoveResult,
  type Version,
} from './checkpoint.ts';
import type { GivenFault } from './faults/fault.ts';
import { FaultList } from './faults/faultList.ts';
import { isSameList } from './sameList.ts';
import { keepHolds, LiveError, NO_QUEUED_SENDS, type SendQueue, SentLog } from './sends.ts';
import { SlotTimer } from './slotTimer.ts';
import { type LedgerWatcher, type MoveMade, Watchers } from './watchers.ts';

/** Unix milliseconds. */
type Clock = () => number;

/**
 * The one thing that changes: it holds the state that calls are answered from. Moves run one after the other. Those that are sync
 * run at once, unless an async one is running.
 */
export class LiveLedger {
  #now: Checkpoint;
  /** the checkpoint that `reset` returns to */
  #start: Checkpoint;
  /** the version that this fork began with; undefined for the main ledger */
  readonly #inherited: Version | undefined;
  readonly #snapshots = new Map<string, Checkpoint>();
  #snapshotCount = 0;
  readonly #watchers = new Watchers();
  /** transactions that were sent since the last reset */
  readonly sent = new SentLog();
  /** calls that were answered since the last reset */
  readonly calls: CallLog;
  /** faults of calls and sockets; not part of snapshots */
  readonly faults: FaultList;
  /** faults that the ledger was loaded with */
  #givenFaults: readonly GivenFault[];
  /** the timer of slots; forks have no pace of their own */
  readonly timer = new SlotTimer({ isDue: () => this.#isVoteDue, run: () => this.#seeVote() });
  readonly autoAdvance = new AutoAdvance();
  /** Ends with the last async move, and with the moves that wait for it. Undefined: none is running. */
  #lastTurn: Promise<unknown> | undefined;
  /** the clock of the machine, for its forks too; undefined: block times follow from the ledger */
  readonly #clock: Clock | undefined;

  private constructor(
    start: Checkpoint,
    journal: { readonly size: number; readonly keeping?: Keeping },
    givenFaults: readonly GivenFault[],
    clock: Clock | undefined,
    inherited?: Version,
  ) {
    this.#clock = clock;
    this.calls = new CallLog(journal.size, undefined, journal.keeping);
    this.#givenFaults = givenFaults;
    this.faults = new FaultList(givenFaults);
    this.#inherited = inherited;
    this.#now = start;
    this.#start = start;
    this.calls.onAdded = (call) => this.#watchers.called(call);
    this.calls.onHeard = (call) => this.#watchers.heard(call);
    this.sent.onAdded = (record) => this.#watchers.sent(record);
    this.faults.onChanged = () => this.#watchers.rulesChanged();
  }

  /**
   * @param journalSize calls that are kept, by it and by each of its forks; 0: none
   * @param isTimed whether it will move by itself
   * @param faults that are there from the start on
   * @param clock of the machine; undefined: block times follow from the ledger
   */
  static of(
    state: LedgerState,
    journalSize = DEFAULT_JOURNAL_SIZE,
    isTimed = false,
    faults: readonly GivenFault[] = [],
    clock?: Clock,
  ): LiveLedger {
    return new LiveLedger(keep(state, startLag(state, isTimed)), { size: journalSize }, faults, clock);
  }

  /** Whether it moves by itself. */
  get #isTimed(): boolean {
    return this.timer.slotTimeMs !== undefined || this.autoAdvance.isOn;
  }

  /** Whether the vote of a test validator on the newest block is on its way: it is alone, so its vote decides. */
  get #isVoteDue(): boolean {
    const { state } = this.version;
    const { confirmed, processed } = tipsOf(state);
    const isTestValidator = state.sysvars?.cluster === 'localnet' && consensusAt(state.protocol, processed) === 'tower';
    return isTestValidator && this.#now.distance === LAGS.tower && confirmed < processed;
  }

  /** The newest block is confirmed. */
  #seeVote(): Promise<Version> {
    return this.#inTurn(() => {
      if (!this.#isVoteDue) return this.version;
      const { sends, state } = this.#moving();
      const tips = tipsOf(state);
      return this.#showMoved({ state: withTips(state, { ...tips, confirmed: tips.processed }), sends });
    });
  }

  get version(): Version {
    return this.#now.version;
  }

  /** The distance that the other tips keep to the processed one. */
  get distance(): CommitmentDistance {
    return this.#now.distance ?? distanceOf(this.version.state);
  }

  /** Rules, queue and planned drops of sent transactions. */
  get sends(): SendQueue {
    return this.#now.sends;
  }

  get moment(): Moment {
    return { state: this.version.state, sends: this.sends };
  }

  /** Changes the state. If the change throws, the state stays as it was. */
  move(change: (state: LedgerState, distance: CommitmentDistance) => LedgerState): Promise<Version> {
    return this.#inTurn(() => {
      const { distance, sends, state } = this.#moving();
      return this.#showMoved({ state: change(state, distance), sends });
    });
  }

  /** A move that sets the distance to that of the new tips. Held blocks may advance. */
  moveTips(change: (state: LedgerState) => LedgerState): Promise<Version> {
    return this.#inTurn(() => {
      const { sends } = this.#now;
      return this.#moveTo(keep(change(this.#state), undefined, { ...sends, holds: [] }));
    });
  }

  /** A move that may change the sends too. The version stays the same where only they change. */
  moveSends(change: (now: MoveInput) => MoveResult): Promise<Version> {
    return this.#inTurn(() => {
      const now = this.#moving();
      const moved = change(now);
      if (moved.state !== now.state) return this.#showMoved(moved);
      this.#hold({ ...this.#now, sends: moved.sends });
      return this.version;
    });
  }

  /** A move that sets an account from outside: its subscribers are notified, also where it reads as before. */
  moveAccount(
    change: (state: LedgerState) => { readonly state: LedgerState; readonly set: AccountSet },
  ): Promise<Version> {
    return this.#inTurn(() => {
      const { distance, sends } = this;
      const { set, state } = change(this.#state);
      return this.#moveTo(keep(state, distance, sends), { distance, set });
    });
  }

  /** A move that takes time. Calls are answered from the version before until it ends; other moves wait. */
  moveLater(change: (now: MoveInput) => Promise<MoveResult>): Promise<Version> {
    return this.#queue(async () => this.#showMoved(await change(this.#moving())));
  }

  /** The state that moves start from: a fork does not grow the tables that it shares with others. */
  get #state(): LedgerState {
    const { version } = this;
    return version === this.#inherited ? closed(version.state) : version.state;
  }

  #moving(): MoveInput {
    const state = this.#state;
    const machineTime = state.hasMachineTime ? undefined : this.#clock?.();
    return {
      state,
      distance: this.distance,
      sends: this.sends,
      isTimed: this.#isTimed,
      machineTime: machineTime === undefined ? undefined : BigInt(machineTime),
    };
  }

  /** Tips keep their distance unless a block is held or dropped. */
  #showMoved({ sends, state }: MoveResult): Version {
    const { version, distance } = this;
    const isFree = [this.sends, sends].every(({ drops, holds }) => drops.length + holds.length === 0);
    const checkpoint = keep(keepHolds(version.state, state, sends), distance, sends);
    return this.#moveTo(checkpoint, {
      distance: isFree && follow(version.state, state, distance) ? distance : undefined,
    });
  }

  /** Changes the sends; the version stays the same. */
  changeSends(change: (sends: SendQueue) => SendQueue): Promise<SendQueue> {
    return this.#inTurn(() => {
      const sends = change(this.sends);
      this.#hold({ ...this.#now, sends });
      return sends;
    });
  }

  /** Keeps state, distance and sends. The id is never used again, not even after a reset. */
  snapshot(): Promise<string> {
    return this.#inTurn(() => {
      const id = `snapshot-${++this.#snapshotCount}`;
      this.#snapshots.set(id, this.#now);
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
    return this.#inTurn(() => {
      const snapshot = this.#snapshots.get(id);
      if (snapshot !== undefined) return this.#switchTo(snapshot);
      throw new LiveError(
        'unknown',
        `there is no snapshot ${JSON.stringify(id)}: stillnode_snapshot gives ids, and stillnode_reset forgets them`,
      );
    });
  }

  /** Goes back to the state that was loaded, or for a fork to that of its creation. Snapshots are forgotten. */
  reset(): Promise<Version> {
    return this.#inTurn(() => this.#restart(this.#start));
  }

  /** Starts again with a ledger that was loaded. Forks stay unchanged. */
  replace(state: LedgerState, faults: readonly GivenFault[] = []): Promise<Version> {
    return this.#inTurn(() => {
      this.#givenFaults = faults;
      return this.#restart(keep(state, startLag(state, this.#isTimed)));
    });
  }

  #restart(start: Checkpoint): Version {
    this.#start = start;
    const { autoAdvance, calls, sent, timer } = this;
    for (const part of [this.#snapshots, sent, calls, timer, autoAdvance]) part.clear();
    this.faults.reset(this.#givenFaults);
    return this.#switchTo(start);
  }

  /** A separate ledger that starts with the current state. */
  fork(): LiveLedger {
    return new LiveLedger(
      { ...this.#now, sends: NO_QUEUED_SENDS },
      this.calls,
      this.#givenFaults,
      this.#clock,
      this.version,
    );
  }

  /** A separate ledger that starts where this one started. */
  forkOfStart(): LiveLedger {
    return new LiveLedger(this.#start, this.calls, this.#givenFaults, this.#clock, this.#start.version);
  }

  /** @returns ends the watch */
  watch(watcher: LedgerWatcher): () => void {
    return this.#watchers.add(watcher);
  }

  /** Ends every watch, now and later. Calls are still answered. */
  end(): void {
    this.timer.set(undefined);
    this.autoAdvance.set(undefined);
    this.#watchers.end();
  }

  #hold(now: Checkpoint): void {
    const { rules } = this.#now.sends;
    this.#now = now;
    if (!isSameList(rules, now.sends.rules)) this.#watchers.rulesChanged();
  }

  #moveTo(checkpoint: Checkpoint, move: MoveMade = { distance: checkpoint.distance }): Version {
    const before = this.version;
    this.#hold(checkpoint);
    this.#watchers.moved(before, checkpoint.version, move);
    return checkpoint.version;
  }

  #switchTo(checkpoint: Checkpoint): Version {
    const before = this.version;
    this.#hold(checkpoint);
    if (checkpoint.version !== before) this.#watchers.switched(before, checkpoint.version);
    this.#watchers.restored();
    return checkpoint.version;
  }

  async #inTurn<T>(change: () => T): Promise<T> {
    return this.#lastTurn === undefined ? change() : this.#queue(change);
  }

  /** Runs a change when everything before it has ended; what comes later waits for it. */
  async #queue<T>(change: () => T | Promise<T>): Promise<T> {
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

/** Slots that a cluster confirms and finalizes later. */
const LAGS: Readonly<Record<ConsensusName, CommitmentDistance>> = {
  alpenglow: { confirmed: 1n, finalized: 1n },
  tower: { confirmed: 1n, finalized: 31n },
};

/** Undefined: the distance that the tips have. */
function startLag(state: LedgerState, isTimed: boolean): CommitmentDistance | undefined {
  const { chains, hasOwnTips, protocol, send } = state;
  const movesByItself = isTimed || send.confirm === 'manual';
  return movesByItself && !hasOwnTips ? LAGS[consensusAt(protocol, chains.processed.tip)] : undefined;
}
