import type { JsonObject } from '../../codec/jsonText.ts';
import { didYouMean, suggest } from '../../codec/suggest.ts';
import { expectedFields } from '../../idl/fieldBytes.ts';
import { type IdlPrograms, instructionNamed } from '../../runtime/names/programNames.ts';
import type { NamedInstruction, SendMatch } from '../../runtime/sendRule.ts';
import { SEND_MATCH_MEMBERS, sendMatchRule } from '../../script/ledgerJson/sendMatchRule.ts';
import { instructionTypes } from '../../solana/instructionExamples.ts';
import { PROGRAM_NAMES } from '../../solana/programs/parsers.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf } from '../../syntax/members.ts';
import { isQualified } from '../../syntax/qualifiedName.ts';
import { readParts } from '../../syntax/syntax.ts';
import { integerAt } from './matchedAmount.ts';
import { readParsedArguments } from './parsedArguments.ts';
import { readTransfers } from './parseTransferMatch.ts';
import { knownAddress, type RuleContext, withRuleContext } from './ruleContext.ts';

/**
 * The match of a send rule: the sent transactions that it is for.
 * @module
 */

/** A match; without members it is for every transaction. */
export const sendMatch = withRuleContext(readSendMatch, sendMatchRule);

function readSendMatch(at: Cursor, ruleContext: RuleContext): SendMatch | undefined {
  const read = readParts(at, SEND_MATCH_MEMBERS);
  if (read === undefined) return undefined;
  const { account, args, feePayer, instruction, program, transfers, ...others } = read;
  const { programs } = ruleContext.names;
  const named = instruction === undefined ? undefined : readInstruction(at.member('instruction'), programs);
  return presentOf({
    ...others,
    account: knownAddress(ruleContext, account),
    feePayer: knownAddress(ruleContext, feePayer),
    program: knownAddress(ruleContext, program),
    instruction: named,
    args: args && readArgs(args, named, at, ruleContext),
    transfers: transfers && readTransfers(transfers, ruleContext),
  });
}

function readArgs(
  args: Cursor,
  named: SendMatch['instruction'],
  match: Cursor,
  ruleContext: RuleContext,
): JsonObject | undefined {
  if (typeof named === 'object')
    // arguments are a struct
    return expectedFields(
      named.instruction.args,
      args,
      (node) => knownAddress(ruleContext, node),
      (at) => integerAt(at, ruleContext),
    ) as JsonObject | undefined;
  const isMistaken = named === undefined && match.member('instruction').value !== undefined;
  if (isMistaken) return undefined;
  const [program = '', type] = named?.split(' ') ?? [];
  if (type !== undefined) return readParsedArguments(args, { program, type }, ruleContext);
  return named === undefined
    ? args.refuse(
        '`args` belong to an instruction',
        'as in {"instruction": "system transfer", "args": {"lamports": 5000}}',
      )
    : args.refuse('a memo has no arguments', '`memo` is a part of its text');
}

/** The name of an instruction: a program and a type, which a memo does not have. */
const NAME = /^(?<program>[a-z\d-]+)(?<type> [A-Za-z\d]+)?$/;

/** Reads the name of an instruction. One that neither jsonParsed nor an IDL has is refused: it would never match. */
function readInstruction(at: Cursor, programs: IdlPrograms): string | NamedInstruction | undefined {
  const name = String(at.value);
  if (isQualified(name)) {
    const named = instructionNamed({ at, value: name }, programs);
    return named && { program: named.program, instruction: named.part };
  }
  const { program, type } = NAME.exec(name)?.groups ?? {};
  if (program === undefined || (type === undefined) !== (program === 'spl-memo'))
    return at.expected('the program and the type of an instruction, as in "spl-token transferChecked"');
  if (PROGRAM_NAMES.includes(program)) return type === undefined ? name : readType(at, program, type.trim());
  return at.expected('a program whose instructions are parsed', programHint(program, type, programs));
}

/** Reads the type of an instruction. A type that no version of a node parses is refused: it would never match. */
function readType(at: Cursor, program: string, type: string): string | undefined {
  const types = instructionTypes(program);
  if (types.includes(type)) return `${program} ${type}`;
  const hint = suggest(type, types, (near) => `"${program} ${near}"`);
  return at.refuse(`${program} has no instruction ${JSON.stringify(type)}`, hint);
}

function programHint(program: string, type: string | undefined, programs: IdlPrograms): string {
  if (programs.has(program)) return didYouMean(`"${program}.${type?.trim()}"`);
  return suggest(program, PROGRAM_NAMES) ?? `there are ${PROGRAM_NAMES.join(', ')}`;
}
