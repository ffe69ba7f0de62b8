import { nearest } from '../../../codec/nearest.ts';
import { isMemoProgram } from '../../../model/address.ts';
import type { Changes } from '../../../runtime/accounts/accounts.ts';
import type { CallSite } from '../../../runtime/instruction.ts';
import { newTrace } from '../../../runtime/invocation.ts';
import { invoke } from '../../../runtime/invoke.ts';
import type { InstructionWord, Place, TransactionWord } from '../../format/types.ts';
import type { BuildContext, BuiltInstruction } from '../instructions/builder.ts';
import { INSTRUCTIONS } from '../instructions/index.ts';
import { NO_REPORTS, reporting, succeeds } from '../scriptError.ts';

/** An instruction and its place in the script. */
export interface PlacedInstruction {
  readonly built: BuiltInstruction;
  readonly at: Place;
  readonly site: CallSite;
}

/** What an instruction of a transaction calls, by the index of that instruction. */
export interface InnerGroup {
  readonly index: number;
  readonly instructions: readonly PlacedInstruction[];
  readonly at: Place;
}

export interface BuiltInstructions {
  readonly outer: readonly PlacedInstruction[];
  /** ascending by index */
  readonly inner: readonly InnerGroup[];
}

export interface TransactionContext extends Omit<BuildContext, 'site'> {
  readonly isFailing: boolean;
}

/**
 * Builds the instructions of a transaction in order, so that each sees what those before it have done to `accounts`.
 * Undefined: there is a mistake, which was reported.
 */
export function buildInstructions(
  { instructions, outcome }: TransactionWord,
  context: TransactionContext,
): BuiltInstructions | undefined {
  const outer: PlacedInstruction[] = [];
  const inner: InnerGroup[] = [];
  const groups = outcome.inner.toSorted((a, b) => a.index - b.index);
  for (const word of instructions) {
    const built = buildWord(word, { ...context, site: siteAfter(outer.at(-1), false) });
    if (built === undefined) return undefined;
    for (const instruction of built) {
      if (!rehearse(instruction, context)) return undefined;
      const group = groups.find(({ index }) => index === outer.length);
      outer.push(instruction);
      if (group === undefined) continue;
      const called = buildGroup(group, context);
      if (called === undefined) return undefined;
      inner.push(called);
    }
  }
  return areInRange(groups, outer.length) ? { outer, inner } : undefined;
}

type GroupWord = TransactionWord['outcome']['inner'][number];

function buildGroup({ index, at, instructions }: GroupWord, context: TransactionContext): InnerGroup | undefined {
  const built: PlacedInstruction[] = [];
  for (const word of instructions) {
    const placed = buildWord(word, { ...context, site: siteAfter(built.at(-1), true) });
    if (placed === undefined || !placed.every((instruction) => rehearse(instruction, context))) return undefined;
    built.push(...placed);
  }
  return { index, at, instructions: built };
}

function siteAfter(before: PlacedInstruction | undefined, isCalled: boolean): BuildContext['site'] {
  return { isCalled, followsMemo: before !== undefined && isMemoProgram(before.built.program) };
}

function areInRange(groups: readonly GroupWord[], count: number): boolean {
  let good = true;
  groups.forEach(({ index, at }, i) => {
    if (index === groups[i - 1]?.index) good = at.refuse(`duplicate instruction ${index}`) ?? false;
    else if (index >= count) good = at.refuse(`there is no instruction ${index}: there are ${count}`) ?? false;
  });
  return good;
}

/** The instructions that a word stands for. Undefined: there is a mistake, which was reported. */
export function buildWord(word: InstructionWord, context: BuildContext): readonly PlacedInstruction[] | undefined {
  const { name, at } = word;
  const builder = Object.hasOwn(INSTRUCTIONS, name) ? INSTRUCTIONS[name] : undefined;
  if (builder === undefined) return refuseUnknown(word);
  return reporting(at, () => {
    const built = builder(word.arguments, context);
    word.arguments.finish();
    return built && [built].flat().map((instruction) => ({ built: instruction, at, site: context.site }));
  });
}

function refuseUnknown({ name, at }: InstructionWord): undefined {
  const words = Object.keys(INSTRUCTIONS);
  const similar = nearest(name, words);
  return at.refuse(
    `there is no instruction ${JSON.stringify(name)}`,
    similar === undefined ? `there are ${words.join(', ')}` : `did you mean ${JSON.stringify(similar)}?`,
  );
}

/** Applies the effect of an instruction on accounts; if that is impossible, it is reported and the result is false. */
export function applyEffect({ built, at, site }: PlacedInstruction, accounts: Changes): boolean {
  return succeeds(at, () => {
    if (!built.hasNoEffect) invoke(built, accounts, newTrace(), { site });
  });
}

/** The same, but in a transaction that is expected to fail an impossible effect is no mistake. */
function rehearse(placed: PlacedInstruction, { accounts, isFailing }: TransactionContext): boolean {
  return applyEffect(isFailing ? { ...placed, at: NO_REPORTS } : placed, accounts) || isFailing;
}
