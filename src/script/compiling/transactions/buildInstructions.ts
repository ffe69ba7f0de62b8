import type { Changes } from '../../../runtime/accounts/changes.ts';
import { type CallSite, noResults } from '../../../runtime/invocation.ts';
import { invoke } from '../../../runtime/invoke.ts';
import { reportErrors, succeeds } from '../../../runtime/names/reporting.ts';
import { isMemoProgram } from '../../../solana/address.ts';
import { NO_REPORTS, type Place } from '../../../syntax/values.ts';
import type { InstructionNode, KnownInstructionNode } from '../../format/instructions.ts';
import type { TransactionNode } from '../../format/transactions.ts';
import { INSTRUCTIONS } from '../../instructions/index.ts';
import { buildProgramInstruction } from '../../instructions/programInstruction.ts';
import type { BuildContext, BuiltInstruction, ScriptInstruction } from '../../instructions/scriptInstruction.ts';
import { missingInstructionText } from './missingParts.ts';

/** An instruction and its place in the script. */
export interface PlacedInstruction {
  readonly built: BuiltInstruction;
  readonly at: Place;
  readonly site: CallSite;
}

/** The inner instructions of an instruction, with its index. */
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
  { instructions, outcome }: TransactionNode,
  context: TransactionContext,
): BuiltInstructions | undefined {
  const outer: PlacedInstruction[] = [];
  const inner: InnerGroup[] = [];
  const groups = outcome.inner.toSorted((a, b) => a.index - b.index);
  for (const node of instructions) {
    const built = buildInstruction(node, { ...context, site: siteAfter(outer.at(-1), false) });
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
  return areIndexesRight(groups, outer.length) ? { outer, inner } : undefined;
}

type GroupNode = TransactionNode['outcome']['inner'][number];

function buildGroup({ index, at, instructions }: GroupNode, context: TransactionContext): InnerGroup | undefined {
  const built: PlacedInstruction[] = [];
  for (const node of instructions) {
    const placed = buildInstruction(node, { ...context, site: siteAfter(built.at(-1), true) });
    if (placed === undefined || !placed.every((instruction) => rehearse(instruction, context))) return undefined;
    built.push(...placed);
  }
  return { index, at, instructions: built };
}

function siteAfter(before: PlacedInstruction | undefined, isCalled: boolean): BuildContext['site'] {
  return { isCalled, followsMemo: before !== undefined && isMemoProgram(before.built.program) };
}

function areIndexesRight(groups: readonly GroupNode[], count: number): boolean {
  let areValid = true;
  groups.forEach(({ index, at }, i) => {
    if (index === groups[i - 1]?.index) areValid = at.refuse(`duplicate instruction ${index}`) ?? false;
    else if (index >= count) areValid = at.refuse(missingInstructionText(index, count)) ?? false;
  });
  return areValid;
}

/** The instructions of a syntax node. Undefined: a mistake was reported. */
export function buildInstruction(
  node: InstructionNode,
  context: BuildContext,
): readonly PlacedInstruction[] | undefined {
  const { at } = node;
  return reportErrors(at, () => {
    const built = node.name === 'ofProgram' ? buildProgramInstruction(node, context) : build(node, context);
    return built && [built].flat().map((instruction) => ({ built: instruction, at, site: context.site }));
  });
}

function build({ name, arguments: args }: KnownInstructionNode, context: BuildContext) {
  // the arguments are those of this name
  return (INSTRUCTIONS[name] as ScriptInstruction<typeof args>).build(args, context);
}

/** Applies the effect of an instruction on accounts; if that is impossible, it is reported and the result is false. */
function applyEffect({ built, at, site }: PlacedInstruction, accounts: Changes): boolean {
  return succeeds(at, () => {
    if (!built.hasNoEffect) invoke(built, accounts, noResults(), { site });
  });
}

/** Rehearses an instruction; in a transaction that is expected to fail, an impossible effect is not a mistake. */
function rehearse(placed: PlacedInstruction, { accounts, isFailing }: TransactionContext): boolean {
  return applyEffect(isFailing ? { ...placed, at: NO_REPORTS } : placed, accounts) || isFailing;
}
