/** A cluster whose programs and sysvars a ledger can have without listing them. */
export type ClusterName = (typeof CLUSTER_NAMES)[number];

export const CLUSTER_NAMES = ['localnet', 'mainnet'] as const;
