import type { Cursor } from '../../document/cursor.ts';
import { type LedgerNames, NO_NAMES } from '../../ledger/state.ts';
import { UnknownBytesError } from '../../model/parsedData.ts';
import { compileInSteps } from '../../script/compiling/compile.ts';
import type { Script, SlotWord } from '../../script/format/types.ts';
import { cursorOf } from '../../script/reading/cursorOf.ts';
import type { ScriptFile } from '../../script/reading/script.ts';
import type { Sink } from '../formats/format.ts';
import type { Recorded } from '../merging/contents.ts';
import { executorOf, type LoadExecutor } from './executor.ts';
import { fitsPace } from './fitsPace.ts';
import { type Pace, UNLIMITED } from './pace.ts';
import { ScriptNames } from './scriptNames.ts';

/** takes a few milliseconds */
const STEPS_PER_TURN = 64;

/**
 * Compiles scripts into a sink. Does nothing if one of them has an error, because missing parts would cause more errors. Signals,
 * timers and requests get their turn in between.
 *
 * @param recorded the state that the scripts continue
 * @param load of what executes transactions that ask for it
 * @returns the names that they use
 */
export async function compileScripts(
  files: readonly ScriptFile[],
  recorded: Recorded,
  sink: Sink,
  load?: LoadExecutor,
  pace: Pace = UNLIMITED,
): Promise<LedgerNames> {
  if (!files.every(({ isSound }) => isSound)) return NO_NAMES;
  const joined = joinScripts(files.map((file) => file.script));
  const script = { ...joined, slots: linkToRecorded(recorded, joined.slots) };
  const { execute, isMissing } = await executorOf(script.slots, load);
  if (isMissing || !fitsPace(script.slots, pace, execute !== undefined)) return NO_NAMES;
  const names = new ScriptNames(script);
  const places = new BlockPlaces(script);
  const steps = compileInSteps(
    script,
    {
      block: (block) => sink.block(block, places.of(block.slot)),
      emptyBlocks: (run) => sink.emptyBlocks(run, places.of(run.first)),
      account: (account, slot) => sink.scriptedAccount(account, slot),
      name: (word, address) => names.name(word, address),
      signature: (name, copy, signature) => names.signature(name, copy, signature),
    },
    { ...recorded, execute },
  );
  let count = 0;
  try {
    for (const transactions of steps) {
      if (++count % STEPS_PER_TURN > 0) continue;
      sink.scriptProgress(transactions);
      await pace.turn();
    }
  } catch (error) {
    const at = joined.slots[0]?.at ?? joined.accounts[0]?.at;
    if (!(error instanceof UnknownBytesError) || at === undefined) throw error;
    at.refuse(error.message, 'record it with encoding base64');
  }
  return names.all;
}

/** All scripts of a ledger are compiled as one: names of one script can be used in the others. */
function joinScripts(scripts: readonly Script[]): Script {
  return {
    keys: scripts.flatMap(({ keys }) => keys),
    accounts: scripts.flatMap(({ accounts }) => accounts),
    slots: scripts.flatMap(({ slots }) => slots),
  };
}

/** The parent of the first block of a script is the nearest recorded block below it, unless the script names a parent. */
function linkToRecorded({ newestBelow }: Recorded, slots: readonly SlotWord[]): readonly SlotWord[] {
  const index = slots.findIndex(({ kind }) => kind === 'blocks');
  const word = slots[index];
  if (word?.kind !== 'blocks' || word.parent !== undefined) return slots;
  const parent = newestBelow(word.first);
  return parent === undefined ? slots : slots.with(index, { ...word, parent });
}

/** Finds the part of the script that a block comes from. */
class BlockPlaces {
  readonly #words: Script['slots'];
  #index = 0;

  constructor({ slots }: Script) {
    this.#words = slots;
  }

  /** @param slot not below that of the call before */
  of(slot: bigint): Cursor {
    let word = this.#words[this.#index];
    while (word !== undefined && (word.last < slot || word.kind !== 'blocks')) word = this.#words[++this.#index];
    if (word === undefined) throw new RangeError(`no word says slot ${slot}`);
    return cursorOf(word.at);
  }
}
