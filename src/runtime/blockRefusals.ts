import { isActive } from '../gates.ts';
import { activationSlot } from '../ledger/featureActivation.ts';
import { acceptsV1, type Protocol } from '../ledger/protocol.ts';
import type { NodeVersion } from '../nodeVersion.ts';
import type { Account } from '../solana/account.ts';
import { type Address, address, SYSTEM_PROGRAM } from '../solana/address.ts';
import { MAX_INSTRUCTION_ACCOUNTS, MAX_INSTRUCTIONS, messageError } from '../solana/messageRules.ts';
import type { TransactionError } from '../solana/meta.ts';
import { isNonceData, NONCE_BYTES } from '../solana/nonce.ts';
import type { Message } from '../solana/transaction.ts';
import type { RentRules } from './bank.ts';
import { isRentTransitionAllowed } from './rentTransition.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';

/**
 * Reasons to leave a transaction out of a block, apart from its blockhash and its signatures: it pays nothing.
 *
 * Source   agave 4.1 accounts-db account_locks.rs; runtime-transaction; svm account_loader.rs
 * @module
 */

/** the feature of the gate locks128, which a recorded ledger may have as an account */
const MORE_LOCKS = address('9LZdXeKGeBV6hRLdxS1rHbHoEUsKqesCC2ZAPTPKJAbK');
const MAX_LOCKS = 64;
const MAX_MORE_LOCKS = 128;

/** Whether a message keeps every rule for messages. The error is the same for each rule. */
export function keepsRules(message: Message, numSignatures: number, version: NodeVersion): boolean {
  const { header, instructions } = message;
  return (
    instructions.length <= MAX_INSTRUCTIONS &&
    instructions.every(({ accounts }) => accounts.length <= MAX_INSTRUCTION_ACCOUNTS) &&
    numSignatures === header.numRequiredSignatures &&
    messageError(message, version) === undefined
  );
}

/** The block that a transaction would go into, with the accounts before it. */
export interface TargetBlock {
  readonly protocol: Protocol;
  readonly slot: bigint;
  account(address: Address): Account | undefined;
}

export function versionError(
  { transactionConfig }: Message,
  { protocol, slot }: Pick<TargetBlock, 'protocol' | 'slot'>,
): TransactionError | undefined {
  const isAccepted = transactionConfig === undefined || acceptsV1(protocol, slot);
  return isAccepted ? undefined : 'UnsupportedVersion';
}

/** @param keys every account of a transaction */
export function locksError(keys: readonly Address[], block: TargetBlock): TransactionError | undefined {
  if (keys.length > MAX_LOCKS && keys.length > maxLocks(block)) return 'TooManyAccountLocks';
  return new Set(keys).size < keys.length ? 'AccountLoadedTwice' : undefined;
}

export function maxLocks(block: TargetBlock): number {
  const hasMore =
    isActive(block.protocol.gates.locks128, block.slot) || activationSlot(MORE_LOCKS, block) !== undefined;
  return hasMore ? MAX_MORE_LOCKS : MAX_LOCKS;
}

/** Whether an account signs the first instruction, which advances the nonce that the transaction lives by. */
export function signsNonceAdvance(
  authority: Address,
  { isSigner, keys, message }: Pick<RunnableTransaction, 'isSigner' | 'keys' | 'message'>,
): boolean {
  return message.instructions[0]!.accounts.some((index) => isSigner(index) && keys[index] === authority);
}

/**
 * The reason why an account cannot pay a fee; undefined: it can.
 *
 * @param fee lamports
 * Source   agave 4.1 svm account_loader.rs validate_fee_payer
 */
export function payerError(
  payer: Account | undefined,
  fee: bigint,
  rules: RentRules & { readonly protocol: Protocol },
): TransactionError | undefined {
  if (payer === undefined || payer.lamports === 0n) return rules.protocol.version.missingPayer;
  const isWallet = payer.data.length === 0;
  if (payer.owner !== SYSTEM_PROGRAM || !(isWallet || isNonceData(payer.data))) return 'InvalidAccountForFee';
  const reserve = isWallet ? 0n : rules.minimumBalance(NONCE_BYTES);
  if (payer.lamports < reserve + fee) return 'InsufficientFundsForFee';
  const after = { ...payer, lamports: payer.lamports - fee };
  return isRentTransitionAllowed(payer.address, payer, after, rules)
    ? undefined
    : { InsufficientFundsForRent: { account_index: 0 } };
}
