import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { encodeBase58 } from '../../src/codec/base58.ts';
import type { JsonText } from '../../src/codec/jsonText.ts';
import { bundleIdOf } from '../../src/extensions/bundles/bundleChecks.ts';
import { TIP_ACCOUNTS, tipAccounts } from '../../src/extensions/bundles/tipAccounts.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { decodeSentTransaction } from '../../src/solana/sentTransaction.ts';
import { base64, type SendNode, sendNode, signed, WALLETS } from './sends.ts';
import { keypair, transfer } from './sentTransactions.ts';
import type { LedgerSpec } from './testNode.ts';

/** Bundles, and nodes that they are sent to. */

/** The least tip. */
const TIP_LAMPORTS = 1000;

export function tipTo(index: number, lamports = TIP_LAMPORTS): TransactionInstruction {
  const toPubkey = new PublicKey(TIP_ACCOUNTS[index]!);
  return SystemProgram.transfer({ fromPubkey: keypair('alice').publicKey, toPubkey, lamports });
}

export const PAYMENT = signed([transfer(5)]);
export const TIPPED = signed([transfer(7), tipTo(0)]);

export const signatureOf = (bytes: Uint8Array): string => encodeBase58(bytes.subarray(1, 65));

export const idOf = (...bundle: readonly Uint8Array[]): string =>
  bundleIdOf(bundle.map((bytes) => decodeSentTransaction(bytes, DEFAULT_VERSION)));

export interface BundleNode extends SendNode {
  /** The text of what sendBundle answers. */
  bundle(...bundle: readonly Uint8Array[]): Promise<JsonText>;
  /** The value of getBundleStatuses for one id. */
  landed(id: string): Promise<unknown>;
  /** `[status, landed_slot]` of getInflightBundleStatuses. */
  inflight(id: string): Promise<readonly unknown[]>;
}

/** A node whose ledger has the tip accounts. */
export function bundleNode({ accounts = WALLETS, ...spec }: LedgerSpec = {}): BundleNode {
  return withBundles(sendNode({ ...spec, accounts: [...accounts, ...tipAccounts()] }));
}

function withBundles(node: SendNode): BundleNode {
  return {
    ...node,
    bundle: (...bundle) => node.call('sendBundle', `[${JSON.stringify(bundle.map(base64))},{"encoding":"base64"}]`),
    landed: async (id) => JSON.parse(await node.call('getBundleStatuses', `[["${id}"]]`)).value[0],
    inflight: async (id) => {
      const [item] = JSON.parse(await node.call('getInflightBundleStatuses', `[["${id}"]]`)).value;
      return [item.status, item.landed_slot];
    },
  };
}
