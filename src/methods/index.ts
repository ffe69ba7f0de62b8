import { getBlock } from './getBlock.ts';
import { getMultipleAccounts } from './getMultipleAccounts.ts';
import { getProgramAccounts } from './getProgramAccounts.ts';
import { getSignatureStatuses } from './getSignatureStatuses.ts';
import { getSignaturesForAddress } from './getSignaturesForAddress.ts';
import { getTransaction } from './getTransaction.ts';
import type { Method } from './method.ts';

/** Every method that is served, by its wire name. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  (
    [
      getBlock,
      getTransaction,
      getSignatureStatuses,
      getSignaturesForAddress,
      getProgramAccounts,
      getMultipleAccounts,
    ] as readonly Method[]
  ).map((method) => [method.name, method]),
);
