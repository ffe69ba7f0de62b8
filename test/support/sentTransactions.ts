import {
  AccountRole,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  type Address as KitAddress,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  type AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { decodeBase58 } from '../../src/codec/base58.ts';
import type { LedgerView } from '../../src/ledger/view.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { type CheckedState, checkedState } from '../../src/rpc/sending/checks.ts';
import { bankAt } from '../../src/runtime/bank.ts';
import { type Address, address, type Blockhash } from '../../src/solana/address.ts';
import { decodeSentTransaction, type SentTransaction } from '../../src/solana/sentTransaction.ts';
import { namedAddress } from './transactions.ts';
import { V1_ENOUGH, type V1Config, v1Wire } from './v1Wire.ts';

/** Transactions as both client libraries make and sign them. */

const keypairs = new Map<string, Keypair>();

/** The same key pair for the same name, always; its seed is the address of that name. To calculate one takes milliseconds. */
export function keypair(name: string): Keypair {
  const known = keypairs.get(name);
  if (known !== undefined) return known;
  const made = Keypair.fromSeed(decodeBase58(namedAddress(`seed of ${name}`)));
  keypairs.set(name, made);
  return made;
}

export function keyOf(name: string): Address {
  return address(keypair(name).publicKey.toBase58());
}

/** One that nobody can sign for. */
export const publicKey = (name: string): PublicKey => new PublicKey(namedAddress(name));

/** From alice to bob. */
export function transfer(lamports: number, from = keypair('alice').publicKey): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: from, toPubkey: publicKey('bob'), lamports });
}

export interface Signing {
  /** names of key pairs; the first one pays */
  readonly signers?: readonly string[];
  readonly tables?: readonly AddressLookupTableAccount[];
}

/** A v0 transaction of web3.js, signed. */
export function v0Bytes(
  recentBlockhash: Blockhash,
  instructions: readonly TransactionInstruction[],
  { signers = ['alice'], tables = [] }: Signing = {},
): Uint8Array {
  const payerKey = keypair(signers[0]!).publicKey;
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [...instructions] });
  const transaction = new VersionedTransaction(message.compileToV0Message([...tables]));
  transaction.sign(signers.map(keypair));
  return transaction.serialize();
}

/** A legacy one. */
export function legacyBytes(
  recentBlockhash: Blockhash,
  instructions: readonly TransactionInstruction[],
  { signers = ['alice'] }: Signing = {},
): Uint8Array {
  const transaction = new Transaction({ feePayer: keypair(signers[0]!).publicKey, recentBlockhash });
  transaction.add(...instructions);
  transaction.sign(...signers.map(keypair));
  return transaction.serialize();
}

/** A v1 transaction of the accounts of web3.js. */
export function v1Bytes(
  recentBlockhash: Blockhash,
  instructions: readonly TransactionInstruction[],
  config: V1Config = V1_ENOUGH,
  { signers = ['alice'] }: Signing = {},
): Uint8Array {
  return v1Wire({ recentBlockhash, instructions, config, signers: signers.map(keypair) });
}

export function sentLegacy(...making: Parameters<typeof legacyBytes>): SentTransaction {
  return decodeSentTransaction(legacyBytes(...making), DEFAULT_VERSION);
}

export function sentV0(...making: Parameters<typeof v0Bytes>): SentTransaction {
  return decodeSentTransaction(v0Bytes(...making), DEFAULT_VERSION);
}

const V1_BUDGET = { computeUnitLimit: 3_000, loadedAccountsDataSizeLimit: 64 * 1024 * 1024 };

/** A message of version 1 that asks for nothing has no units, and may load nothing. */
function emptyMessage(version: 'legacy' | 0 | 1) {
  if (version !== 1) return createTransactionMessage({ version });
  return setTransactionMessageConfig(V1_BUDGET, createTransactionMessage({ version }));
}

/** A transfer from alice to bob by Kit, signed. */
export async function kitBytes(
  version: 'legacy' | 0 | 1,
  recentBlockhash: Blockhash,
  lamports: number,
): Promise<Uint8Array> {
  const alice = await createKeyPairSignerFromPrivateKeyBytes(keypair('alice').secretKey.slice(0, 32));
  const { data, programId } = transfer(lamports);
  const message = pipe(
    emptyMessage(version),
    (empty) => setTransactionMessageFeePayerSigner(alice, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(recentBlockhash), lastValidBlockHeight: 0n },
        paid,
      ),
    (living) =>
      appendTransactionMessageInstructions(
        [
          {
            programAddress: programId.toBase58() as KitAddress,
            accounts: [
              { address: alice.address, role: AccountRole.WRITABLE_SIGNER },
              { address: `${namedAddress('bob')}` as KitAddress, role: AccountRole.WRITABLE },
            ],
            data,
          },
        ],
        living,
      ),
  );
  return Uint8Array.from(getTransactionEncoder().encode(await signTransactionMessageWithSigners(message)));
}

/** What a transaction is checked on in the block on top of a view. */
export function nextState(view: LedgerView): CheckedState {
  return checkedState(bankAt(view, view.slot + 1n), view);
}
