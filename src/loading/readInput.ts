import { isJsonObject, JsonFragment, type JsonValue } from '../codec/json.ts';
import type { RepeatedKeys } from '../codec/parseOptions.ts';
import { Cursor, type Reading } from '../document/cursor.ts';
import { positionsOf } from '../document/locate.ts';
import { createJsonNotation, type Fault, type Notation } from '../document/notation.ts';
import { type FixtureText, leftOut } from '../document/problems.ts';
import { META_SHORTCUT } from '../rpcJson/metaForm.ts';
import { readAccountText } from './formats/accountForm.ts';
import type { Sink } from './formats/format.ts';
import { namedFormat, readValue } from './formats/readValue.ts';
import { readWholly } from './formats/wholly.ts';
import { fixtureKind } from './input/fixtureKind.ts';
import { type FixtureInput, UnreadableError } from './input/input.ts';

/** Metadata in the form of a node is recognized as a whole and not parsed. */
const RECORDING = createJsonNotation(META_SHORTCUT);

/** Reads an input into a sink; problems are added to the reading. */
export async function readInput(input: FixtureInput, reading: Reading, sink: Sink): Promise<void> {
  const kind = fixtureKind(input.name);
  try {
    if (kind?.isByLine === true) await input.read((text) => readLine(text, reading, sink));
    else {
      const notation = kind?.isYaml === true ? await loadYaml() : RECORDING;
      await input.read((text) => parseText({ ...text, notation }, reading, sink, kind?.stem));
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const at = error.line === undefined ? undefined : { line: error.line, column: 1 };
    const reason = `cannot be read: ${error.message}`;
    if (reading.skipsUnreadable === true && !isNamed(kind?.stem))
      reading.warnings.addToFile(input.name, leftOut(reason), undefined, at);
    else reading.errors.addToFile(input.name, reason, undefined, at);
  }
}

/** Loads the YAML parser only when needed: few ledgers are written in YAML. */
async function loadYaml(): Promise<Notation> {
  return (await import('../document/yaml.ts')).YAML_NOTATION;
}

function readLine(source: FixtureText, reading: Reading, sink: Sink): void {
  const account = readAccountText(source.text, reading.addresses);
  if (account === undefined) parseText(source, reading, sink, undefined);
  else sink.account(account, new Cursor(new JsonFragment(source.text), source, reading));
}

function parseText(source: FixtureText, reading: Reading, sink: Sink, stem: string | undefined): void {
  const repeated: RepeatedKeys = new Map();
  const parsed = (source.notation ?? RECORDING).parse(source.text, repeated);
  wholly(stem, reading, sink, (held) => {
    if ('faults' in parsed) {
      reportFaults(parsed.faults, source, reading);
      return;
    }
    const root = new Cursor(parsed.value, source, reading);
    if (repeated.size > 0) reportRepeated(root, repeated);
    readValue(root, stem === undefined ? {} : { stem }, held);
  });
}

/** What everything else depends on is never left out: `ledger.json` and scripts. */
function wholly(stem: string | undefined, reading: Reading, sink: Sink, read: (sink: Sink) => void): void {
  if (isNamed(stem)) read(sink);
  else readWholly(reading, sink, read);
}

function isNamed(stem: string | undefined): boolean {
  return stem !== undefined && namedFormat({ stem }) !== undefined;
}

function reportFaults(faults: readonly Fault[], source: FixtureText, { errors }: Reading): void {
  const { name } = source.notation ?? RECORDING;
  const offsets = faults.map(({ offset }) => offset);
  const positions = positionsOf(source.text, offsets, source.firstLine);
  faults.forEach(({ message }, i) => {
    errors.addToFile(source.file, `expected ${name}: ${message}`, undefined, positions[i]);
  });
}

/** Duplicate members are errors, because the last one hides the others. */
function reportRepeated(at: Cursor, repeated: RepeatedKeys): void {
  for (const member of [...at.members(), ...at.items()]) {
    if (repeatsKey(at.value, member.key, repeated)) member.refuse(`duplicate member ${JSON.stringify(member.key)}`);
    reportRepeated(member, repeated);
  }
}

function repeatsKey(value: JsonValue | undefined, key: string, repeated: RepeatedKeys): boolean {
  return isJsonObject(value) && repeated.get(value)?.has(key) === true;
}
