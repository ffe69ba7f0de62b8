import { setImmediate } from 'node:timers/promises';
import type { Cursor } from '../../document/cursor.ts';
import { compileInSteps } from '../../script/compiling/compile.ts';
import type { Script, SlotWord } from '../../script/format/types.ts';
import { cursorOf } from '../../script/reading/cursorOf.ts';
import { fitsLimits } from '../../script/reading/limits.ts';
import type { ScriptFile } from '../../script/reading/script.ts';
import type { Sink } from '../formats/format.ts';
import type { Recorded } from '../merging/contents.ts';

/** so many take a few milliseconds */
const STEPS_PER_TURN = 64;

/**
 * Gives a sink what scripts say, unless one of them cannot be understood: what it leaves out would be missed elsewhere. Signals,
 * timers and requests have their turn meanwhile.
 *
 * @param recorded what the scripts sit on
 */
export async function compileScripts(files: readonly ScriptFile[], recorded: Recorded, sink: Sink): Promise<void> {
  if (!files.every(({ isSound }) => isSound)) return;
  const joined = joinScripts(files.map((file) => file.script));
  const script = { ...joined, slots: linkToRecorded(recorded.slots, joined.slots) };
  if (!fitsLimits(script.slots)) return;
  const places = new BlockPlaces(script);
  const steps = compileInSteps(
    script,
    {
      block: (block) => sink.block(block, places.of(block.slot)),
      account: (account) => sink.scriptedAccount(account),
      signature: (name, _copy, signature) => sink.scriptedSignature(name, signature),
    },
    recorded,
  );
  let count = 0;
  for (const transactions of steps) {
    if (++count % STEPS_PER_TURN > 0) continue;
    sink.scriptProgress(transactions);
    await setImmediate();
  }
}

/** All scripts of a ledger are one: what one of them names, the others may use. */
function joinScripts(scripts: readonly Script[]): Script {
  return {
    keys: scripts.flatMap(({ keys }) => keys),
    accounts: scripts.flatMap(({ accounts }) => accounts),
    slots: scripts.flatMap(({ slots }) => slots),
  };
}

/** The first block of a script follows the recorded block that is nearest below it, unless it says otherwise. */
function linkToRecorded(recorded: readonly bigint[], slots: readonly SlotWord[]): readonly SlotWord[] {
  const index = slots.findIndex(({ kind }) => kind === 'blocks');
  const word = slots[index];
  if (word?.kind !== 'blocks' || word.parent !== undefined) return slots;
  const parent = recorded.findLast((slot) => slot < word.first);
  return parent === undefined ? slots : slots.with(index, { ...word, parent });
}

/** Finds the words that blocks come of. */
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
