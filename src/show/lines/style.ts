import { onOneLine } from '../../document/problem.ts';
import { keyKind } from '../content/keyKind.ts';

/** How lines are written. */
export interface Style {
  /** signatures and addresses are written in full */
  readonly isWide: boolean;
  readonly isColoured: boolean;
  /** nothing is cut */
  readonly isWhole: boolean;
  /** of an address that has a name */
  readonly nameOf: (address: string) => string | null;
}

/** What a line is, which its colour says. */
export type Paint = 'heading' | 'failed' | 'faint';

const CODES: Readonly<Record<Paint, number>> = { heading: 1, failed: 31, faint: 2 };
const SHORT = 8;

export function paint(line: string, as: Paint | undefined, { isColoured }: Style): string {
  return as === undefined || !isColoured ? line : `\x1b[${CODES[as]}m${line}\x1b[0m`;
}

/** A signature or an address; what it begins with finds it again. */
export function keyText(key: string, { isWide }: Style): string {
  return isWide ? key : `${key.slice(0, SHORT)}…`;
}

/** A value in a table: an address by its name, any other key as wide as keys are, and nothing that could move the cursor. */
export function cellText(value: string, style: Style): string {
  const name = style.nameOf(value);
  if (name !== null) return onOneLine(name);
  return keyKind(value) === undefined ? onOneLine(value) : keyText(value, style);
}
