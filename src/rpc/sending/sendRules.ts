import { isJsonObject } from '../../codec/jsonText.ts';
import { utf8Text } from '../../codec/text.ts';
import type { CountedRule, SendQueue } from '../../live/sends.ts';
import { isPrecompile } from '../../runtime/precompiles.ts';
import type { SendMatch, SendOutcome } from '../../runtime/sendRule.ts';
import {
  type Address,
  COMPUTE_BUDGET_PROGRAM,
  isAnyMemoProgram,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
} from '../../solana/address.ts';
import { PARSERS } from '../../solana/programs/index.ts';
import type { CompiledInstruction } from '../../solana/transaction.ts';
import type { ResolvedTransaction } from './sanitizeSent.ts';

/** What rules look at of a transaction that is sent. */
export type MatchedSend = Pick<ResolvedTransaction, 'keys' | 'message' | 'signatures'>;

/** Whether all given members match a transaction; the caller counts `nth`. */
export function fits(match: SendMatch, { keys, message, signatures }: MatchedSend): boolean {
  const { account, feePayer, instruction, memo, program, signature } = match;
  const { instructions } = message;
  const programOf = ({ programIdIndex }: CompiledInstruction) => keys[programIdIndex];
  if (signature !== undefined && signatures[0] !== signature) return false;
  if (account !== undefined && !keys.includes(account)) return false;
  if (feePayer !== undefined && keys[0] !== feePayer) return false;
  if (program !== undefined && !instructions.some((called) => programOf(called) === program)) return false;
  if (instruction !== undefined && !instructions.some((called) => nameOf(called, keys) === instruction)) return false;
  return (
    memo === undefined || instructions.some((called) => isAnyMemoProgram(programOf(called)) && hasText(called, memo))
  );
}

function nameOf({ accounts, data, programIdIndex }: CompiledInstruction, keys: readonly Address[]): string | undefined {
  const called = keys[programIdIndex];
  if (called === undefined) return undefined;
  // to rules, all memo programs are one
  const programId = isAnyMemoProgram(called) ? MEMO_PROGRAM : called;
  return instructionName({ programId, accounts: Array.from(accounts, (index) => keys[index]!), data });
}

/** Program and type as jsonParsed names them; a memo is text, which has no type. Undefined: it is not parsed. */
export function instructionName(instruction: Parameters<typeof PARSERS.parseInstruction>[0]): string | undefined {
  const result = PARSERS.parseInstruction(instruction);
  if (result === undefined) return undefined;
  const { parsed, program } = result;
  return isJsonObject(parsed) ? `${program} ${parsed.type}` : program;
}

function hasText({ data }: CompiledInstruction, memo: string): boolean {
  return utf8Text(data)?.includes(memo) ?? false;
}

/**
 * The first rule that fits a transaction, and the counts after it. Each rule counts the sends that fit it on its own, also those
 * that an earlier rule decides: so that the rules for the second and for the third send are independent of each other.
 */
export function chooseRule(sends: SendQueue, sent: MatchedSend) {
  const counted = sends.rules.map((rule) => (fits(rule.rule.match, sent) ? { ...rule, fits: rule.fits + 1 } : rule));
  const index = counted.findIndex((rule, i) => rule !== sends.rules[i] && decides(rule));
  const found = counted[index];
  if (found === undefined) return { rule: undefined, sends: { ...sends, rules: counted } };
  const rule: CountedRule = { ...found, hits: found.hits + 1 };
  return { rule, sends: { ...sends, rules: counted.with(index, rule) } };
}

/** The rule that would decide if the transaction were sent now, with its counts as they are: for simulations, which do not count. */
export function peekRule(sends: SendQueue, sent: MatchedSend): CountedRule | undefined {
  return sends.rules.find((rule) => decides({ ...rule, fits: rule.fits + 1 }) && fits(rule.rule.match, sent));
}

/** @param counted with the send that is looked at */
function decides({ fits: nth, hits, rule }: CountedRule): boolean {
  if (rule.times !== undefined && hits >= rule.times) return false;
  return rule.match.nth === undefined || rule.match.nth === nth;
}

/**
 * The outcome of a transaction by its rule. A success replaces the program that the rule names; without one it decides every
 * unknown effect.
 */
export function outcomeOf(rule: CountedRule | undefined): SendOutcome {
  if (rule === undefined) return { kind: 'succeed' };
  const { match, then } = rule.rule;
  if (then.kind !== 'succeed') return then;
  const { program } = match;
  return { ...then, standsFor: program === undefined || isPartOfRuntime(program) ? 'unknown' : program };
}

/** No other program can be in their place, neither here nor in a virtual machine. */
function isPartOfRuntime(program: Address): boolean {
  return program === SYSTEM_PROGRAM || program === COMPUTE_BUDGET_PROGRAM || isPrecompile(program);
}
