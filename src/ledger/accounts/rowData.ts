/** Where the data of a row lies. */
export interface RowData {
  slabOf(row: number): Uint8Array;
  offsetOf(row: number): number;
  lengthOf(row: number): number;
}
