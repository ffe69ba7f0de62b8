import type { JsonObject } from '../../codec/jsonText.ts';
import { hasToJson } from '../../codec/plainJson.ts';
import { rpcErrors } from '../../errors.ts';
import type { FileText } from '../../files/fileText.ts';
import { valueText } from '../../files/scriptText.ts';
import { fixtureKind } from '../../fixtures/input/input.ts';
import { loadInto } from '../../fixtures/loadInto.ts';
import { objectOf, withName } from '../../rpc/openrpc/schema.ts';
import { COUNT, TEXT } from '../../rpc/openrpc/schemas.ts';
import { type Cursor, newReading } from '../../syntax/cursor.ts';
import { readText } from '../../syntax/readers.ts';
import { json, syntax, withDefault } from '../../syntax/syntax.ts';
import { assertNoErrors, fixtureText, sentencesOf } from '../arguments.ts';
import { assertGiven } from '../assertArguments.ts';
import { controlMethod } from '../controlMethod.ts';
import { withHints } from '../libraryCall.ts';
import { paced } from '../pace.ts';
import { warningsJson, warningsWith } from '../resultWarnings.ts';

/** The name of the file that would hold the value, without its endings. */
const STEM = syntax((at: Cursor) => {
  const name = readText(at);
  if (name === undefined) return undefined;
  return fixtureKind(name)?.stem ?? at.expected('the name of a fixture file, such as "account.json"');
}, TEXT);

const PARAMS = { value: json(), name: withDefault(STEM, 'value') };

export const load = controlMethod({
  name: 'load',
  effect: 'names',
  summary: 'adds a fixture of any format to the ledger, without moving a tip',
  doc: [
    'An existing account is replaced, as by `setAccount`. A scripted ledger that was built is a fixture too.',
    '@param name file name, if the format needs it: `market.ledger.json`',
  ],
  params: PARAMS,
  result: withName(
    'AddedFixtures',
    objectOf({
      accounts: COUNT,
      blocks: COUNT,
      transactions: COUNT,
      ...warningsWith('sentences about content that was left out or assumed, or that nothing was added'),
    }),
    'the counts of what `load` has added',
  ),

  async run({ name: stem, value }, { caller, live, loadLiteSvm }) {
    let added: JsonObject = {};
    await live.moveWithSendsAsync(({ sends, state: before }) =>
      paced(caller, async (pace) => {
        const reading = newReading();
        const name = `${stem}.json`;
        const source = valueText(name, fixtureText(value));
        const input = { name, read: async (onText: (text: FileText) => void) => onText(source) };
        const loaded = await loadInto(before, input, reading, { load: loadLiteSvm, pace });
        assertNoErrors(reading);
        if (loaded === undefined) throw rpcErrors.internalError();
        added = { ...loaded.counts, ...warningsJson(sentencesOf(reading.warnings)) };
        return { state: loaded.state, sends };
      }),
    );
    return added;
  },

  library: (_call, wireCall) => ({
    load: async (value: unknown, name?: string) => {
      assertGiven(value, 'value', 'it is a fixture of any format, or a scripted ledger');
      if (!hasToJson(value)) return wireCall(value, name);
      // `ledger()` is the name of built scripts in messages
      return withHints(wireCall(value.toJSON(), name ?? 'ledger().ledger.json'), 'file', 'builder');
    },
  }),
});
