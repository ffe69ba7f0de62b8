import { createHash } from 'node:crypto';
import {
  type AddressLookupTableAccount,
  Keypair,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';

/** A node that a session asks, and its answers. */

/** One answer, as the lines of a recorded session have it. */
export interface Answer {
  /** what the question is about; the same label may come several times */
  readonly label: string;
  /** `socket`: a reply or a notification of a socket */
  readonly method: string;
  readonly params: unknown;
  /** of HTTP; 0: it came over a socket */
  readonly status: number;
  readonly text: string;
}

export interface SendOptions {
  /** a version 0 transaction with these tables */
  readonly tables?: readonly AddressLookupTableAccount[];
  readonly skipPreflight?: boolean;
  readonly blockhash?: string;
}

/** The keys of a session follow from their names, so that two nodes see the same addresses. */
export function keyOf(name: string): Keypair {
  return Keypair.fromSeed(createHash('sha256').update(`judge ${name}`).digest());
}

export function addressOf(name: string): string {
  return keyOf(name).publicKey.toBase58();
}

const PAUSE_MS = 50;
const PATIENCE_MS = 120_000;

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export class JudgedNode {
  readonly answers: Answer[] = [];
  /** signatures of what was sent and accepted, by label */
  readonly signatures = new Map<string, string>();
  readonly #url: string;
  #lastId = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Asks and keeps the answer. */
  async ask(label: string, method: string, params?: readonly unknown[]): Promise<unknown> {
    const { status, text } = await this.#post(method, params);
    this.answers.push({ label, method, params: params ?? null, status, text });
    return resultIn(text);
  }

  /** Posts a body, which need not be a request, and keeps the answer. */
  async askBody(label: string, body: string): Promise<void> {
    const { status, text } = await this.#postBody(body);
    this.answers.push({ label, method: 'body', params: null, status, text });
  }

  /** The result of a call that is not kept. */
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape of its result
  async value(method: string, ...params: readonly unknown[]): Promise<any> {
    return resultIn((await this.#post(method, params)).text);
  }

  /** Waits until a node says so. */
  async until(what: string, isReached: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    while (!(await isReached().catch(() => false))) {
      if (Date.now() > end) throw new Error(`the node at ${this.#url} did not reach: ${what}`);
      await pause(PAUSE_MS);
    }
  }

  /** Simulates and sends a transaction, and waits until it is confirmed. */
  async send(
    label: string,
    instructions: readonly TransactionInstruction[],
    signers: readonly Keypair[],
    options: SendOptions = {},
  ): Promise<void> {
    const blockhash = options.blockhash ?? (await this.latestBlockhash());
    await this.sendBytes(label, signedBytes(instructions, signers, blockhash, options.tables), options);
  }

  async latestBlockhash(): Promise<string> {
    return (await this.value('getLatestBlockhash', { commitment: 'confirmed' })).value.blockhash;
  }

  /** Simulates and sends signed bytes, and waits until they are confirmed. */
  async sendBytes(label: string, bytes: Uint8Array, { skipPreflight = false }: SendOptions = {}): Promise<void> {
    const transaction = Buffer.from(bytes).toString('base64');
    const confirmed = { encoding: 'base64', commitment: 'confirmed', innerInstructions: true };
    await this.ask(`${label}: simulate`, 'simulateTransaction', [transaction, confirmed]);
    const sending = { encoding: 'base64', preflightCommitment: 'confirmed', skipPreflight };
    const signature = await this.ask(`${label}: send`, 'sendTransaction', [transaction, sending]);
    if (typeof signature !== 'string') return;
    this.signatures.set(label, signature);
    await this.confirmed(label, signature);
  }

  async confirmed(what: string, signature: string): Promise<void> {
    await this.until(`${what} confirmed`, async () => {
      const [status] = (await this.value('getSignatureStatuses', [signature])).value;
      return status !== null && status.confirmationStatus !== 'processed';
    });
  }

  async #post(method: string, params: readonly unknown[] | undefined) {
    return this.#postBody(JSON.stringify({ jsonrpc: '2.0', id: ++this.#lastId, method, ...(params && { params }) }));
  }

  async #postBody(body: string) {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(this.#url, { method: 'POST', headers, body });
    return { status: reply.status, text: await reply.text() };
  }
}

function resultIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly result?: unknown }).result;
  } catch {
    return undefined;
  }
}

export function signedBytes(
  instructions: readonly TransactionInstruction[],
  signers: readonly Keypair[],
  recentBlockhash: string,
  tables?: readonly AddressLookupTableAccount[],
): Uint8Array {
  const payerKey = signers[0]!.publicKey;
  if (tables !== undefined) {
    const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [...instructions] });
    const transaction = new VersionedTransaction(message.compileToV0Message([...tables]));
    transaction.sign([...signers]);
    return transaction.serialize();
  }
  const transaction = new Transaction({ feePayer: payerKey, recentBlockhash }).add(...instructions);
  transaction.sign(...signers);
  return transaction.serialize();
}
