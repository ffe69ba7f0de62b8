import { containsJson } from '../../codec/compareJson.ts';
import { isJsonObject, type JsonObject, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { utf8Text } from '../../codec/text.ts';
import { type KnownTokens, NO_TOKENS } from '../../runtime/accounts/knownTokens.ts';
import type { NamedInstruction, SendMatch } from '../../runtime/sendRule.ts';
import { type Address, isAnyMemoProgram, MEMO_PROGRAM } from '../../solana/address.ts';
import { type DescribableInstruction, describeInstruction, instructionIn } from '../../solana/idl/describe.ts';
import { parseForReaders } from '../../solana/programs/parsers.ts';
import type { ResolvedTransaction } from './sanitizeSent.ts';
import { matchesTransfers } from './transferMatch.ts';
import { type Transfer, transfersOf } from './transfers.ts';

/**
 * The facts of a sent transaction that rules and tests match.
 * @module
 */

export interface MatchedSend extends Pick<ResolvedTransaction, 'keys' | 'message' | 'signatures'> {
  /** the token accounts that it names, when it is sent; undefined: none is known */
  readonly tokens?: KnownTokens | undefined;
}

/** The instructions of the message, with their accounts by address. */
export function instructionsIn({ keys, message }: MatchedSend): readonly DescribableInstruction[] {
  return message.instructions.map(({ accounts, data, programIdIndex }) => ({
    programId: keys[programIdIndex]!,
    accounts: Array.from(accounts, (index) => keys[index]!),
    data,
  }));
}

/** Whether an instruction of the message calls a program; calls by programs do not count. */
export function callsProgram(program: Address, { keys, message }: MatchedSend): boolean {
  return message.instructions.some(({ programIdIndex }) => keys[programIdIndex] === program);
}

/** Members that are matched one by one: `args` belong to the instruction, and the counter of sends compares `nth`. */
export type MatchMember = Exclude<keyof SendMatch, 'args' | 'nth'>;

type Check<Name extends MatchMember> = (
  expected: NonNullable<SendMatch[Name]>,
  sent: MatchedSend,
  args: SendMatch['args'],
) => boolean;

const CHECKS: { readonly [Name in MatchMember]: Check<Name> } = {
  signature: (signature, { signatures }) => signatures[0] === signature,
  account: (account, { keys }) => keys.includes(account),
  feePayer: (payer, { keys }) => keys[0] === payer,
  program: callsProgram,
  instruction: (named, sent, args) =>
    instructionsIn(sent).some((read) => isInstruction(read, named) && hasArguments(read, named, args, sent)),
  transfers: (transfers, sent) => matchesTransfers(transfers, transfersIn(sent)),
  memo: (memo, sent) =>
    instructionsIn(sent).some(({ data, programId }) => isAnyMemoProgram(programId) && hasText(data, memo)),
};

// `Object.keys` does not know the type of the names
const MEMBERS = Object.keys(CHECKS) as readonly MatchMember[];

/** Whether all given members match a transaction; the caller counts `nth`. */
export function matchesSend(match: SendMatch, sent: MatchedSend): boolean {
  return MEMBERS.every((name) => matchesMember(name, match, sent));
}

/** The given members that do not match a transaction. */
export function unmetMembers(match: SendMatch, sent: MatchedSend): readonly MatchMember[] {
  return MEMBERS.filter((name) => !matchesMember(name, match, sent));
}

function matchesMember<Name extends MatchMember>(name: Name, match: SendMatch, sent: MatchedSend): boolean {
  const expected: SendMatch[Name] = match[name];
  // a defined member has the type that its check takes
  return expected === undefined || CHECKS[name](expected as NonNullable<SendMatch[Name]>, sent, match.args);
}

const transferCache = new WeakMap<MatchedSend, readonly Transfer[]>();

/** The transfers of a transaction by the instructions of its message. */
export function transfersIn(sent: MatchedSend): readonly Transfer[] {
  const transfers = transferCache.get(sent) ?? transfersOf(instructionsIn(sent), sent.tokens ?? NO_TOKENS);
  transferCache.set(sent, transfers);
  return transfers;
}

/** Whether an instruction is the one that is named, whatever its arguments. */
export function isInstruction(read: DescribableInstruction, named: NamedInstruction | string): boolean {
  if (typeof named === 'string') return nameOf(read) === named;
  return read.programId === named.program.address && instructionIn(read.data, named.program.idl) === named.instruction;
}

/** The arguments of an instruction; undefined: its data does not fit the IDL, or it is a memo. */
export function argumentsOf(
  read: DescribableInstruction,
  named: NamedInstruction | string,
  { tokens = NO_TOKENS }: MatchedSend,
): JsonObject | undefined {
  return typeof named === 'string' ? infoOf(read, tokens) : describeInstruction(read, [named.program])?.args;
}

/** The `info` of jsonParsed, and the mint of an instruction that does not name it. */
function infoOf(read: DescribableInstruction, { accounts }: KnownTokens): JsonObject | undefined {
  const { parsed = null } = parseForReaders(read) ?? {};
  if (!isJsonObject(parsed) || !isJsonObject(parsed.info)) return undefined;
  const { info } = parsed;
  const mint = TOKEN_ACCOUNT_MEMBERS.map((name) => accounts.get(info[name] as Address)?.mint).find(
    (mint) => mint !== undefined,
  );
  // parsed again, an integer is a number or a bigint by its size, as in the match: `containsJson` compares with `===`
  return parseJson(stringifyJson({ ...(mint !== undefined && { mint }), ...info })) as JsonObject;
}

/** Members of jsonParsed that can be token accounts. */
const TOKEN_ACCOUNT_MEMBERS = ['source', 'account', 'destination'];

function hasArguments(
  read: DescribableInstruction,
  named: NamedInstruction | string,
  args: SendMatch['args'],
  sent: MatchedSend,
): boolean {
  return args === undefined || containsJson(argumentsOf(read, named, sent), args);
}

function nameOf(read: DescribableInstruction): string | undefined {
  // to rules, all memo programs are one
  return instructionName(isAnyMemoProgram(read.programId) ? { ...read, programId: MEMO_PROGRAM } : read);
}

/** Program and type as jsonParsed names them; a memo is text, which has no type. Undefined: it is not parsed. */
export function instructionName(instruction: Parameters<typeof parseForReaders>[0]): string | undefined {
  const result = parseForReaders(instruction);
  if (result === undefined) return undefined;
  const { parsed, program } = result;
  return isJsonObject(parsed) ? `${program} ${parsed.type}` : program;
}

function hasText(data: Uint8Array, memo: string): boolean {
  return utf8Text(data)?.includes(memo) ?? false;
}
