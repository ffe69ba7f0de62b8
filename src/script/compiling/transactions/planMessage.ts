import { tryDecode } from '../../../codec/struct.ts';
import type { AccountsView } from '../../../runtime/accounts/bankAccounts.ts';
import { type CompiledMessage, compileMessage, type NamedTable } from '../../../runtime/compileMessage.ts';
import type { Names } from '../../../runtime/names/names.ts';
import type { Account } from '../../../solana/account.ts';
import { decodeLookupTable, LOOKUP_TABLE_PROGRAM, type LookupTable } from '../../../solana/lookupTable.ts';
import { DEFAULT_UNITS, MAX_LOADED_DATA_BYTES, MAX_UNITS, prioritizationFee } from '../../../solana/messageBudget.ts';
import { COMPUTE_BUDGET } from '../../../solana/programs/computeBudget.ts';
import type { TransactionConfig, TransactionVersion } from '../../../solana/transaction.ts';
import { inFile } from '../../../syntax/hintParts.ts';
import type { AddressNode } from '../../../syntax/values.ts';
import { type TransactionNode, V1_SETTINGS } from '../../format/transactions.ts';
import type { BuiltInstruction } from '../../instructions/scriptInstruction.ts';
import type { PlacedInstruction } from './buildInstructions.ts';

const V1_SETTING_NAMES = Object.keys(V1_SETTINGS) as readonly (keyof typeof V1_SETTINGS)[];

export function versionOf({ version, lookupTables }: TransactionNode): TransactionVersion {
  return version ?? (lookupTables.length > 0 ? 0 : 'legacy');
}

/**
 * The message of a transaction; undefined: there is a mistake, which was reported.
 *
 * @param isV1Accepted whether the cluster accepts v1: then limits that are left out get values with which the message can run
 */
export function planMessage(
  node: TransactionNode,
  outer: readonly PlacedInstruction[],
  names: Names,
  accounts: AccountsView,
  isV1Accepted: boolean,
): CompiledMessage | undefined {
  const version = versionOf(node);
  if (!fitsVersion(node, version)) return undefined;
  const payer = payerOf(node, outer, names);
  const signers = names.resolveAll(node.signers);
  const tables = readTables(node.lookupTables, names, accounts);
  if (payer === undefined || signers === undefined || tables === undefined) return undefined;
  const instructions = [...outer.map(({ built }) => built), ...budgetInstructions(node, version)];
  const config = version === 1 ? configOf(node, isV1Accepted ? outer.length : undefined) : undefined;
  const compiled = compileMessage({ version, payer, instructions, signers, tables, config });
  const used = new Set(compiled.message.addressTableLookups?.map(({ accountKey }) => accountKey));
  warnOfUnusedTables(node.lookupTables, tables, used);
  return compiled;
}

function fitsVersion(node: TransactionNode, version: TransactionVersion): boolean {
  const { at, lookupTables, computeUnitLimit, computeUnitPrice, priorityFee } = node;
  if (lookupTables.length > 0 && version !== 0)
    return at.refuse(`a transaction of version ${version} has no lookup tables`, 'only version 0 has them') ?? false;
  if (version !== 1) return refuseV1Settings(node, version);
  if (priorityFee !== undefined && computeUnitPrice !== undefined)
    return (
      at.refuse('expected priorityFee or computeUnitPrice, found both', 'the price is for other versions') ?? false
    );
  if (computeUnitPrice !== undefined && computeUnitLimit === undefined)
    return (
      at.refuse(
        'a v1 transaction has a total fee, not a price',
        'give `computeUnitLimit` too: the fee is limit × price',
      ) ?? false
    );
  return true;
}

function refuseV1Settings(node: TransactionNode, version: TransactionVersion): boolean {
  const settings = V1_SETTING_NAMES.filter((name) => node[name] !== undefined);
  for (const name of settings)
    node.at.refuse(`a transaction of version ${version} has no ${name}`, 'only version 1 has it');
  return settings.length === 0;
}

function payerOf({ at, payer }: TransactionNode, outer: readonly PlacedInstruction[], names: Names) {
  if (payer !== undefined) return names.resolve(payer);
  const signer = outer.flatMap(({ built }) => built.accounts).find(({ isSigner }) => isSigner);
  return signer?.address ?? at.refuse('no fee payer: no instruction needs a signer', 'give `payer`');
}

/** The budget instructions: they come last, so that the instructions keep their indexes of the script. */
function budgetInstructions(
  { computeUnitLimit, computeUnitPrice }: TransactionNode,
  version: TransactionVersion,
): readonly BuiltInstruction[] {
  if (version === 1) return [];
  const instructions: BuiltInstruction[] = [];
  if (computeUnitLimit !== undefined)
    instructions.push(COMPUTE_BUDGET.setComputeUnitLimit.build({}, { value: computeUnitLimit }));
  if (computeUnitPrice !== undefined)
    instructions.push(COMPUTE_BUDGET.setComputeUnitPrice.build({}, { value: computeUnitPrice }));
  return instructions;
}

/**
 * The settings of a v1 message. A heap that is left out is 32 KiB for the node.
 *
 * @param instructionCount the number of instructions, from which limits that are left out follow; undefined: they stay absent
 * Source   SIMD-0385: the fee is given in lamports, not as a price
 */
function configOf(
  { computeUnitLimit, computeUnitPrice: unitPrice, heapSize, loadedDataLimit, priorityFee }: TransactionNode,
  instructionCount: number | undefined,
): TransactionConfig {
  const fee = unitPrice === undefined ? null : prioritizationFee(BigInt(computeUnitLimit ?? 0), unitPrice);
  const limits = instructionCount === undefined ? NO_LIMITS : limitsFor(instructionCount);
  return {
    priorityFee: priorityFee ?? fee,
    computeUnitLimit: computeUnitLimit ?? limits.units,
    loadedAccountsDataSizeLimit: loadedDataLimit ?? limits.dataBytes,
    heapSize: heapSize ?? null,
  };
}

const NO_LIMITS = { units: null, dataBytes: null };

function limitsFor(instructionCount: number) {
  const units = Math.min(instructionCount * Number(DEFAULT_UNITS), Number(MAX_UNITS));
  return { units, dataBytes: Number(MAX_LOADED_DATA_BYTES) };
}

/** The lookup tables that a transaction names; undefined: an address is not a table, which was reported. */
function readTables(
  nodes: readonly AddressNode[],
  names: Names,
  accounts: AccountsView,
): readonly NamedTable[] | undefined {
  const tables = nodes.map((node) => readTable(node, names, accounts));
  return tables.every((table) => table !== undefined) ? tables : undefined;
}

function readTable(node: AddressNode, names: Names, accounts: AccountsView): NamedTable | undefined {
  const address = names.resolve(node);
  if (address === undefined) return undefined;
  const table = tableOf(accounts.get(address));
  if (table !== undefined) return { address, table };
  return node.at.refuse(`there is no lookup table ${names.show(address)}`, `add it ${inFile('lookupTable')}`);
}

function tableOf(account: Account | undefined): LookupTable | undefined {
  if (account?.owner !== LOOKUP_TABLE_PROGRAM) return undefined;
  return tryDecode(() => decodeLookupTable(account.data));
}

/** A table that a transaction names and loads nothing from is likely a typo. */
function warnOfUnusedTables(nodes: readonly AddressNode[], tables: readonly NamedTable[], used: ReadonlySet<string>) {
  tables.forEach(({ address }, i) => {
    const node = nodes[i]!;
    if (!used.has(address)) node.at.warn(`\`${node.value}\` holds no account of this transaction that could be loaded`);
  });
}
