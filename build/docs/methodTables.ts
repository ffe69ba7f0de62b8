import { isJsonArray } from '../../src/codec/jsonText.ts';
import type { DescribedMethod } from '../../src/rpc/openrpc/description.ts';
import { hasLongNotes, memberNotes, resultText } from '../../src/rpc/openrpc/resultText.ts';
import { listMembers, type Members, type Schema } from '../../src/rpc/openrpc/schema.ts';
import { memberText } from '../../src/syntax/docsRow.ts';

/** The tables of methods in docs/methods.md and docs/control.md, made from their descriptions. */

const START = '<!-- Table: written by `npm run docs` -->\n';
const END = '<!-- End of the table -->\n';

/** `sourceOf` gives what a method was made after. */
export function methodsTable(methods: Iterable<DescribedMethod>, sourceOf: (name: string) => string): string {
  const byName = [...methods].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = byName.map((method) => {
    const { errors, name, params, result } = method;
    return [name, listed(paramTexts(params.members)), resultText(result), listed(errors), sourceOf(name)];
  });
  return tableText(['method', 'params', 'result', 'errors', 'source'], rows);
}

/** In the order of the registry. All of them refuse arguments that are wrong. */
export function controlTable(methods: Iterable<DescribedMethod>): string {
  const rows = Array.from(methods, ({ errors, name, params, result, summary }) => {
    const texts = listMembers(params.members).map((member) =>
      memberText(member.name, member.isRequired, member.schema),
    );
    return [name, listed(texts), resultText(result), summary, listed(errors)];
  });
  return tableText(['method', 'params', 'result', 'meaning', 'errors'], rows);
}

/** The notes of the members of results that are too many for the cells of the table. */
export function resultMembersTable(methods: Iterable<DescribedMethod>): string {
  const rows = [...methods]
    .filter(({ result }) => hasLongNotes(result))
    .flatMap(({ name, result }) => memberNotes(result).map(([member, note]) => [name, `\`${member}\``, note]));
  return tableText(['result of', 'member', 'meaning'], rows);
}

/** In the order in which they are told. */
export function subscriptionsTable(subscriptions: Iterable<DescribedMethod & { readonly kind: string }>): string {
  const rows = Array.from(subscriptions, ({ errors, kind, params, result, summary }) => [
    kind,
    listed(Object.keys(params.members)),
    resultText(result),
    summary,
    listed(errors),
  ]);
  return tableText(['kind', 'params', 'result of a notification', 'tells', 'errors'], rows);
}

/** Parameters with defaults and limits, those of a configuration too: `slot, config?: {encoding? = "json"}`. */
function paramTexts(members: Members): readonly string[] {
  return listMembers(members).map(({ isRequired, name, schema }) =>
    memberText(name, isRequired, name === 'config' ? configIn(schema) : schema),
  );
}

/** The object, where a configuration may also be a word. */
function configIn({ anyOf, ...schema }: Schema): Schema {
  const forms = isJsonArray(anyOf) ? (anyOf as readonly Schema[]) : [];
  return forms.find(({ properties }) => properties !== undefined) ?? schema;
}

function listed(words: readonly string[]): string {
  return words.join(', ') || '-';
}

export function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(tableLine).join('');
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}

/**
 * The page with this table between its two marks, and everything else as it is.
 *
 * @param above a text above the table, such as the heading of its section, if the page has several tables
 */
export function withTable(page: string, table: string, above = ''): string {
  const start = page.indexOf(START, page.indexOf(above));
  const end = page.indexOf(END, start);
  if (start < 0 || end < start) throw new Error(`the page wants a line ${START} and below it a line ${END}`);
  return `${page.slice(0, start + START.length)}\n${table}\n${page.slice(end)}`;
}
