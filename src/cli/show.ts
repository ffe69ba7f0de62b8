import { existsSync } from 'node:fs';
import { stringifyJson } from '../codec/jsonText.ts';
import { find, NotFoundError, type Thing } from '../control/show/find.ts';
import { type Scene, sceneOf } from '../control/show/scene.ts';
import { thingJson, thingLines } from '../control/show/thingLines.ts';
import type { Style } from '../control/show/valueLines.ts';
import type { Address } from '../solana/address.ts';
import { onOneLine } from '../syntax/problems.ts';
import { loadOrFail } from './loadFixtures.ts';
import { CliError, writeOutput } from './output.ts';
import type { ShowOptions } from './parseCommand.ts';

/** `stillnode show`: 0 with the ledger or a thing in it on stdout; 1 if it does not load or lacks the thing. */
export async function runShow(options: ShowOptions): Promise<number> {
  const { thing: word } = options;
  const { state } = await loadOrFail(options, 'nothing is shown');
  const scene = await sceneOf(state);
  const found = word === undefined ? undefined : findThing(word, scene);
  writeOutput(`${await textOf(found, scene, options)}\n`);
  return 0;
}

async function textOf(found: Thing | undefined, scene: Scene, options: ShowOptions): Promise<string> {
  if (options.json) return stringifyJson(await thingJson(found, scene));
  if (options.address) return addressOf(found, options);
  const lines = await thingLines(found, scene, styleOf(scene, options));
  return lines.join('\n');
}

/** The style of the text: in a pipe, signatures are not shortened. */
function styleOf({ words }: Scene, { all, wide }: ShowOptions): Style {
  return {
    isWide: wide || !process.stdout.isTTY,
    isWhole: all,
    nameOf: (address) => words.of(address as Address),
  };
}

function addressOf(thing: Thing | undefined, { thing: word = '' }: ShowOptions): Address {
  if (thing?.kind === 'account') return thing.address;
  throw new CliError(`\`${onOneLine(word)}\` is a ${thing?.kind}, which has no address`);
}

function findThing(word: string, scene: Scene): Thing {
  try {
    return find(word, scene, existsSync(word) ? '' : ', and there is no such file or folder');
  } catch (error) {
    if (error instanceof NotFoundError) throw new CliError(onOneLine(error.message));
    throw error;
  }
}
