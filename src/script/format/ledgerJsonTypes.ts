/** What the builder writes: the file format as types. */
export type * from '../../../schema/ledger.d.ts';
