import { type Paint, paint, type Style } from './style.ts';

export interface TableRow {
  readonly cells: readonly string[];
  readonly as?: Paint | undefined;
}

const INDENT = '  ';
const GAP = '  ';

/**
 * Lines of a table under its header, each column as wide as it must be; columns in which nothing is written are left out.
 *
 * @param rightAligned columns of numbers
 */
export function tableLines(
  header: readonly string[],
  rows: readonly TableRow[],
  style: Style,
  rightAligned: readonly string[] = [],
): string[] {
  const columns = header.flatMap((name, i) => {
    const cells = rows.map((row) => row.cells[i] ?? '');
    if (cells.every((cell) => cell === '')) return [];
    const width = Math.max(name.length, ...cells.map((cell) => cell.length));
    const isRight = rightAligned.includes(name);
    const pad = (text: string) => (isRight ? text.padStart(width) : text.padEnd(width));
    return [[name, ...cells].map(pad)];
  });
  return [{ as: 'faint' as const }, ...rows].map(({ as }, i) =>
    paint(`${INDENT}${columns.map((column) => column[i]).join(GAP)}`.trimEnd(), as, style),
  );
}
