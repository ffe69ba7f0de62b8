/** The file format as types: the output of the builder. */
export type * from '../../../schema/ledger.d.ts';
