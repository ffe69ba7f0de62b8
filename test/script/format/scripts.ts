import { parseJson } from '../../../src/codec/parseJson.ts';
import type { FileText, Notation } from '../../../src/files/fileText.ts';
import { FixtureError, withPositions } from '../../../src/files/fixtureError.ts';
import { JSON_NOTATION } from '../../../src/files/json.ts';
import { YAML_NOTATION } from '../../../src/files/yaml.ts';
import { type LoadedLedger, loadSources } from '../../../src/fixtures/loadLedger.ts';
import { LedgerContents } from '../../../src/fixtures/merging/ledgerContents.ts';
import type { PathNode } from '../../../src/script/format/programs.ts';
import { readScript, type Script } from '../../../src/script/format/script.ts';
import { AddressTable } from '../../../src/syntax/addressTable.ts';
import { Cursor, type Reading } from '../../../src/syntax/cursor.ts';
import { Problems } from '../../../src/syntax/problems.ts';

/** Texts by file name. */
export type Texts = Readonly<Record<string, string>>;

export function loadTexts(texts: Texts): Promise<LoadedLedger> {
  return loadSources(Object.entries(texts).map(([name, text]) => ({ name, text })));
}

/** What is wrong with files of which something is. */
export async function problemsOfTexts(texts: Texts): Promise<string[]> {
  const error: unknown = await loadTexts(texts).catch((reason: unknown) => reason);
  if (!(error instanceof FixtureError)) throw new Error(`no FixtureError: ${error}`);
  return error.problems.map(String);
}

/** The root of a file, as the loader makes it. */
export function cursorOfText(text: string, isYaml = false): Cursor {
  const reading: Reading = {
    errors: new Problems(),
    warnings: new Problems(),
    addresses: new AddressTable(),
    included: [],
  };
  if (!isYaml) return new Cursor(parseJson(text), textSource('a.ledger.json', text, JSON_NOTATION), reading);
  const parsed = YAML_NOTATION.parse(text, new Map());
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.map(({ message }) => message).join('\n'));
  return new Cursor(parsed.value, textSource('a.ledger.yaml', text, YAML_NOTATION), reading);
}

function textSource(file: string, text: string, notation: Notation): FileText {
  return { file, text, firstLine: 1, notation };
}

export function problemsAt(at: Cursor): string[] {
  return withPositions(at.reading.errors).map(String);
}

interface ReadScript {
  readonly script: Script;
  readonly includes: readonly PathNode[];
  readonly contents: LedgerContents;
  readonly problems: readonly string[];
}

/** Reads a script and compiles nothing. */
export function read(text: string, isYaml = false): ReadScript {
  const at = cursorOfText(text, isYaml);
  const contents = new LedgerContents();
  const { script, includes } = readScript(at, contents);
  return { script, includes, contents, problems: problemsAt(at) };
}
