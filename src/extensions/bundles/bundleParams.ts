import { RpcError, rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { readSentTransaction } from '../../rpc/params/messageParams.ts';
import { checkedParams, type Params, params } from '../../rpc/params/params.ts';
import { type LengthLimit, list, optional, words } from '../../rpc/params/paramType.ts';
import { orDefaults, struct } from '../../rpc/params/structType.ts';
import { text } from '../../rpc/params/usualTypes.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';

/**
 * The parameters of the methods of bundles.
 *
 * Source   docs.jito.wtf; texts about lists: surfpool bc9744d1 rpc/jito.rs
 * @module
 */

/** The largest number of transactions of a bundle, and of ids in a call. */
const MAX_ITEMS = 5;

type BundleEncoding = 'base58' | 'base64';

const BUNDLE_ENCODINGS: readonly BundleEncoding[] = ['base58', 'base64'];

const config = struct('SendBundleConfig', {
  /** default: base58, or else base64 */
  encoding: optional(words(BUNDLE_ENCODINGS)),
});

/** The transactions of a bundle, and the configuration as it was given. */
export interface BundleRequest {
  readonly transactions: readonly SentTransaction[];
  readonly encoding: BundleEncoding | undefined;
}

export const bundleParams: Params<BundleRequest> = checkedParams(
  params({
    transactions: list(text, fromOneTo('Bundle cannot be empty', 'exceeded maximum number of transactions')),
    config: orDefaults(config),
  }),
  ({ config: { encoding }, transactions }, { version }) => ({
    transactions: transactions.map((transaction) => readTransaction(transaction, encoding, version)),
    encoding,
  }),
);

export const bundleIdParams = params({
  bundleIds: list(
    text,
    fromOneTo('bundle_ids cannot be empty', `bundle_ids exceeds maximum of ${MAX_ITEMS} per request`),
  ),
});

function fromOneTo(emptyText: string, longText: string): LengthLimit {
  return {
    maxItems: MAX_ITEMS,
    assertLength(length) {
      if (length === 0) throw rpcErrors.invalidBundle(emptyText);
      if (length > MAX_ITEMS) throw rpcErrors.invalidBundle(longText);
    },
  };
}

/** Text without a named encoding is base58, or else base64: clients leave the name out for both. */
function readTransaction(transaction: string, encoding: BundleEncoding | undefined, version: NodeVersion) {
  if (encoding !== undefined) return readSentTransaction(transaction, encoding, version);
  try {
    return readSentTransaction(transaction, 'base58', version);
  } catch (error) {
    const sent = error instanceof RpcError ? readBase64(transaction, version) : undefined;
    if (sent === undefined) throw error;
    return sent;
  }
}

function readBase64(transaction: string, version: NodeVersion): SentTransaction | undefined {
  try {
    return readSentTransaction(transaction, 'base64', version);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
