import type { JsonValue } from '../../../codec/jsonText.ts';
import { didYouMean } from '../../../codec/text.ts';
import type { Cursor } from '../../../fixtures/document/cursor.ts';
import { presentOf, readMembers } from '../../../fixtures/document/members.ts';
import { readSignature, readText, readU32 } from '../../../fixtures/document/readers.ts';
import { readAddressNode } from '../../../fixtures/script/format/values.ts';
import type { LedgerState } from '../../../ledger/state.ts';
import type { SendMatch, SendRule } from '../../../runtime/sendRule.ts';
import { PROGRAM_NAMES } from '../../../solana/programs/index.ts';
import { fromOne, readDocument } from '../arguments.ts';
import { readSendOutcome, type SendScene, sendSceneOf } from './parseOutcome.ts';

/**
 * Rules for sent transactions: `{match?, then, times?}`.
 * @module
 */

/**
 * Addresses, and what the ledger says of accounts, are those of the processed tip now.
 *
 * @throws RpcError invalidArgument
 */
export function sendRuleOf(json: JsonValue, state: LedgerState): SendRule {
  const scene = sendSceneOf(state);
  return readDocument(
    [json],
    (at) => readSendRule(at.item(0), scene),
    () => 'rule',
  );
}

function readSendRule(at: Cursor, scene: SendScene): SendRule | undefined {
  const readers = {
    match: (match: Cursor) => readMatch(match, scene),
    then: (then: Cursor) => readSendOutcome(then, scene),
    times: fromOne(readU32),
  };
  const read = readMembers(at, readers, ['then']);
  if (read?.then === undefined) return undefined;
  return { match: read.match ?? {}, then: read.then, times: read.times };
}

const MATCH_READERS = {
  signature: readSignature,
  account: readAddressNode,
  feePayer: readAddressNode,
  program: readAddressNode,
  instruction: readInstructionName,
  memo: readText,
  nth: fromOne(readU32),
};

/** In the order of docs/sending.md. */
export const MATCH_MEMBERS: readonly string[] = Object.keys(MATCH_READERS);

/** Without members: every transaction. */
function readMatch(at: Cursor, { names }: SendScene): SendMatch | undefined {
  const read = readMembers(at, MATCH_READERS);
  if (read === undefined) return undefined;
  const { account, feePayer, program, ...others } = read;
  const keys = {
    account: names.resolve(account),
    feePayer: names.resolve(feePayer),
    program: names.resolve(program),
  };
  return presentOf({ ...others, ...keys });
}

/** A memo has no type. */
const NAME = /^(?<program>[a-z\d-]+)(?<type> [A-Za-z\d]+)?$/;

/** A name that jsonParsed cannot give would never fit. */
function readInstructionName(at: Cursor): string | undefined {
  const name = readText(at);
  if (name === undefined) return undefined;
  const { program, type } = NAME.exec(name)?.groups ?? {};
  if (program === undefined || (type === undefined) !== (program === 'spl-memo'))
    return at.expected('the program and the type of an instruction, as in "spl-token transferChecked"');
  if (PROGRAM_NAMES.includes(program)) return name;
  const programs = `there are ${PROGRAM_NAMES.join(', ')}`;
  return at.expected('a program whose instructions are parsed', didYouMean(program, PROGRAM_NAMES) ?? programs);
}
