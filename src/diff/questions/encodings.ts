/** Every encoding; what the contract dialect refuses is asked in the agave dialect only. */
export function encodingsOf(isLegacyAccepted: boolean): {
  readonly ofTransactions: readonly string[];
  readonly ofAccounts: readonly string[];
} {
  const legacy = isLegacyAccepted ? ['binary'] : [];
  return {
    ofTransactions: ['json', 'jsonParsed', 'base64', 'base58', ...legacy],
    ofAccounts: ['base64', 'base58', 'base64+zstd', 'jsonParsed', ...legacy],
  };
}
