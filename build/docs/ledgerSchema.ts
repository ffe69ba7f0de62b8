import { SCRIPT_MEMBERS } from '../../src/script/format/script.ts';
import { LEDGER_MEMBERS } from '../../src/script/ledgerJson/ledgerMembers.ts';
import { Definitions, objectSchema } from '../../src/syntax/syntax.ts';

/** The text of `schema/ledger.schema.json`. */
export function ledgerSchema(): string {
  const definitions = new Definitions();
  const script = objectSchema({ ...SCRIPT_MEMBERS, ...LEDGER_MEMBERS }, definitions);
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Scripted ledger of stillnode',
    description: 'A scripted ledger: see docs/fixtures.md',
    ...script,
    definitions: Object.fromEntries(definitions.schemas),
  };
  const text = JSON.stringify(schema, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value), 2);
  return `${text.replace(/"(\d+)n"/g, '$1')}\n`;
}
