import { ByteWriter } from '../../../codec/byteWriter.ts';
import type { Account } from '../../../model/account.ts';
import { COMPUTE_BUDGET_PROGRAM } from '../../../model/address.ts';
import { prioritizationFee } from '../../../model/computeBudget.ts';
import { decodeLookupTable, LOOKUP_TABLE_PROGRAM, type LookupTable } from '../../../model/lookupTable.ts';
import type { TransactionConfig, TransactionVersion } from '../../../model/transaction.ts';
import { orUndefined } from '../../../programs/parsed.ts';
import type { AccountsView } from '../../../runtime/accounts/accounts.ts';
import { inFile } from '../../../runtime/hints.ts';
import type { AddressWord, TransactionWord } from '../../format/types.ts';
import type { BuiltInstruction } from '../instructions/builder.ts';
import type { Names } from '../names/names.ts';
import type { PlacedInstruction } from './buildInstructions.ts';
import { type CompiledMessage, compileMessage, type NamedTable } from './compileMessage.ts';

const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;

export function versionOf({ version, lookupTables }: TransactionWord): TransactionVersion {
  return version ?? (lookupTables.length > 0 ? 0 : 'legacy');
}

/** The message of a transaction; undefined: there is a mistake, which was reported. */
export function planMessage(
  word: TransactionWord,
  outer: readonly PlacedInstruction[],
  names: Names,
  accounts: AccountsView,
): CompiledMessage | undefined {
  const version = versionOf(word);
  if (!fitsVersion(word, version)) return undefined;
  const payer = payerOf(word, outer, names);
  const signers = names.resolveAll(word.signers);
  const tables = readTables(word.lookupTables, names, accounts);
  if (payer === undefined || signers === undefined || tables === undefined) return undefined;
  const instructions = [...outer.map(({ built }) => built), ...budgetInstructions(word, version)];
  const config = version === 1 ? configOf(word) : undefined;
  const compiled = compileMessage({ version, payer, instructions, signers, tables, config });
  const used = new Set(compiled.message.addressTableLookups?.map(({ accountKey }) => accountKey));
  warnOfUnused(word.lookupTables, tables, used);
  return compiled;
}

function fitsVersion({ at, lookupTables, computeUnitLimit, computeUnitPrice }: TransactionWord, version: unknown) {
  if (lookupTables.length > 0 && version !== 0)
    return at.refuse(`a transaction of version ${version} has no lookup tables`, 'only version 0 has them') ?? false;
  if (version === 1 && computeUnitPrice !== undefined && computeUnitLimit === undefined)
    return (
      at.refuse(
        'a v1 transaction has a total fee, not a price',
        'give `computeUnitLimit` too: the fee is limit × price',
      ) ?? false
    );
  return true;
}

function payerOf({ at, payer }: TransactionWord, outer: readonly PlacedInstruction[], names: Names) {
  if (payer !== undefined) return names.resolve(payer);
  const signer = outer.flatMap(({ built }) => built.accounts).find(({ isSigner }) => isSigner);
  return signer?.address ?? at.refuse('no fee payer: no instruction needs a signer', 'give `payer`');
}

/** They come last, so that the instructions keep the indexes that they have in the script. */
function budgetInstructions(
  { computeUnitLimit, computeUnitPrice }: TransactionWord,
  version: TransactionVersion,
): readonly BuiltInstruction[] {
  if (version === 1) return [];
  const data: ByteWriter[] = [];
  if (computeUnitLimit !== undefined) data.push(new ByteWriter(5).u8(SET_COMPUTE_UNIT_LIMIT).u32(computeUnitLimit));
  if (computeUnitPrice !== undefined) data.push(new ByteWriter(9).u8(SET_COMPUTE_UNIT_PRICE).u64(computeUnitPrice));
  return data.map((writer) => ({ program: COMPUTE_BUDGET_PROGRAM, accounts: [], data: writer.bytes() }));
}

/** Source SIMD-0385: the fee is given in lamports, not as a price. */
function configOf({ computeUnitLimit, computeUnitPrice: unitPrice }: TransactionWord): TransactionConfig {
  const unitLimit = BigInt(computeUnitLimit ?? 0);
  return {
    priorityFee: unitPrice === undefined ? null : prioritizationFee({ unitLimit, unitPrice }),
    computeUnitLimit: computeUnitLimit ?? null,
    loadedAccountsDataSizeLimit: null,
    heapSize: null,
  };
}

/** The tables that a transaction names; undefined where one is none, which is reported. */
function readTables(
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
function warnOfUnused(words: readonly AddressWord[], tables: readonly NamedTable[], used: ReadonlySet<string>) {
  tables.forEach(({ address }, i) => {
    const word = words[i]!;
    if (!used.has(address)) word.at.warn(`\`${word.value}\` holds no account of this transaction that could be loaded`);
  });
}
