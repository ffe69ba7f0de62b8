import { type CompiledMessage, compileInstruction, indexesOf } from '../../../runtime/compileMessage.ts';
import type { DecidedOutcome } from '../../../runtime/loadedTransaction.ts';
import { type Call, type ProgramLines, runtimeLogs } from '../../../runtime/logs.ts';
import type { Names } from '../../../runtime/names/names.ts';
import type { InnerCall } from '../../../runtime/sendRule.ts';
import type { Account } from '../../../solana/account.ts';
import type { Address } from '../../../solana/address.ts';
import { isFeesOnlyError } from '../../../solana/errorEffects.ts';
import type { InnerInstructions, ReturnData } from '../../../solana/meta.ts';
import { fullAccountKeys, type Message } from '../../../solana/transaction.ts';
import type { TransactionNode } from '../../format/transactions.ts';
import type { BuiltInstructions, InnerGroup } from './buildInstructions.ts';
import { namedOutcome } from './namedOutcome.ts';

/** The accounts that a script sets after a transaction. */
export interface AccountsAfter {
  /** lamports */
  readonly balances: ReadonlyMap<Address, bigint>;
  /** closed ones have no lamports */
  readonly accounts: readonly Account[];
}

/** The outcome that a script decides. Undefined: a mistake, which was reported. */
export function scriptedOutcome(
  { outcome }: TransactionNode,
  { inner: groups, outer }: BuiltInstructions,
  { message, loaded }: CompiledMessage,
  { accounts, balances }: AccountsAfter,
  names: Names,
): DecidedOutcome | undefined {
  const inner = compileInner(groups, fullAccountKeys(message, loaded), names);
  const program = names.resolve(outcome.returnData?.program);
  if (inner === undefined || (outcome.returnData !== undefined && program === undefined)) return undefined;
  const named = namedOutcome(outcome, outer, names);
  if (named === undefined) return undefined;
  const { err, lines } = named;
  const withoutEffect = new Set(outer.flatMap(({ built }, index) => (built.hasNoEffect ? [index] : [])));
  const script = { names, withoutEffect, balances };
  const returnData: ReturnData | undefined = program && { programId: program, data: outcome.returnData!.data };
  const { computeUnits: units, logs } = outcome;
  const results = { ...(returnData && { returnData }), ...(units !== undefined && { units }) };
  if (outcome.neverRan !== undefined) return { kind: 'neverRan', err: outcome.neverRan.value, script };
  if (err === null) {
    const calls = groups.map(({ index, instructions }) => ({ index, instructions: instructions.map(callOf) }));
    const additions = { ...results, ...(logs && { logs }), lines, inner: calls, accounts };
    return { kind: 'succeeded', additions, script };
  }
  if (isFeesOnlyError(err) && logs === undefined && units === undefined) return { kind: 'feesOnly', err, script };
  return {
    kind: 'failed',
    err,
    ...results,
    logs: logs ?? runtimeLogs(callsOf(message, groups, lines), err),
    inner,
    script,
  };
}

function callOf({ built }: InnerGroup['instructions'][number]): InnerCall {
  return built;
}

function callsOf(
  { instructions, accountKeys }: Message,
  groups: readonly InnerGroup[],
  lines: ProgramLines,
): readonly Call[] {
  return instructions.map(({ programIdIndex }, i) => ({
    program: accountKeys[programIdIndex]!,
    inner: groups.find(({ index }) => index === i)?.instructions.map(({ built }) => built) ?? [],
    lines: lines.get(i),
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
        `${names.show(missing)} is not an account of this transaction`,
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
