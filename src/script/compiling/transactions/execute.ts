import { encodeBase58 } from '../../../codec/base58.ts';
import { sha256 } from '../../../codec/sha256.ts';
import type { Blockhash } from '../../../model/address.ts';
import type { Block, WireTransaction } from '../../../model/block.ts';
import type { TransactionMeta } from '../../../model/meta.ts';
import { recordMeta } from '../../../rpcJson/metaText.ts';
import { Changes } from '../../../runtime/accounts/accounts.ts';
import { lamportBalances, storedTokenBalances, tokenBalances } from '../../../runtime/balances.ts';
import { nonceOf } from '../../../runtime/programs/system/nonce.ts';
import { reporting, succeeds } from '../scriptError.ts';
import { applyEffect } from './buildInstructions.ts';
import { executeReally } from './executeReally.ts';
import type { PreparedTransaction, Scene } from './prepare.ts';

/** The position of a transaction in the history. */
export type BlockPlace = Pick<WireTransaction, 'slot' | 'index'> & Pick<Block, 'blockTimeSeconds'>;

export interface Executed {
  readonly transaction: WireTransaction;
  readonly meta: TransactionMeta;
}

/** Executes one copy of a transaction. Undefined: that is impossible, which was reported; then nothing has changed. */
export function executeTransaction(
  prepared: PreparedTransaction,
  scene: Scene,
  lifetimes: Lifetimes,
  place: BlockPlace,
): Executed | undefined {
  const { version, accountKeys, namesMemo } = prepared;
  const changes = new Changes(scene.accounts, scene.moment, scene.names, prepared.balances);
  const lifetime = lifetimeOf(prepared, changes, lifetimes);
  const meta =
    lifetime && (prepared.runnable === undefined ? carriedOut(prepared, changes) : executed(prepared, scene));
  if (lifetime === undefined || meta === undefined) return undefined;
  const transaction: WireTransaction = {
    kind: 'wire',
    ...prepared.unsigned.sign(lifetime),
    ...place,
    err: meta.err,
    version,
    accountKeys,
    namesMemo,
    recentBlockhash: encodeBase58(lifetime) as Blockhash,
    meta: recordMeta(meta),
  };
  return { transaction, meta };
}

/**
 * The recent blockhashes of the transactions of a block: that of the block before. A message that a block
 * repeats gets another one, because otherwise its signatures would be the same.
 */
export class Lifetimes {
  readonly #parentHash: Uint8Array;
  readonly #copies = new Map<string, number>();

  constructor(parentHash: Uint8Array) {
    this.#parentHash = parentHash;
  }

  /** @param key identifies the message */
  next(key: string): Uint8Array {
    const copy = this.#copies.get(key) ?? 0;
    this.#copies.set(key, copy + 1);
    if (copy === 0) return this.#parentHash;
    return sha256(this.#parentHash, `stillnode copy ${copy}`);
  }
}

function lifetimeOf(
  { nonce, unsigned, at }: PreparedTransaction,
  changes: Changes,
  lifetimes: Lifetimes,
): Uint8Array | undefined {
  if (nonce === undefined) return lifetimes.next(unsigned.key);
  return reporting(at, () => nonceOf(changes, nonce).value);
}

/** What is known of the programs is carried out. */
function carriedOut(prepared: PreparedTransaction, changes: Changes): TransactionMeta | undefined {
  const { balanceKeys } = prepared;
  const preBalances = lamportBalances(changes, balanceKeys);
  const preTokenBalances = storedTokenBalances(tokenBalances(changes, balanceKeys));
  if (!carryOut(prepared, changes)) return undefined;
  const postBalances = lamportBalances(changes, balanceKeys);
  const postTokenBalances = storedTokenBalances(tokenBalances(changes, balanceKeys));
  changes.commit();
  return { ...prepared.meta, preBalances, postBalances, preTokenBalances, postTokenBalances };
}

function executed({ at, meta, runnable }: PreparedTransaction, { real }: Scene): TransactionMeta | undefined {
  if (real === undefined) throw new TypeError('a transaction is to be executed, and nothing is there that does');
  return executeReally(runnable!, meta.loadedAddresses, real, at);
}

/** The fee comes first, because failed transactions pay it too. */
function carryOut({ at, accountKeys, meta, steps, balances }: PreparedTransaction, changes: Changes): boolean {
  if (!succeeds(at, () => changes.debit(accountKeys[0]!, meta.fee, 'pay the fee of'))) return false;
  if (!steps.every((step) => applyEffect(step, changes))) return false;
  for (const [address, lamports] of balances) changes.setLamports(address, lamports);
  return true;
}
