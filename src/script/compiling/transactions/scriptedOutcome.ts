import type { CompiledMessage } from '../../../runtime/compileMessage.ts';
import { groupLines } from '../../../runtime/logs.ts';
import { eventCall, namedIndex } from '../../../runtime/namedResults.ts';
import type { Names } from '../../../runtime/names/names.ts';
import type {
  InnerCall,
  NamedEvent,
  NamedFailure,
  Outcome,
  ProgramAndInstruction,
  Results,
} from '../../../runtime/outcome.ts';
import type { Account } from '../../../solana/account.ts';
import type { Address } from '../../../solana/address.ts';
import { isFeesOnlyError } from '../../../solana/errorEffects.ts';
import { fullAccountKeys } from '../../../solana/transaction.ts';
import { presentOf } from '../../../syntax/members.ts';
import type { Place } from '../../../syntax/values.ts';
import type { OutcomeNode, TransactionNode } from '../../format/transactions.ts';
import { eventOf, failureOf, noOriginText } from '../writtenResults.ts';
import type { BuiltInstructions, InnerGroup, PlacedInstruction } from './buildInstructions.ts';
import { missingAccountText, missingInstructionText } from './missingParts.ts';

/** The balances and accounts that a script gives after a transaction. */
export interface StateAfter {
  /** lamports */
  readonly balances: ReadonlyMap<Address, bigint>;
  /** closed ones have no lamports */
  readonly accounts: readonly Account[];
}

/** The outcome that a script decides. Undefined: a mistake, which was reported. */
export function scriptedOutcome(
  { outcome }: TransactionNode,
  built: BuiltInstructions,
  { message, loaded }: CompiledMessage,
  { accounts, balances }: StateAfter,
  names: Names,
): Outcome | undefined {
  const results = resultsOf(outcome, built, fullAccountKeys(message, loaded), names);
  if (results === undefined) return undefined;
  const withoutEffect = new Set(built.outer.flatMap((placed, index) => (placed.built.hasNoEffect ? [index] : [])));
  const script = { names, withoutEffect, balances };
  if (outcome.neverRan !== undefined) return { kind: 'neverRan', err: outcome.neverRan.value, script };
  if (outcome.err === undefined) return { kind: 'succeed', additions: { ...results, accounts }, script };
  const { at, value } = outcome.err;
  const failure = failureOf(value, names);
  if (failure === undefined) return undefined;
  const errorAt = value.kind === 'named' ? value.error.at : at;
  if (failure.kind === 'failByName' && !hasInstruction(failure, built.outer, errorAt)) return undefined;
  if (failure.kind === 'failByName' && !hasRightOrigin(failure, errorAt)) return undefined;
  const { logs, units } = results;
  if (failure.kind === 'fail' && isFeesOnlyError(failure.err) && logs === undefined && units === undefined)
    return { kind: 'feesOnly', err: failure.err, script };
  return { ...failure, ...results, script };
}

/** The results that are given of a transaction, whether it fails or not. */
function resultsOf(
  { computeUnits: units, emits, logs, returnData }: OutcomeNode,
  { inner, outer }: BuiltInstructions,
  keys: readonly Address[],
  names: Names,
): Results | undefined {
  const isGood = canAllBeCalled(inner, keys, names);
  const programId = names.resolve(returnData?.program);
  if (!isGood || (returnData !== undefined && programId === undefined)) return undefined;
  const events = eventsOf(emits, outer, keys, names);
  return (
    events && {
      lines: groupLines(outer.map(({ built: { lines: before = [] } }, index) => [index, { before }])),
      events,
      inner: inner.map(({ index, instructions }) => ({
        index,
        instructions: instructions.map(({ built: call }) => call),
      })),
      ...presentOf({ logs, units, returnData: programId && { programId, data: returnData!.data } }),
    }
  );
}

function eventsOf(
  emits: OutcomeNode['emits'],
  outer: readonly PlacedInstruction[],
  keys: readonly Address[],
  names: Names,
): readonly NamedEvent[] | undefined {
  const events = emits.map((node) => {
    const event = eventOf(node, names);
    if (event === undefined || !hasInstruction(event, outer, node.event)) return undefined;
    const index = namedIndex(event, programsOf(outer));
    return !event.isCpi || canBeCalled(eventCall(event), { index, at: node.event }, keys, names) ? event : undefined;
  });
  const complete = events.filter((event) => event !== undefined);
  return complete.length < events.length ? undefined : complete;
}

/** Whether the log of the error has a line for its origin, if one is given; if not, that is reported. */
function hasRightOrigin({ origin, program }: NamedFailure, at: Place): boolean {
  if (program.idl.framework !== undefined || (origin.account ?? origin.source) === undefined) return true;
  at.refuse(noOriginText(program), 'leave out `account` and `source`, or give the `logs`');
  return false;
}

/** Whether the transaction has the instruction that is meant; if not, that is reported. */
function hasInstruction(named: ProgramAndInstruction, outer: readonly PlacedInstruction[], at: Place): boolean {
  if (outer[namedIndex(named, programsOf(outer))] !== undefined) return true;
  const { instruction, program } = named;
  if (instruction === undefined)
    at.refuse(
      `no instruction of this transaction calls ${program.name}`,
      'give the index of the `instruction` that calls it',
    );
  else at.refuse(missingInstructionText(instruction, outer.length));
  return false;
}

function programsOf(outer: readonly PlacedInstruction[]): readonly Address[] {
  return outer.map(({ built }) => built.program);
}

function canAllBeCalled(groups: readonly InnerGroup[], keys: readonly Address[], names: Names): boolean {
  const calls = groups.flatMap(({ index, instructions }) => instructions.map((call) => ({ ...call, index })));
  return calls.map((call) => canBeCalled(call.built, call, keys, names)).every(Boolean);
}

/** Whether a program that is called gets only accounts that the transaction names; if not, that is reported. */
function canBeCalled(
  { accounts, program }: InnerCall,
  { at, index }: { readonly at: Place; readonly index: number },
  keys: readonly Address[],
  names: Names,
): boolean {
  const missing = [program, ...accounts.map(({ address }) => address)].find((key) => !keys.includes(key));
  if (missing === undefined) return true;
  at.refuse(missingAccountText(names, missing), `give it to instruction ${index}, which calls this one`);
  return false;
}
