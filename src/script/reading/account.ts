import type { Cursor } from '../../document/cursor.ts';
import { readMembers } from '../../document/members.ts';
import { isObject } from '../../document/readers.ts';
import type { AccountKind, AccountWord } from '../format/types.ts';
import { ACCOUNT_KINDS } from './accountKinds.ts';
import { LAMPORTS_MEMBERS, lamportsOf, readKeyAddressWord } from './values.ts';

/** `{address: what it is}` */
export function readAccounts(at: Cursor): readonly AccountWord[] | undefined {
  if (!isObject(at)) return undefined;
  return at.members().flatMap((entry) => readAccount(entry) ?? []);
}

/** `{sol: 5}`, or the member of a kind, with or without lamports. */
function readAccount(at: Cursor): AccountWord | undefined {
  const address = readKeyAddressWord(at);
  const read = readMembers(at, LAMPORTS_MEMBERS, [], Object.keys(ACCOUNT_KINDS));
  if (read === undefined) return undefined;
  if (at.members().length === 0) return at.expected('what the account is, such as {"sol": 1}');
  const is = readKind(at);
  const lamports = lamportsOf(at, read);
  return address && is && { address, at, is, lamports };
}

/** A wallet, unless a member names another kind. */
function readKind(at: Cursor): AccountKind | undefined {
  const [kind, second] = Object.entries(ACCOUNT_KINDS).filter(([name]) => at.member(name).value !== undefined);
  if (kind === undefined) return { kind: 'wallet' };
  const [name, read] = kind;
  return second === undefined ? read(at.member(name)) : at.refuse(`expected ${name} or ${second[0]}, found both`);
}
