import type { Status, WithContext } from '../rpc/openrpc/answerValues.ts';

/** Results of extensions that do not depend on the configuration. Written by `npm run docs` from their descriptions. */

export interface BundleStatus {
  bundle_id: string;
  transactions: string[];
  slot: number;
  confirmation_status: 'processed' | 'confirmed' | 'finalized';
  err: Status;
}

export interface InflightBundleStatus {
  bundle_id: string;
  status: 'Invalid' | 'Pending' | 'Failed' | 'Landed';
  landed_slot: number | null;
}

export interface ExtensionResults {
  /** context and `[{"bundle_id","transactions","slot","confirmation_status","err"}]`, one an id, in order, or `null` */
  getBundleStatuses: WithContext<(BundleStatus | null)[]>;
  /** context and `[{"bundle_id","status","landed_slot"}]`, one an id, in order */
  getInflightBundleStatuses: WithContext<InflightBundleStatus[]>;
  /** a list of eight addresses */
  getTipAccounts: string[];
  /** the id of the bundle */
  sendBundle: string;
}
