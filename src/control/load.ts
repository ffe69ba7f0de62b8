import { isJsonArray, type JsonObject, type JsonValue } from '../codec/json.ts';
import type { Cursor } from '../document/cursor.ts';
import { newReading } from '../document/cursor.ts';
import { readText } from '../document/readers.ts';
import { rpcErrors } from '../errors.ts';
import { fixtureKind } from '../loading/input/fixtureKind.ts';
import { fixtureText, readArguments, readOptional, sentencesOf, throwIfWrong } from './arguments.ts';
import { paced } from './pace.ts';
import type { Verb } from './verb.ts';

interface Params {
  readonly value: JsonValue;
  /** of the file that would hold the value, without its endings */
  readonly stem: string;
}

export const load: Verb<Params> = {
  name: 'stillnode_load',

  describe: ({ listOf, objectOf, TEXT, U64 }) => ({
    summary: 'adds a fixture of any format to the ledger, without moving a tip',
    params: { value: {}, 'name?': TEXT },
    result: '`{"accounts","blocks","transactions","warnings"?}`: how many were added, and what was left out or assumed',
    schema: objectOf({ accounts: U64, blocks: U64, transactions: U64, 'warnings?': listOf(TEXT) }),
    errors: [],
  }),

  readParams: (params) => {
    const stem = readArguments(params, ['value', 'name?'], (_value, name) => readOptional(name!, readStem) ?? 'value');
    return { stem, value: (isJsonArray(params) ? params[0] : undefined) ?? null };
  },

  async run({ stem, value }, { caller, live, loadLiteSvm }) {
    let added: JsonObject = {};
    await live.moveLater(({ sends, state: before }) =>
      paced(caller, async (pace) => {
        // loaded only when needed: most nodes load nothing after their start
        const { loadInto } = await import('../loading/loadInto.ts');
        const reading = newReading();
        const name = `${stem}.json`;
        const source = { file: name, text: fixtureText(value), firstLine: 1, hasLines: false };
        const loaded = await loadInto(
          before,
          { name, read: async (onText) => onText(source) },
          reading,
          loadLiteSvm,
          pace,
        );
        throwIfWrong(reading);
        if (loaded === undefined) throw rpcErrors.internalError();
        const warnings = sentencesOf(reading.warnings);
        added = { ...loaded.counts, ...(warnings.length > 0 && { warnings }) };
        return { state: loaded.state, sends };
      }),
    );
    return added;
  },
};

function readStem(at: Cursor): string | undefined {
  const name = readText(at);
  if (name === undefined) return undefined;
  return fixtureKind(name)?.stem ?? at.expected('the name of a fixture file, such as "account.json"');
}
