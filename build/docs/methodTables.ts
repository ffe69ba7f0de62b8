import type { DescribedMethod } from '../../src/rpc/openrpc/description.ts';
import { descriptionOf } from '../../src/rpc/openrpc/document.ts';
import { listMembers } from '../../src/rpc/openrpc/schema.ts';
import { memberText } from '../../src/syntax/docsRow.ts';

/** The tables of methods in docs/methods.md and docs/control.md, made from their descriptions. */

const START = '<!-- Table: written by `npm run docs` -->\n';
const END = '<!-- End of the table -->\n';

/** `sourceOf` gives what a method was made after. */
export function methodsTable(methods: Iterable<DescribedMethod>, sourceOf: (name: string) => string): string {
  const byName = [...methods].sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = byName.map((method) => {
    const { params, result, errors } = descriptionOf(method);
    const listed = (words: readonly string[]) => words.join(', ') || '-';
    return [method.name, listed(Object.keys(params)), result, listed(errors), sourceOf(method.name)];
  });
  return tableText(['method', 'params', 'result', 'errors', 'source'], rows);
}

/** In the order of the registry. All of them refuse arguments that are wrong. */
export function controlTable(methods: Iterable<DescribedMethod>): string {
  const rows = Array.from(methods, (method) => {
    const { summary, params, result, errors } = descriptionOf(method);
    const texts = listMembers(params).map(({ isRequired, name, schema }) => memberText(name, isRequired, schema));
    return [method.name, texts.join(', ') || '-', result, summary, errors.join(', ') || '-'];
  });
  return tableText(['method', 'params', 'result', 'meaning', 'errors'], rows);
}

/** In the order in which they are told. */
export function subscriptionsTable(subscriptions: Iterable<DescribedMethod & { readonly kind: string }>): string {
  const rows = Array.from(subscriptions, (subscription) => {
    const { summary, params, result, errors } = descriptionOf(subscription);
    return [subscription.kind, Object.keys(params).join(', ') || '-', result, summary, errors.join(', ') || '-'];
  });
  return tableText(['kind', 'params', 'result of a notification', 'tells', 'errors'], rows);
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
 * @param heading the section of the table, if the page has several tables
 */
export function withTable(page: string, table: string, heading = ''): string {
  const start = page.indexOf(START, page.indexOf(heading));
  const end = page.indexOf(END, start);
  if (start < 0 || end < start) throw new Error(`the page wants a line ${START} and below it a line ${END}`);
  return `${page.slice(0, start + START.length)}\n${table}\n${page.slice(end)}`;
}
