import { INSTRUCTIONS } from '../../src/script/instructions/index.ts';
import { Definitions, type Members, type Schema, type Syntax } from '../../src/syntax/syntax.ts';
import { tableText } from './methodTables.ts';

/** The instructions of scripts with their arguments, for docs/fixtures.md. */
export function instructionsTable(): string {
  const rows = Object.entries(INSTRUCTIONS).map(([name, { arguments: value }]) => [
    `\`${name}\``,
    argumentsText(schemaOf(value)),
    summaryOf(schemaOf(value)),
  ]);
  return tableText(['instruction', 'arguments', 'effect'], rows);
}

/** The members of an object with their descriptions. @param head of the first column */
export function memberTable(head: string, meaning: string, members: Members): string {
  const rows = Object.entries(members).map(([name, member]) => [`\`${name}\``, summaryOf(schemaOf(member))]);
  return tableText([head, meaning], rows);
}

function schemaOf(value: Syntax<unknown>): Schema {
  const definitions = new Definitions();
  return value.schema(definitions);
}

/** An object that may be written as a text has both forms. */
function argumentsText({ anyOf, ...schema }: Schema): string {
  if (Array.isArray(anyOf)) return `text, or ${membersText(anyOf[1] as Schema)}`;
  return membersText(schema);
}

function membersText({ oneOf, properties, required = [] }: Schema): string {
  const names = Object.keys(properties as Schema);
  const isRequired = (name: string) => (required as readonly string[]).includes(name) || oneOf !== undefined;
  const words = names.map((name) => `\`${name}${isRequired(name) ? '' : '?'}\``);
  // lamports may be written in SOL
  return words.join(', ').replace(/(`lamports\??`), (`sol\??`)/, '$1 or $2');
}

function summaryOf({ description }: Schema): string {
  return String(description).replace(/\.$/, '');
}
