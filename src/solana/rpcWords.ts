/** The words of RPC methods, in the order of the node's enums, which its messages list them in. Source agave 4.1 */

/** The cluster's certainty of a slot; each commitment has its own tip. */
export const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;
export type Commitment = (typeof COMMITMENTS)[number];

/** The commitment of calls and subscriptions that name none. Source agave 4.1 CommitmentConfig::default */
export const DEFAULT_COMMITMENT = 'finalized' satisfies Commitment;

/** Blocks and transactions are only served from `confirmed` on. */
export const CONFIRMED_COMMITMENTS = ['confirmed', 'finalized'] as const;
export type ConfirmedCommitment = (typeof CONFIRMED_COMMITMENTS)[number];

/** `binary` is bare base58 text. */
export const ACCOUNT_ENCODINGS = ['binary', 'base58', 'base64', 'jsonParsed', 'base64+zstd'] as const;
export type AccountEncoding = (typeof ACCOUNT_ENCODINGS)[number];

export const TRANSACTION_ENCODINGS = ['binary', 'base64', 'base58', 'json', 'jsonParsed'] as const;
export type TransactionEncoding = (typeof TRANSACTION_ENCODINGS)[number];

export const TRANSACTION_DETAILS = ['full', 'signatures', 'none', 'accounts'] as const;
export type TransactionDetails = (typeof TRANSACTION_DETAILS)[number];
