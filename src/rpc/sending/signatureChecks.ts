import type { LedgerState } from '../../ledger/state.ts';
import { isSignedBy } from '../../runtime/ed25519.ts';
import { impersonatedSignature } from '../../runtime/impersonation.ts';
import { type Address, SIGNATURE_BYTES } from '../../solana/address.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';

/** The signers of a transaction whose key did not sign it. */
export interface CheckedSignatures {
  /** addresses that the ledger impersonates, with the signature that stands for theirs */
  readonly impersonated: readonly Address[];
  /** all others */
  readonly wrong: readonly Address[];
  /** addresses of `wrong` that have an impersonated signature: the ledger does not impersonate them */
  readonly notImpersonated: readonly Address[];
}

type SendingLedger = Pick<LedgerState, 'send'>;

/**
 * Checks every signature of a transaction: each is that of its signer, or the impersonated one of an address that the ledger impersonates.
 *
 * @param transaction with as many signatures as its message requires
 */
export function checkSignatures(transaction: SentTransaction, { send }: SendingLedger): CheckedSignatures {
  const impersonated: Address[] = [];
  const wrong: Address[] = [];
  const notImpersonated: Address[] = [];
  for (const index of unsignedIndexes(transaction)) {
    const address = transaction.message.accountKeys[index]!;
    const hasSignature = isImpersonated(transaction, index, address);
    const isAccepted = hasSignature && send.impersonated.includes(address);
    (isAccepted ? impersonated : wrong).push(address);
    if (hasSignature && !isAccepted) notImpersonated.push(address);
  }
  return { impersonated, wrong, notImpersonated };
}

/** Whether the signatures are good. */
export function hasGoodSignatures(transaction: SentTransaction, ledger: SendingLedger): boolean {
  return checkSignatures(transaction, ledger).wrong.length === 0;
}

/** The first address that the ledger impersonates, and that has a wrong signature. */
export function wronglyImpersonated({ wrong }: CheckedSignatures, { send }: SendingLedger): Address | undefined {
  return wrong.find((address) => send.impersonated.includes(address));
}

/** The signature that an impersonated address must have, for errors and reasons. */
export function impersonationHint(address: Address): string {
  return (
    `${address} is impersonated, and its signature must be the one that impersonated("${address}") of stillnode writes: ` +
    'SHA-512 of the text "stillnode impersonation", the 32 bytes of the address and the message'
  );
}

/** The hint about a signature that `impersonated` wrote, for an address that the ledger does not impersonate. */
export function notImpersonatedHint(address: Address): string {
  return (
    `its signature is the one that impersonated("${address}") of stillnode writes, but this ledger does not impersonate ${address}: ` +
    `stillnode_impersonate ["${address}"] (node.impersonate), or \`send.impersonate\` of ledger.json`
  );
}

/** The reason that shows an accepted signature without a key. */
export function impersonationText(address: Address): string {
  return `${address} is impersonated, so its signature is accepted without its key (stillnode_stopImpersonating ["${address}"] ends this)`;
}

function isImpersonated(transaction: SentTransaction, index: number, address: Address): boolean {
  return (
    Buffer.compare(signatureBytes(transaction, index), impersonatedSignature(address, transaction.messageBytes)) === 0
  );
}

/**
 * The indexes of the signatures that are not valid ones of their signers.
 *
 * Source   agave 4.1 rpc.rs verify_transaction; ed25519-dalek verify_strict
 */
function unsignedIndexes(transaction: SentTransaction): readonly number[] {
  const { message, messageBytes, signatures, wire } = transaction;
  const cached = verificationCache.get(wire);
  if (cached !== undefined) return cached;
  const indexes = [...signatures.keys()].filter(
    (i) => !isSignedBy(message.accountKeys[i]!, messageBytes, signatureBytes(transaction, i)),
  );
  verificationCache.set(wire, indexes);
  return indexes;
}

/** Results by the bytes of a transaction, which is verified when it is accepted, and again when it is put into a block. */
const verificationCache = new WeakMap<Uint8Array, readonly number[]>();

/** The bytes of a signature: in v1 they follow the message, in other versions the byte with their number. */
function signatureBytes({ messageBytes, version, wire }: SentTransaction, index: number): Uint8Array {
  const start = (version === 1 ? messageBytes.length : 1) + index * SIGNATURE_BYTES;
  return wire.subarray(start, start + SIGNATURE_BYTES);
}
