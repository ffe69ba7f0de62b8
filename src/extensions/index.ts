import type { Extensions } from '../rpc/tables.ts';
import { TRANSACTIONS_PATH } from './bundles/enginePath.ts';
import { getBundleStatuses } from './getBundleStatuses.ts';
import { getInflightBundleStatuses } from './getInflightBundleStatuses.ts';
import { getTipAccounts } from './getTipAccounts.ts';
import { getTransactionsForAddress } from './getTransactionsForAddress.ts';
import { sendBundle } from './sendBundle.ts';
import { simulateBundle } from './simulateBundle.ts';

/** Methods that Agave does not have, which providers add to their nodes. */
export const EXTENSIONS: Extensions = {
  reads: [getTransactionsForAddress, getTipAccounts] as Extensions['reads'],
  sends: [sendBundle, getBundleStatuses, getInflightBundleStatuses, simulateBundle] as Extensions['sends'],
  paths: [TRANSACTIONS_PATH],
};

export const EXTENSION_NAMES: readonly string[] = [...EXTENSIONS.reads, ...EXTENSIONS.sends].map(({ name }) => name);
