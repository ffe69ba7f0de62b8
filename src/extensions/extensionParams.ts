/** Parameters of extensions. Written by `npm run docs` from their descriptions. */

export interface GetPriorityFeeEstimateConfig {
  readonly transaction?: string;
  readonly accountKeys?: readonly string[];
  readonly options?: {
    readonly transactionEncoding?: 'base58' | 'base64';
    readonly priorityLevel?: 'Min' | 'Low' | 'Medium' | 'High' | 'VeryHigh' | 'UnsafeMax' | 'Default';
    readonly includeAllPriorityFeeLevels?: boolean;
    readonly lookbackSlots?: number;
    readonly includeVote?: boolean;
    readonly recommended?: boolean;
    readonly evaluateEmptySlotAsZero?: boolean;
    readonly includeDetails?: boolean;
  };
}

export interface SendBundleConfig {
  readonly encoding?: 'base58' | 'base64';
}

export interface ExtensionParams {
  readonly getBundleStatuses: readonly [bundleIds: readonly string[]];
  readonly getInflightBundleStatuses: readonly [bundleIds: readonly string[]];
  readonly getPriorityFeeEstimate: readonly [config: GetPriorityFeeEstimateConfig];
  readonly getTipAccounts: readonly [];
  readonly sendBundle: readonly [transactions: readonly string[], config?: SendBundleConfig];
}
