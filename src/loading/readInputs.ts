import { dirname, isAbsolute, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Cursor, Reading } from '../document/cursor.ts';
import type { IncludeWord, ScriptFile } from '../script/reading/script.ts';
import { fileInput } from './input/fileInput.ts';
import { fixtureFilesAt } from './input/findFiles.ts';
import type { FixtureInput } from './input/input.ts';
import type { Contents } from './merging/contents.ts';
import { readInput } from './readInput.ts';

const INPUTS_PER_TURN = 100;

/** All inputs that were read: named files and files that scripts include, each once, and before the script that includes it. */
export interface ReadInputs {
  readonly inputs: readonly FixtureInput[];
  readonly scripts: readonly ScriptFile[];
}

/** An input with its absolute path: to find one takes longer than to look it up, and each is asked for several times. */
interface Located {
  readonly input: FixtureInput;
  readonly path: string;
}

function located(input: FixtureInput): Located {
  return { input, path: resolve(input.name) };
}

/** Reads inputs and the files that they include; recordings are added to the contents. */
export async function readInputs(
  inputs: readonly FixtureInput[],
  reading: Reading,
  contents: Contents,
): Promise<ReadInputs> {
  const named = inputs.map(located);
  const reader = new InputReader(named, reading, contents);
  for (const [i, input] of named.entries()) {
    // small files are read synchronously, so signals and timers get their turn here
    if (i % INPUTS_PER_TURN === INPUTS_PER_TURN - 1) await setImmediate();
    await reader.read(input, []);
  }
  return reader;
}

/** A file that includes the current one, and the place of its `include`. */
interface Step {
  readonly path: string;
  readonly at: Cursor;
}

class InputReader implements ReadInputs {
  readonly inputs: FixtureInput[] = [];
  readonly scripts: ScriptFile[] = [];
  readonly #reading: Reading;
  readonly #contents: Contents;
  /** by absolute path: an input in memory need not be a file */
  readonly #named: ReadonlyMap<string, Located>;
  readonly #seen = new Set<string>();

  constructor(named: readonly Located[], reading: Reading, contents: Contents) {
    this.#named = new Map(named.map((input) => [input.path, input]));
    this.#reading = reading;
    this.#contents = contents;
  }

  async read({ input, path }: Located, trail: readonly Step[]): Promise<void> {
    if (this.#seen.has(path)) return;
    this.#seen.add(path);
    await readInput(input, this.#reading, this.#contents);
    for (const script of this.#contents.scripts.splice(0)) await this.#readScript(script, { input, path }, trail);
    this.inputs.push(input);
  }

  async #readScript(at: Cursor, script: Located, trail: readonly Step[]): Promise<void> {
    // loaded only when needed: few ledgers are scripted
    const { readScript } = await import('../script/reading/script.ts');
    const file = readScript(at, this.#contents);
    for (const word of file.includes) await this.#include(word, script, trail);
    this.scripts.push(file);
  }

  async #include({ value, at }: IncludeWord, { input, path }: Located, trail: readonly Step[]): Promise<void> {
    const steps = [...trail, { path, at }];
    const included = isAbsolute(value) ? value : join(dirname(input.name), value);
    this.#reading.included.push(included);
    for (const found of await this.#inputsAt(included, at)) {
      const step = steps.find((above) => above.path === found.path);
      if (step === undefined) await this.read(found, steps);
      else if (step.at === at) at.refuse('a ledger cannot include itself');
      else at.refuse(`${found.input.name} includes this file already`, undefined, step.at);
    }
  }

  async #inputsAt(path: string, at: Cursor): Promise<readonly Located[]> {
    const named = this.#named.get(resolve(path));
    if (named !== undefined) return [named];
    const files = await fixtureFilesAt(path, {
      error: (found, message) => at.refuse(`${found} ${message}`),
      warning: (found, message) => at.warn(`${found} is ${message}`),
    });
    return files.map((file) => this.#named.get(resolve(file)) ?? located(fileInput(file)));
  }
}
