import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  assertIsSendableTransaction,
  assertIsTransactionWithBlockhashLifetime,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  type Instruction,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { onTestFinished } from 'vitest';
import { ByteWriter } from '../../src/codec/bytes.ts';
import { keypair, type RunningNode } from '../../src/index.ts';
import { type CalledMethods, calledMethods } from './calledMethods.ts';
import { type SendingOptions, startSending } from './sendingNode.ts';

/** Kit over HTTP and a socket, on a ledger that it sends to. */

export interface KitSender extends Pick<CalledMethods, 'called' | 'socketCalls'>, KitClients {
  readonly node: RunningNode;
}

export interface KitClients {
  readonly rpc: ReturnType<typeof createSolanaRpc<string>>;
  readonly rpcSubscriptions: ReturnType<typeof createSolanaRpcSubscriptions<string>>;
  readonly abortSignal: AbortSignal;
}

export async function kitSender(options: SendingOptions = {}): Promise<KitSender> {
  const { called, onRequest, socketCalls } = calledMethods();
  const node = await startSending({ ...options, onRequest });
  return { node, called, socketCalls, ...kitClients(node) };
}

/** Aborted when their test ends. */
export function kitClients({ url, wsUrl }: { readonly url: string; readonly wsUrl: string }): KitClients {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  return {
    rpc: createSolanaRpc(url),
    rpcSubscriptions: createSolanaRpcSubscriptions(wsUrl),
    abortSignal: abort.signal,
  };
}

export const signerOf = (name: string) => createKeyPairSignerFromPrivateKeyBytes(keypair(name).seed);

const SYSTEM = address('11111111111111111111111111111111');

/** of the system program */
export function transferOf(from: string, to: string, lamports: bigint): Instruction {
  return {
    programAddress: SYSTEM,
    accounts: [
      { address: keyOf(from), role: AccountRole.WRITABLE_SIGNER },
      { address: keyOf(to), role: AccountRole.WRITABLE },
    ],
    data: new ByteWriter(12).u32(2).u64(lamports).bytes(),
  };
}

export const keyOf = (name: string): Address => address(keypair(name).address);

interface Lifetime {
  readonly blockhash: Blockhash;
  readonly lastValidBlockHeight: bigint;
}

/** A message of alice, version 0. */
export async function messageOf(lifetime: Lifetime, instructions: readonly Instruction[]) {
  const alice = await signerOf('alice');
  return pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(alice, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (living) => appendTransactionMessageInstructions(instructions, living),
  );
}

/** Signed by alice; default: one lamport from alice to bob, with the newest blockhash. */
export async function signedOf(
  { rpc }: Pick<KitClients, 'rpc'>,
  instructions: readonly Instruction[] = [transferOf('alice', 'bob', 1n)],
) {
  const { value } = await rpc.getLatestBlockhash().send();
  const signed = await signTransactionMessageWithSigners(await messageOf(value, instructions));
  assertIsTransactionWithBlockhashLifetime(signed);
  assertIsSendableTransaction(signed);
  return signed;
}

/** Sends and waits as most programs do. */
export async function sendAndConfirm(
  sender: KitClients,
  transaction: Awaited<ReturnType<typeof signedOf>>,
  config: Partial<Parameters<ReturnType<typeof sendAndConfirmTransactionFactory>>[1]> = {},
): Promise<void> {
  const send = sendAndConfirmTransactionFactory(sender);
  await send(transaction, { abortSignal: sender.abortSignal, commitment: 'confirmed', ...config });
}

interface ShownError {
  readonly message: string;
  readonly context?: unknown;
  readonly cause?: ShownError;
}

/** Everything that an error of Kit says, to be compared as a whole; undefined: there was none. */
export function shownError(reason: unknown): ShownError | undefined {
  if (!(reason instanceof Error)) return undefined;
  const { cause, message } = reason;
  const shown = shownError(cause);
  return { message, ...('context' in reason && { context: reason.context }), ...(shown && { cause: shown }) };
}
