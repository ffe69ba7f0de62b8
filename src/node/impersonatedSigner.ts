import { decodeBase58 } from '../codec/base58.ts';
import { impersonatedSignature } from '../runtime/impersonation.ts';
import { type Address, isAddressText } from '../solana/address.ts';

/** Signers without a key, for addresses that a node impersonates. @module */

/** The types of Kit, which need not be installed. */
interface KitBrand<Name extends string> {
  readonly '__brand:@solana/kit': Name;
}
type KitAddress = string & KitBrand<'Address'> & { readonly '__stringEncoding:@solana/kit': 'base58' };
type KitSignature = Uint8Array & KitBrand<'SignatureBytes'>;

/** The members of a `PublicKey` of web3.js that are used here. */
interface PublicKeyLike {
  toBase58(): string;
  toBytes(): Uint8Array;
  toString(): string;
}

/** A `Transaction` of web3.js. */
interface LegacyTransaction {
  readonly signatures: readonly { readonly publicKey: PublicKeyLike }[];
  /** a `Buffer`, whose type is that of a list of bytes only where the types of Node are installed */
  serializeMessage(): ArrayLike<number>;
  addSignature(publicKey: PublicKeyLike, signature: Uint8Array): void;
}

/** A `VersionedTransaction` of web3.js. */
interface VersionedTransaction {
  readonly message: {
    readonly header: { readonly numRequiredSignatures: number };
    readonly staticAccountKeys: readonly PublicKeyLike[];
    serialize(): Uint8Array;
  };
  addSignature(publicKey: PublicKeyLike, signature: Uint8Array): void;
}

type Web3Transaction = LegacyTransaction | VersionedTransaction;

/** A signer for Kit (a `TransactionPartialSigner`), and a wallet for web3.js. */
export interface ImpersonatedSigner {
  readonly address: KitAddress;
  /** signs for Kit: one signature for each transaction, by address */
  signTransactions(
    transactions: readonly { readonly messageBytes: ArrayLike<number> }[],
  ): Promise<readonly Readonly<Record<KitAddress, KitSignature>>[]>;
  readonly publicKey: PublicKeyLike;
  /** signs for web3.js: adds the signature and returns the transaction. A legacy one then needs `serialize({ verifySignatures: false })` */
  signTransaction<T extends Web3Transaction>(transaction: T): Promise<T>;
  signAllTransactions<T extends Web3Transaction>(transactions: T[]): Promise<T[]>;
}

/**
 * Signs for an address without its key. A node accepts the signature while it impersonates the address: `node.impersonate(address)`, or
 * `send.impersonate` of ledger.json.
 *
 * ```ts
 * const whale = impersonated(node.address('whale'));
 * setTransactionMessageFeePayerSigner(whale, message); // Kit
 * await whale.signTransaction(transaction); // web3.js
 * ```
 *
 * @param address base58, `{ address }` (a signer of Kit), or a `PublicKey` of web3.js
 * @throws TypeError for what is not an address, also for a name: only a ledger knows it
 */
export function impersonated(
  address: string | { readonly address: string } | { toBase58(): string },
): ImpersonatedSigner {
  const text = readAddress(address);
  const sign = (message: Uint8Array) => impersonatedSignature(text, message);
  const signTransaction = async <T extends Web3Transaction>(transaction: T) => {
    const { keys, message } = signedParts(transaction);
    const key = keys.find((other) => other.toBase58() === text);
    if (key === undefined) throw new TypeError(`${text} is not a signer of this transaction`);
    transaction.addSignature(key, sign(message));
    return transaction;
  };
  return {
    // the text was checked, as the type of Kit promises
    address: text as string as KitAddress,
    signTransactions: async (transactions) =>
      transactions.map(({ messageBytes }) => ({
        [text]: sign(Uint8Array.from(messageBytes)) as Uint8Array as KitSignature,
      })),
    publicKey: { toBase58: () => text, toBytes: () => decodeBase58(text), toString: () => text },
    signTransaction,
    signAllTransactions: (transactions) => Promise.all(transactions.map(signTransaction)),
  };
}

function readAddress(address: Parameters<typeof impersonated>[0]): Address {
  const text = typeof address === 'string' ? address : 'address' in address ? address.address : address.toBase58();
  if (isAddressText(text)) return text as Address;
  throw new TypeError(
    `expected an address in base58, found ${JSON.stringify(text)}: node.address(name) is the address of a name`,
  );
}

/** The keys that sign a transaction of web3.js, and the bytes that they sign. */
function signedParts(transaction: Web3Transaction) {
  if ('serializeMessage' in transaction) {
    // compiles the message, which fills in `signatures`
    const message = Uint8Array.from(transaction.serializeMessage());
    return { keys: transaction.signatures.map(({ publicKey }) => publicKey), message };
  }
  const { header, staticAccountKeys } = transaction.message;
  return { keys: staticAccountKeys.slice(0, header.numRequiredSignatures), message: transaction.message.serialize() };
}
