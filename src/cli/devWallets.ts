/** The wallets of the ledger of `stillnode dev` without a path. @module */

export const WALLET_COUNT = 10;
export const WALLET_NAMES = Array.from({ length: WALLET_COUNT }, (_, i) => `$wallet${i + 1}`);
