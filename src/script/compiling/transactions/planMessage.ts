import { ByteWriter } from '../../../codec/byteWriter.ts';
import { prioritizationFee } from '../../../model/computeBudget.ts';
import type { TransactionConfig, TransactionVersion } from '../../../model/transaction.ts';
import type { TransactionWord } from '../../format/types.ts';
import type { AccountsView } from '../accounts/accounts.ts';
import type { BuiltInstruction } from '../instructions/builder.ts';
import type { Names } from '../names/names.ts';
import { COMPUTE_BUDGET_PROGRAM } from '../names/wellKnown.ts';
import type { PlacedInstruction } from './buildInstructions.ts';
import { type CompiledMessage, compileMessage } from './compileMessage.ts';
import { readTables, warnOfUnused } from './lookupTables.ts';

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
