/** A cluster whose programs and sysvars a ledger can have without saying them one by one. */
export type ClusterName = (typeof CLUSTER_NAMES)[number];

export const CLUSTER_NAMES = ['localnet', 'mainnet'] as const;
