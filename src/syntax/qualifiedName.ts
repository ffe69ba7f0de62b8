import { NAME_PATTERN, PROGRAM_NAME_PATTERN } from './namePattern.ts';

/** A name within a program: `market.placeOrder`. */
export const QUALIFIED: RegExp = new RegExp(`^${NAME_PATTERN}\\.${PROGRAM_NAME_PATTERN}$`);

export function isQualified(name: string): boolean {
  return QUALIFIED.test(name);
}
