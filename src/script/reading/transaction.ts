import type { Cursor } from '../../document/cursor.ts';
import { located, type Members, readMembers } from '../../document/members.ts';
import { readList, readU32, readU64 } from '../../document/readers.ts';
import type { TransactionVersion } from '../../model/transaction.ts';
import type { InstructionWord, TransactionWord } from '../format/types.ts';
import { readExecutor, refuseGiven } from './execution.ts';
import { INSTRUCTION_WORDS, instructionOf, isInstructionWord, readInstructions } from './instruction.ts';
import { OUTCOME_MEMBERS, outcomeOf } from './outcome.ts';
import { readAddressWord, readName } from './values.ts';

/** copies; more of them are not written by hand */
const MAX_REPEAT = 10_000_000;

const addressWords = (at: Cursor) => readList(at, readAddressWord);

/** Besides these, one member may be the word of the only instruction. */
export const TRANSACTION_MEMBERS = {
  instructions: readInstructions,
  name: readName,
  repeat: readRepeat,
  payer: readAddressWord,
  signers: addressWords,
  version: readVersion,
  lookupTables: addressWords,
  computeUnitLimit: readU32,
  computeUnitPrice: readU64,
  execute: located(readExecutor),
  ...OUTCOME_MEMBERS,
};

export function readTransaction(at: Cursor): TransactionWord | undefined {
  const read = readMembers(at, TRANSACTION_MEMBERS, [], INSTRUCTION_WORDS);
  if (read === undefined) return undefined;
  const [word, second] = at.members().filter(({ key }) => key === 'instructions' || isInstructionWord(key));
  if (word === undefined) return refuseEmpty(at);
  if (second !== undefined)
    return second.refuse(`expected ${word.key} or ${second.key}, found both`, 'list them under "instructions"');
  // `{transfer: …}` is short for `{instructions: [{transfer: …}]}`
  const instructions = word.key === 'instructions' ? read.instructions : [instructionOf(word)];
  return instructions && transactionOf(at, read, instructions);
}

/** An unknown member may be a misspelled instruction; it has been reported. */
function refuseEmpty(at: Cursor): undefined {
  const isKnown = at.members().every(({ key }) => Object.hasOwn(TRANSACTION_MEMBERS, key));
  if (isKnown) at.expected('instructions, or one such as transfer');
}

function transactionOf(
  at: Cursor,
  read: Members<typeof TRANSACTION_MEMBERS>,
  instructions: readonly InstructionWord[],
): TransactionWord {
  const { name, repeat = 1, payer, signers = [], version, lookupTables = [] } = read;
  const { computeUnitLimit, computeUnitPrice, execute } = read;
  const budget = { computeUnitLimit, computeUnitPrice };
  const message = { payer, signers, version, lookupTables, ...budget, instructions };
  const word = { at, name, repeat, ...message, execute, outcome: outcomeOf(read) };
  refuseGiven(word);
  return word;
}

function readRepeat(at: Cursor): number | undefined {
  const copies = readU32(at);
  if (copies === undefined || (copies > 0 && copies <= MAX_REPEAT)) return copies;
  return at.expected(`1 to ${MAX_REPEAT} copies`);
}

function readVersion(at: Cursor): TransactionVersion | undefined {
  const { value } = at;
  return value === 'legacy' || value === 0 || value === 1 ? value : at.expected('"legacy", 0 or 1');
}
