import { suggest } from '../codec/suggest.ts';
import { camelCase, partByName } from '../solana/idl/idlNames.ts';
import type { Cursor } from '../syntax/cursor.ts';

/** The members of an object by the parts of an IDL that they give. */
export interface GivenMembers<T> {
  readonly members: ReadonlyMap<T, Cursor>;
  /** false: some are unknown or given twice, which was reported */
  readonly areRight: boolean;
}

/** Names that a mistake is compared with. */
const MAX_COMPARED = 100;

/** @param noun a part in messages, such as `field` */
export function givenMembers<T extends { readonly name: string }>(
  at: Cursor,
  parts: readonly T[],
  noun: string,
): GivenMembers<T> {
  const members = new Map<T, Cursor>();
  let areRight = true;
  for (const member of at.members()) {
    const part = partByName(parts, member.key);
    const other = part && members.get(part);
    if (part !== undefined && other === undefined) members.set(part, member);
    else areRight = refuse(member, other, parts, noun);
  }
  return { members, areRight };
}

function refuse(
  member: Cursor,
  other: Cursor | undefined,
  parts: readonly { readonly name: string }[],
  noun: string,
): false {
  const names = parts.slice(0, MAX_COMPARED).map(({ name }) => name);
  if (other === undefined) member.refuse(`unknown ${noun}`, suggest(member.key, [...names, ...names.map(camelCase)]));
  else member.refuse(`${member.key} is given twice, as ${other.key} too`);
  return false;
}

/** The member with the name of the IDL, or its name in camelCase. */
export function memberNamed(at: Cursor, name: string): Cursor {
  const member = at.member(name);
  return member.value === undefined ? at.member(camelCase(name)) : member;
}
