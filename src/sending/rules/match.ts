import { isJsonObject } from '../../codec/json.ts';
import { utf8Text } from '../../codec/utf8.ts';
import { type Address, isMemoProgram, MEMO_PROGRAM, MEMO_V4_PROGRAM } from '../../model/address.ts';
import type { SendMatch } from '../../model/sendRule.ts';
import type { SentTransaction } from '../../model/sentTransaction.ts';
import type { CompiledInstruction } from '../../model/transaction.ts';
import type { ParserSet } from '../../programs/parsed.ts';

/** What rules look at of a transaction that is sent. */
export interface MatchedSend {
  readonly transaction: Pick<SentTransaction, 'message' | 'signatures'>;
  /** in index order, those that lookup tables load included */
  readonly keys: readonly Address[];
}

/** Whether everything that a match gives is true of a transaction; `nth` is left to the one who counts. */
export function fits(match: SendMatch, { keys, transaction }: MatchedSend, parsers: ParserSet): boolean {
  const { account, feePayer, instruction, memo, program, signature } = match;
  const { instructions } = transaction.message;
  const programOf = ({ programIdIndex }: CompiledInstruction) => keys[programIdIndex];
  if (signature !== undefined && transaction.signatures[0] !== signature) return false;
  if (account !== undefined && !keys.includes(account)) return false;
  if (feePayer !== undefined && keys[0] !== feePayer) return false;
  if (program !== undefined && !instructions.some((called) => programOf(called) === program)) return false;
  if (instruction !== undefined && !instructions.some((called) => nameOf(called, keys, parsers) === instruction))
    return false;
  return memo === undefined || instructions.some((called) => isMemo(programOf(called)) && hasText(called, memo));
}

function nameOf(
  { accounts, data, programIdIndex }: CompiledInstruction,
  keys: readonly Address[],
  parsers: ParserSet,
): string | undefined {
  const called = keys[programIdIndex];
  if (called === undefined) return undefined;
  // to rules, all memo programs are one
  const programId = isMemo(called) ? MEMO_PROGRAM : called;
  return instructionName({ programId, accounts: Array.from(accounts, (index) => keys[index]!), data }, parsers);
}

/** Program and type as jsonParsed names them; undefined: it is not parsed. */
export function instructionName(
  instruction: Parameters<ParserSet['parseInstruction']>[0],
  parsers: ParserSet,
): string | undefined {
  const result = parsers.parseInstruction(instruction);
  return result && parsedName(result);
}

/** A memo is text, which has no type. */
function parsedName({ parsed, program }: NonNullable<ReturnType<ParserSet['parseInstruction']>>): string {
  return isJsonObject(parsed) ? `${program} ${parsed.type}` : program;
}

function isMemo(program: Address | undefined): boolean {
  return isMemoProgram(program) || program === MEMO_V4_PROGRAM;
}

function hasText({ data }: CompiledInstruction, memo: string): boolean {
  return utf8Text(data)?.includes(memo) ?? false;
}
