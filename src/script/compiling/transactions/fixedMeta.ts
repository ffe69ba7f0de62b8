import type { Address } from '../../../model/address.ts';
import { messageFee } from '../../../model/messageFee.ts';
import type { InnerInstructions, TransactionError, TransactionMeta } from '../../../model/meta.ts';
import { fullAccountKeys, type Message } from '../../../model/transaction.ts';
import { type Call, runtimeLogs } from '../../../runtime/logs.ts';
import type { TransactionWord } from '../../format/types.ts';
import type { Names } from '../names/names.ts';
import type { InnerGroup } from './buildInstructions.ts';
import { type CompiledMessage, compileInstruction, indexesOf } from './compileMessage.ts';

/** What the copies of a transaction have in common. */
export type FixedMeta = Omit<
  TransactionMeta,
  'preBalances' | 'postBalances' | 'preTokenBalances' | 'postTokenBalances'
>;

/** Undefined: something is wrong, and was reported. */
export function fixedMeta(
  { outcome }: TransactionWord,
  groups: readonly InnerGroup[],
  { message, loaded }: CompiledMessage,
  names: Names,
): FixedMeta | undefined {
  const inner = compileInner(groups, fullAccountKeys(message, loaded), names);
  const err: TransactionError | null = outcome.err?.value ?? null;
  const program = names.resolve(outcome.returnData?.program);
  if (inner === undefined || (outcome.returnData !== undefined && program === undefined)) return undefined;
  return {
    err,
    fee: outcome.fee ?? messageFee(message) + (message.transactionConfig?.priorityFee ?? 0n),
    innerInstructions: inner,
    logMessages: outcome.logs ?? runtimeLogs(callsOf(message, groups), err),
    rewards: [],
    loadedAddresses: loaded,
    ...(program && { returnData: { programId: program, data: outcome.returnData!.data } }),
    ...(outcome.computeUnits !== undefined && { computeUnitsConsumed: outcome.computeUnits }),
  };
}

function callsOf({ instructions, accountKeys }: Message, groups: readonly InnerGroup[]): readonly Call[] {
  return instructions.map(({ programIdIndex }, i) => ({
    program: accountKeys[programIdIndex]!,
    inner: groups.find(({ index }) => index === i)?.instructions.map(({ built }) => built.program) ?? [],
  }));
}

/** A program that is called can only be given accounts that the transaction names. */
function compileInner(
  groups: readonly InnerGroup[],
  keys: readonly Address[],
  names: Names,
): readonly InnerInstructions[] | undefined {
  const indexes = indexesOf(keys);
  let isGood = true;
  for (const { index, instructions } of groups) {
    for (const { built, at } of instructions) {
      const missing = [built.program, ...built.accounts.map(({ address }) => address)].find((key) => !indexes.has(key));
      if (missing === undefined) continue;
      at.refuse(
        `${names.show(missing)} is no account of this transaction`,
        `give it to instruction ${index}, which calls this one`,
      );
      isGood = false;
    }
  }
  if (!isGood) return undefined;
  return groups.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(({ built }) => ({ ...compileInstruction(built, indexes), stackHeight: 2 })),
  }));
}
