import {
  type Commitment,
  type Connection,
  Keypair,
  NonceAccount,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import { keypair } from '../../src/index.ts';
import { type SendingOptions, startSending } from './sendingNode.ts';
import { type Connected, connected } from './web3Socket.ts';

/** web3.js over HTTP and a socket, on a ledger that it sends to. */

/** At `confirmed`, as most programs have it. */
export function web3Sender(options: Omit<SendingOptions, 'onRequest'> = {}): Promise<Connected> {
  return connected((recording) => startSending({ ...options, ...recording }), 'confirmed');
}

export const keypairOf = (name: string): Keypair => Keypair.fromSecretKey(keypair(name).secretKey);
export const keyOf = (name: string): PublicKey => new PublicKey(keypair(name).address);

export function transferOf(from: string, to: string, lamports: number | bigint): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: keyOf(from), toPubkey: keyOf(to), lamports });
}

/** Signed by alice, with the newest blockhash; default: one lamport from alice to bob. */
export async function signedOf(
  connection: Connection,
  instructions: readonly TransactionInstruction[] = [transferOf('alice', 'bob', 1)],
  commitment: Commitment = 'processed',
) {
  const latest = await connection.getLatestBlockhash(commitment);
  const transaction = new Transaction({ feePayer: keyOf('alice'), ...latest });
  transaction.add(...instructions);
  transaction.sign(keypairOf('alice'));
  return { ...latest, transaction, wire: transaction.serialize() };
}

/** Lamports from alice to bob, unsigned, with the nonce of `$counter`. */
export async function transferByNonce(connection: Connection, lamports: number): Promise<Transaction> {
  const noncePubkey = keyOf('counter');
  const { context, value } = await connection.getAccountInfoAndContext(noncePubkey, 'confirmed');
  const { nonce } = NonceAccount.fromAccountData(value!.data);
  const nonceInstruction = SystemProgram.nonceAdvance({ noncePubkey, authorizedPubkey: keyOf('alice') });
  const nonceInfo = { nonce, nonceInstruction };
  const transaction = new Transaction({ feePayer: keyOf('alice'), nonceInfo, minContextSlot: context.slot });
  return transaction.add(transferOf('alice', 'bob', lamports));
}

interface ShownSendError {
  readonly text: string;
  /** of the node */
  readonly message: string;
  readonly logs: readonly string[] | undefined;
}

/**
 * Everything that an error of web3.js says, to be compared as a whole; what is no error is given as it is. Of a transaction that
 * failed in its block that is the err: web3.js throws it as it is, or within an error, as the status or the notification is first.
 */
export function shownError(reason: unknown): unknown {
  if (!(reason instanceof Error)) return reason;
  if (!(reason instanceof SendTransactionError)) return { name: reason.constructor.name, message: reason.message };
  const { logs, message } = reason.transactionError;
  const status = /^Status: \((.*)\)$/.exec(message);
  if (status === null) return { text: reason.message, message, logs };
  return (JSON.parse(status[1]!) as { readonly err: unknown }).err;
}

/** What it says where a preflight failed. */
export function simulationFailed(message: string, logs?: readonly string[]): ShownSendError {
  return { text: `Simulation failed. \nMessage: ${message}. \n${listed(logs)}${GUIDE}`, message, logs };
}

/** The same without a preflight. */
export function sendingFailed(message: string, logs?: readonly string[]): ShownSendError {
  return { text: `Transaction  resulted in an error. \n${message}. ${listed(logs)}${GUIDE}`, message, logs };
}

const GUIDE = '\nCatch the `SendTransactionError` and call `getLogs()` on it for full details.';

function listed(logs: readonly string[] | undefined): string {
  return logs === undefined ? '' : `Logs: \n${JSON.stringify(logs.slice(-10), null, 2)}. `;
}
