import type { AccountTable } from './accountTable.ts';

/** A table whose writes count up to a slot. */
export interface Layer {
  readonly table: AccountTable;
  /** undefined: all count */
  readonly upTo: bigint | undefined;
  /** Whether more can be written into the table, as whoever shares it knows up to where it counts. */
  readonly grows?: true;
}
