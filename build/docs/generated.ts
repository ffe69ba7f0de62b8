import { CONTROL_METHODS } from '../../src/control/methods/index.ts';
import { SUCCESS_MEMBERS } from '../../src/control/parse/parseSuccess.ts';
import { WATCH_METHODS } from '../../src/control/watchControl.ts';
import { EXTENSIONS } from '../../src/extensions/index.ts';
import { SUBSCRIPTIONS } from '../../src/rpc/subscriptions/index.ts';
import { createTables, listMethods } from '../../src/rpc/tables.ts';
import { TRANSACTION_MEMBERS } from '../../src/script/format/transactions.ts';
import { FAULT_MATCH_MEMBERS, FAULT_THEN_MEMBERS } from '../../src/script/ledgerJson/faultRule.ts';
import { SEND_MATCH_MEMBERS, TRANSFER_MEMBERS } from '../../src/script/ledgerJson/sendMatchRule.ts';
import { readText } from '../../test/docs/tables.ts';
import { withOptions } from './cliOptions.ts';
import { controlResults, ledgerControls } from './controlTypes.ts';
import { dialectTable } from './dialectTable.ts';
import { withExamples } from './exampleCode.ts';
import { gateTable } from './gateTable.ts';
import { ledgerSchema } from './ledgerSchema.ts';
import { ledgerTypes } from './ledgerTypes.ts';
import { withLibrary } from './libraryTables.ts';
import { codeOf, sourceIn } from './methodFiles.ts';
import { controlTable, methodsTable, resultMembersTable, subscriptionsTable, withTable } from './methodTables.ts';
import { extensionParamTypes, paramTypes } from './paramTypes.ts';
import { extensionResults, methodResults, notificationTypes } from './resultTypes.ts';
import { instructionsTable, memberTable } from './scriptTables.ts';
import { validatorTable } from './validatorTable.ts';
import { versionTable } from './versionTable.ts';

const METHODS = listMethods(createTables());
const ADDED = [...EXTENSIONS.reads, ...EXTENSIONS.sends];
const sourceOf = (name: string) => sourceIn(codeOf(name));

/** The files that `npm run docs` writes, and their text. Each is written before the next one is made: the page of the library reads types. */
export function* generatedFiles(): Generator<readonly [file: string, text: string]> {
  const page = (file: string, table: string) => [file, withTable(readText(file), table)] as const;
  yield page('docs/methods.md', methodsTable(METHODS, sourceOf));
  yield page('docs/extensions.md', methodsTable(ADDED, sourceOf));
  yield page('docs/dialects.md', dialectTable());
  yield ['docs/versions.md', versionsPage()];
  yield ['docs/control.md', controlPage()];
  yield ['docs/sending.md', sendingPage()];
  yield page('docs/subscriptions.md', subscriptionsTable(SUBSCRIPTIONS));
  yield ['docs/fixtures.md', fixturesPage()];
  yield ['docs/languages.md', withExamples(readText('docs/languages.md'))];
  yield ['docs/cli.md', withOptions(readText('docs/cli.md'))];
  yield page('docs/testValidator.md', validatorTable());
  yield ['src/control/controlTypes.ts', controlResults()];
  yield ['src/control/ledgerControls.ts', ledgerControls()];
  yield ['src/rpc/openrpc/paramTypes.ts', paramTypes(METHODS, SUBSCRIPTIONS)];
  yield ['src/rpc/openrpc/resultTypes.ts', methodResults(METHODS)];
  yield ['src/rpc/subscriptions/notificationTypes.ts', notificationTypes(SUBSCRIPTIONS)];
  yield ['src/extensions/extensionParams.ts', extensionParamTypes(ADDED)];
  yield ['src/extensions/extensionResults.ts', extensionResults(ADDED)];
  yield ['docs/library.md', withLibrary(readText('docs/library.md'))];
  yield ['schema/ledger.schema.json', ledgerSchema()];
  yield ['schema/ledger.d.ts', ledgerTypes()];
}

const RESULT_MEMBERS = 'Members of longer results:';

function controlPage(): string {
  return withTables(readText('docs/control.md'), [
    ['', controlTable([...CONTROL_METHODS.values(), ...WATCH_METHODS])],
    [RESULT_MEMBERS, resultMembersTable(CONTROL_METHODS.values())],
    ['Members of `match`:', memberTable('member', 'meaning', FAULT_MATCH_MEMBERS)],
    ['Members of `then`:', memberTable('member', 'effect', FAULT_THEN_MEMBERS)],
  ]);
}

function sendingPage(): string {
  return withTables(readText('docs/sending.md'), [
    ['### Matching', memberTable('member', 'matches', SEND_MATCH_MEMBERS)],
    ['Members of an entry:', memberTable('member', 'meaning', TRANSFER_MEMBERS)],
    ['### What a success adds', memberTable('member', 'value', SUCCESS_MEMBERS)],
  ]);
}

function versionsPage(): string {
  return withTables(readText('docs/versions.md'), [
    ['## Gates', gateTable()],
    ['## Versions', versionTable()],
  ]);
}

function fixturesPage(): string {
  return withTables(readText('docs/fixtures.md'), [
    ['### Transactions of a script', memberTable('member', 'value', TRANSACTION_MEMBERS)],
    ['### Instructions of a script', instructionsTable()],
  ]);
}

/** @param tables each with a text that is above it */
function withTables(page: string, tables: readonly (readonly [above: string, table: string])[]): string {
  return tables.reduce((text, [above, table]) => withTable(text, table, above), page);
}
