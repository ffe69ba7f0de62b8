import type { JsonObject } from '../../codec/jsonText.ts';
import { hasToJson } from '../../codec/plainJson.ts';
import { rpcErrors } from '../../errors.ts';
import type { FileText } from '../../files/fileText.ts';
import { valueText } from '../../files/scriptText.ts';
import { fixtureKind } from '../../fixtures/input/input.ts';
import { loadInto } from '../../fixtures/loadInto.ts';
import { objectOf } from '../../rpc/openrpc/schema.ts';
import { TEXT, U64 } from '../../rpc/openrpc/schemas.ts';
import { type Cursor, newReading } from '../../syntax/cursor.ts';
import { readText } from '../../syntax/readers.ts';
import { json, syntax, withDefault } from '../../syntax/syntax.ts';
import { fixtureText, sentencesOf, throwIfWrong } from '../arguments.ts';
import { assertGiven } from '../assertArguments.ts';
import { controlMethod } from '../controlMethod.ts';
import { withHints } from '../libraryCall.ts';
import { paced } from '../pace.ts';
import { WARNINGS, warningsJson } from '../resultWarnings.ts';

export interface AddedFixtures {
  readonly accounts: number;
  readonly blocks: number;
  readonly transactions: number;
  /** sentences about content that was left out or assumed, or that nothing was added */
  readonly warnings?: readonly string[];
}

export interface LoadMethod {
  /**
   * Adds a fixture of any format; no tip moves. An existing account is replaced, as by `setAccount`.
   *
   * @param value may be a scripted ledger that was built
   * @param name file name, if the format needs it: `market.ledger.json`
   */
  load(value: unknown, name?: string): Promise<AddedFixtures>;
}

/** The name of the file that would hold the value, without its endings. */
const STEM = syntax((at: Cursor) => {
  const name = readText(at);
  if (name === undefined) return undefined;
  return fixtureKind(name)?.stem ?? at.expected('the name of a fixture file, such as "account.json"');
}, TEXT);

const PARAMS = { value: json(), name: withDefault(STEM, 'value') };

export const load = controlMethod({
  name: 'load',
  summary: 'adds a fixture of any format to the ledger, without moving a tip',
  params: PARAMS,
  result:
    '`{"accounts","blocks","transactions","warnings"?}`: the numbers of what was added; `warnings`: what was left out or assumed',
  schema: objectOf({ accounts: U64, blocks: U64, transactions: U64, ...WARNINGS }),

  async run({ name: stem, value }, { caller, live, loadLiteSvm }) {
    let added: JsonObject = {};
    await live.moveAsync(({ sends, state: before }) =>
      paced(caller, async (pace) => {
        const reading = newReading();
        const name = `${stem}.json`;
        const source = valueText(name, fixtureText(value));
        const input = { name, read: async (onText: (text: FileText) => void) => onText(source) };
        const loaded = await loadInto(before, input, reading, loadLiteSvm, pace);
        throwIfWrong(reading);
        if (loaded === undefined) throw rpcErrors.internalError();
        added = { ...loaded.counts, ...warningsJson(sentencesOf(reading.warnings)) };
        return { state: loaded.state, sends };
      }),
    );
    return added;
  },

  library: (_call, wireCall): LoadMethod => ({
    load: async (value, name) => {
      assertGiven(value, 'value', 'it is a fixture of any format, or a scripted ledger');
      if (!hasToJson(value)) return wireCall(value, name);
      // `ledger()` is the name of built scripts in messages
      return withHints(wireCall(value.toJSON(), name ?? 'ledger().ledger.json'), 'file', 'builder');
    },
  }),
});
