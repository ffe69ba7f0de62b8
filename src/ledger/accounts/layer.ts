import type { AccountTable } from './accountTable.ts';

/** A table whose writes count up to a slot. */
export interface Layer {
  readonly table: AccountTable;
  /** undefined: all count */
  readonly upTo: bigint | undefined;
}
