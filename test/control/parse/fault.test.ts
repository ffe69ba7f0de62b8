import { describe, expect, it } from 'vitest';
import { FAULT_MATCH_MEMBERS, FAULT_THEN_MEMBERS } from '../../../src/control/parse/parseFault.ts';
import { readText } from '../../docs/tables.ts';

/** The first cells of the table of docs/control.md whose first column has this name. */
function listedUnder(column: string): readonly string[] {
  const [, table = ''] = readText('docs/control.md').split(`| ${column} | `);
  const rows = table.split('\n\n')[0]!.split('\n').slice(2);
  return rows.map((row) => row.split('`')[1]!);
}

describe('docs/control.md has every member of', () => {
  it.each([
    ['match', FAULT_MATCH_MEMBERS],
    ['then', FAULT_THEN_MEMBERS],
  ])('`%s`, in its order', (member, names) => {
    expect(listedUnder(`member of \`${member}\``)).toEqual(names);
  });
});
