import type { Account } from '../../../model/account.ts';
import { decodeLookupTable, LOOKUP_TABLE_PROGRAM, type LookupTable } from '../../../model/lookupTable.ts';
import { orUndefined } from '../../../programs/splToken/pod.ts';
import { inFile } from '../../format/hints.ts';
import type { AddressWord } from '../../format/types.ts';
import type { AccountsView } from '../accounts/accounts.ts';
import type { Names } from '../names/names.ts';
import type { NamedTable } from './compileMessage.ts';

/** The tables that a transaction names; undefined where one is none, which is reported. */
export function readTables(
  words: readonly AddressWord[],
  names: Names,
  accounts: AccountsView,
): readonly NamedTable[] | undefined {
  const tables = words.map((word) => readTable(word, names, accounts));
  return tables.every((table) => table !== undefined) ? tables : undefined;
}

function readTable(word: AddressWord, names: Names, accounts: AccountsView): NamedTable | undefined {
  const address = names.resolve(word);
  if (address === undefined) return undefined;
  const table = tableOf(accounts.get(address));
  if (table !== undefined) return { address, table };
  return word.at.refuse(`there is no lookup table ${names.show(address)}`, `add it ${inFile('lookupTable')}`);
}

function tableOf(account: Account | undefined): LookupTable | undefined {
  if (account?.owner !== LOOKUP_TABLE_PROGRAM) return undefined;
  return orUndefined(() => decodeLookupTable(account.data));
}

/** A table that a transaction names and loads nothing from is likely a typo. */
export function warnOfUnused(words: readonly AddressWord[], tables: readonly NamedTable[], used: ReadonlySet<string>) {
  tables.forEach(({ address }, i) => {
    const word = words[i]!;
    if (!used.has(address)) word.at.warn(`\`${word.value}\` holds no account of this transaction that could be loaded`);
  });
}
