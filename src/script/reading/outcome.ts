import type { Cursor } from '../../document/cursor.ts';
import { located, type Members, readMembers } from '../../document/members.ts';
import { isObject, readList, readTexts, readU8, readU64, whole } from '../../document/readers.ts';
import type { AddressWord, OutcomeWord } from '../format/types.ts';
import { readError } from './error.ts';
import { readInstructions } from './instruction.ts';
import {
  LAMPORTS_MEMBERS,
  lamportsOf,
  readAddressWord,
  readBytes,
  readKeyAddressWord,
  readWithMembers,
} from './values.ts';

export const INNER_MEMBERS = { index: readU8, instructions: readInstructions };
export const RETURN_DATA_MEMBERS = { program: readAddressWord, data: readBytes };

/** The members of a transaction that give its result. */
export const OUTCOME_MEMBERS = {
  err: located(readError),
  fee: readU64,
  logs: readTexts,
  computeUnits: readU64,
  returnData: readReturnData,
  inner: (at: Cursor) => readList(at, readInner),
  balances: readBalances,
};

export function outcomeOf(read: Members<typeof OUTCOME_MEMBERS>): OutcomeWord {
  const { err, fee, logs, computeUnits, returnData, inner = [], balances = [] } = read;
  return { err, fee, logs, computeUnits, returnData, inner, balances };
}

function readReturnData(at: Cursor): OutcomeWord['returnData'] {
  return readWithMembers(at, RETURN_DATA_MEMBERS, ['program', 'data']);
}

function readInner(at: Cursor): OutcomeWord['inner'][number] | undefined {
  const read = readWithMembers(at, INNER_MEMBERS, ['index', 'instructions']);
  return read && { ...read, at };
}

function readBalances(at: Cursor): OutcomeWord['balances'] | undefined {
  if (!isObject(at)) return undefined;
  return at.members().flatMap((entry) => readBalance(entry) ?? []);
}

function readBalance(at: Cursor): { readonly address: AddressWord; readonly lamports: bigint } | undefined {
  const address = readKeyAddressWord(at);
  const read = readMembers(at, LAMPORTS_MEMBERS);
  if (read !== undefined && at.members().length === 0) return at.expected('lamports or sol');
  return read && whole({ address, lamports: lamportsOf(at, read) });
}
