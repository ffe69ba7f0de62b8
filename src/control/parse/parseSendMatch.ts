import type { JsonObject } from '../../codec/jsonText.ts';
import { didYouMean, suggest } from '../../codec/suggest.ts';
import { expectedFields } from '../../idl/expectedFields.ts';
import { type IdlPrograms, instructionNamed } from '../../runtime/names/programNames.ts';
import type { NamedInstruction, SendMatch } from '../../runtime/sendRule.ts';
import { PROGRAM_NAMES } from '../../solana/programs/index.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf, readMembers } from '../../syntax/members.ts';
import { isQualified } from '../../syntax/qualifiedName.ts';
import { readSignature, readText } from '../../syntax/readers.ts';
import { fromOne, u32 } from '../../syntax/syntax.ts';
import { readAddressNode } from '../../syntax/values.ts';
import type { SendScene } from './sendScene.ts';

/**
 * Which sent transactions are meant.
 * @module
 */

const MATCH_READERS = {
  signature: readSignature,
  account: readAddressNode,
  feePayer: readAddressNode,
  program: readAddressNode,
  instruction: readText,
  /** its reader needs the instruction */
  args: (at: Cursor) => at,
  memo: readText,
  nth: fromOne(u32),
};

/** In the order of docs/sending.md. */
export const MATCH_MEMBERS: readonly string[] = Object.keys(MATCH_READERS);

/** Without members: every transaction. */
export function readSendMatch(at: Cursor, scene: SendScene): SendMatch | undefined {
  const { names } = scene;
  const read = readMembers(at, MATCH_READERS);
  if (read === undefined) return undefined;
  const { account, args, feePayer, instruction, program, ...others } = read;
  const named = instruction === undefined ? undefined : readInstruction(at.member('instruction'), names.programs);
  const keys = {
    account: names.resolve(account),
    feePayer: names.resolve(feePayer),
    program: names.resolve(program),
  };
  return presentOf({ ...others, instruction: named, args: args && readArgs(args, named, at, scene), ...keys });
}

function readArgs(
  args: Cursor,
  named: SendMatch['instruction'],
  match: Cursor,
  { names }: SendScene,
): JsonObject | undefined {
  if (typeof named === 'object') {
    const { instruction, program } = named;
    // arguments are a struct
    return expectedFields(instruction.args, args, program.idl, (word) => names.resolve(word)) as JsonObject | undefined;
  }
  const isMistaken = named === undefined && match.member('instruction').value !== undefined;
  if (isMistaken) return undefined;
  return args.refuse(
    'only the arguments of an instruction of a program with an IDL are known',
    'as in {"instruction": "market.placeOrder", "args": {"price": 10}}',
  );
}

/** A memo has no type. */
const NAME = /^(?<program>[a-z\d-]+)(?<type> [A-Za-z\d]+)?$/;

/** A name that jsonParsed cannot give, and no IDL has, would never fit. */
function readInstruction(at: Cursor, programs: IdlPrograms): string | NamedInstruction | undefined {
  const name = String(at.value);
  if (isQualified(name)) {
    const named = instructionNamed({ at, value: name }, programs);
    return named && { program: named.program, instruction: named.found };
  }
  const { program, type } = NAME.exec(name)?.groups ?? {};
  if (program === undefined || (type === undefined) !== (program === 'spl-memo'))
    return at.expected('the program and the type of an instruction, as in "spl-token transferChecked"');
  if (PROGRAM_NAMES.includes(program)) return name;
  return at.expected('a program whose instructions are parsed', programHint(program, type, programs));
}

function programHint(program: string, type: string | undefined, programs: IdlPrograms): string {
  if (programs.has(program)) return didYouMean(`"${program}.${type?.trim()}"`);
  return suggest(program, PROGRAM_NAMES) ?? `there are ${PROGRAM_NAMES.join(', ')}`;
}
