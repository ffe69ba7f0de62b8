import { signal } from '@preact/signals';

/** Names of accounts by address, for the ledger that is shown. */
export const names = signal<ReadonlyMap<string, string>>(new Map());

/** Names of transactions by signature. */
export const transactionNames = signal<ReadonlyMap<string, string>>(new Map());
