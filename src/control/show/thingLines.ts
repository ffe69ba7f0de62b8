import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { listOf, memberAt, objectOf } from '../../codec/jsonValues.ts';
import type { InstructionEntry } from '../../rpc/encoding/describedTransaction.ts';
import type { DescribedAccount } from '../../solana/idl/describe.ts';
import { onOneLine } from '../../syntax/problems.ts';
import {
  type AccountDetails,
  type AccountEntry,
  type AccountState,
  accountDetails,
  accountJson,
} from './accountContent.ts';
import { argumentLines, errorText, eventLines, idlLines, typeText } from './describedLines.ts';
import type { Thing } from './find.ts';
import { ledgerContent, slotDetails } from './ledgerContent.ts';
import {
  ledgerLines,
  listLines,
  nameText,
  shownFacts,
  slotLines,
  statusText,
  transactionTable,
  undescribedLines,
} from './ledgerLines.ts';
import type { Scene } from './scene.ts';
import { blockCode } from './scriptCode.ts';
import {
  type BalanceEntry,
  type TokenBalanceEntry,
  type TransactionDetails,
  transactionDetails,
} from './transactionContent.ts';
import {
  amountText,
  cellText,
  changeText,
  countText,
  keyText,
  labelledLines,
  type Style,
  solText,
  tableLines,
  timeText,
  valueLines,
} from './valueLines.ts';

function accountLines(details: AccountDetails, style: Style): string[] {
  const { account, address, entry, idl, leftOut, name, states, transactions } = details;
  return [
    address,
    ...(name === null ? [] : [`name: ${name}`]),
    ...(entry === null ? ['no account at the processed tip'] : accountHeadLines(account, entry, style)),
    ...undescribedLines(leftOut),
    ...dataLines(account, entry, style),
    ...idlLines(idl, style),
    ...stateLines(states, style),
    ...listLines('transactions', transactions, style, transactionTable),
  ];
}

function accountHeadLines(account: JsonValue, { described, kind }: AccountEntry, style: Style): string[] {
  if (!isJsonObject(account)) return [];
  const { executable, lamports, owner, rentEpoch, space } = account;
  return [
    `kind: ${described === null ? kind : typeText(described)}`,
    ...valueLines({ owner }, style),
    `lamports: ${lamports} (${solText(BigInt(lamports as number | bigint))} SOL)`,
    ...valueLines({ executable, rentEpoch, space }, style),
  ];
}

/** What is parsed is shown as that, and what an IDL describes by its fields; all else as base64. */
function dataLines(account: JsonValue, entry: AccountEntry | null, style: Style): string[] {
  if (!isJsonObject(account) || account.space === 0) return [];
  return ['', ...valueLines({ data: shownData(account.data, entry?.described ?? null) }, style)];
}

function shownData(data: JsonValue | undefined, described: DescribedAccount | null): JsonValue | undefined {
  if (described !== null) return { program: described.program, type: described.account, fields: described.fields };
  return isJsonObject(data) ? { program: data.program, ...membersOf(data.parsed) } : data;
}

function membersOf(parsed: JsonValue | undefined) {
  return isJsonObject(parsed) ? { type: parsed.type, info: parsed.info } : { parsed };
}

/** An account that never changes has no states worth a list. */
function stateLines(states: readonly AccountState[], style: Style): string[] {
  if (states.length === 0 || (states.length === 1 && states[0]!.slot === null)) return [];
  return ['', `states in time (${states.length})`, ...states.flatMap((state) => oneState(state, style))];
}

function oneState({ entry, slot, status }: AccountState, style: Style): string[] {
  const from = slot === null ? 'from the beginning' : `from slot ${slot}`;
  const note = status === null || status === 'finalized' ? '' : ` (${statusText(status)})`;
  const what = entry === null ? 'no account' : `${solText(entry.lamports)} SOL, ${countText(entry.space, 'byte')}`;
  return [`  ${from}${note}: ${what}`, ...(entry === null ? [] : valueLines(stateFacts(entry), style, '    '))];
}

function stateFacts(entry: AccountEntry): JsonObject {
  const { described } = entry;
  return { ...shownFacts(entry), ...(described !== null && { [typeText(described)]: described.fields }) };
}

/** Numbered from 1, those that they call under them: 2.1 is the first that instruction 2 calls, at whatever depth. */
function instructionLines({ instructions: described, meta, transaction }: TransactionDetails, style: Style): string[] {
  const instructions = objectsOf(memberAt(transaction, 'message', 'instructions'));
  const keys = listOf(memberAt(transaction, 'message', 'accountKeys')).map(addressOf);
  const inner = objectsOf(memberAt(meta, 'innerInstructions'));
  const at = (index: number, innerIndex: number | null) =>
    described.find((entry) => entry.index === index && entry.innerIndex === innerIndex);
  return instructions.flatMap((instruction, i) => [
    ...oneInstruction(instruction, at(i, null), `${i + 1}.`, '  ', keys, style),
    ...inner
      .filter((group) => group.index === i)
      .flatMap((group) => objectsOf(group.instructions))
      .flatMap((called, j) => oneInstruction(called, at(i, j), `${i + 1}.${j + 1}`, indentOf(called), keys, style)),
  ]);
}

/** An account key is an object where the other instructions are parsed. */
function addressOf(key: JsonValue): JsonValue | undefined {
  return isJsonObject(key) ? key.pubkey : key;
}

/** By how deep it was called: the top level is 1. */
function indentOf({ stackHeight }: JsonObject): string {
  return '   '.repeat(Math.max(2, Number(stackHeight ?? 2)) - 1).concat('  ');
}

/** @param keys of the message, where an instruction names its program by an index */
function oneInstruction(
  instruction: JsonObject,
  described: InstructionEntry | undefined,
  number: string,
  indent: string,
  keys: readonly (JsonValue | undefined)[],
  style: Style,
): string[] {
  const { parsed, program, programId } = instruction;
  const inside = `${indent}${' '.repeat(number.length + 1)}`;
  if (isJsonObject(parsed))
    return [
      `${indent}${number} ${program} ${parsed.type}`,
      ...(parsed.info === undefined ? [] : valueLines(parsed.info, style, inside)),
    ];
  if (parsed !== undefined) return [`${indent}${number} ${program}`, ...valueLines(parsed, style, inside)];
  const { accounts, data, programIdIndex } = instruction;
  if (described !== undefined)
    return [
      `${indent}${number} ${onOneLine(`${described.program} ${described.instruction}`)}`,
      ...argumentLines(described, addressesOf(accounts, keys), style, inside),
    ];
  const title = programId ?? keys[Number(programIdIndex)];
  return [`${indent}${number} ${cellText(`${title}`, style)}`, ...valueLines({ accounts, data }, style, inside)];
}

/** They are indexes where an instruction names its program by one. */
function addressesOf(accounts: JsonValue | undefined, keys: readonly (JsonValue | undefined)[]): readonly JsonValue[] {
  return listOf(accounts).map((account) => (typeof account === 'number' ? (keys[account] ?? account) : account));
}

function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return listOf(value).filter(isJsonObject);
}

function transactionLines(details: TransactionDetails, style: Style): string[] {
  const { balances, events, meta, signature, tokenBalances } = details;
  const section = (heading: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', heading, ...lines]);
  return [
    signature,
    ...transactionHeadLines(details),
    ...section('instructions', instructionLines(details, style)),
    ...section('events', eventLines(events, style)),
    ...section('accounts', balances.length === 0 ? [] : balanceTable(balances, style)),
    ...section('token balances', tokenBalances.length === 0 ? [] : tokenTable(tokenBalances, style)),
    ...section('logs', logLines(meta)),
  ];
}

function transactionHeadLines(details: TransactionDetails): string[] {
  const { blockTime, copy, err, index, memo, meta, name, programError, slot, status, transaction, version } = details;
  const { computeUnitsConsumed, fee } = objectOf(meta) ?? {};
  return labelledLines({
    name: name === null ? null : nameText(name, copy),
    slot: `${slot}${index === null ? '' : `, at ${index}`} (${statusText(status)})`,
    time: blockTime === null ? null : timeText(blockTime),
    result: resultText(err, meta),
    error: programError === null ? null : errorText(programError),
    version: `${version}`,
    fee: isInteger(fee) ? `${fee} lamports` : null,
    'compute units': isInteger(computeUnitsConsumed) ? computeUnitsConsumed : null,
    blockhash: memberAt(transaction, 'message', 'recentBlockhash'),
    memo: memo === null ? null : onOneLine(memo),
  });
}

function resultText(err: JsonValue, meta: JsonValue): string {
  if (err !== null) return `failed: ${stringifyJson(err)}`;
  return isJsonObject(meta) ? 'ok' : 'not recorded';
}

function isInteger(value: JsonValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function balanceTable(balances: readonly BalanceEntry[], style: Style): string[] {
  const rows = balances.map(({ address, after, before, name, signer, writable }) => [
    keyText(address, style),
    name === null ? '' : onOneLine(name),
    [signer === true ? 'signer' : '', writable === true ? 'writable' : ''].filter((word) => word !== '').join(' '),
    isInteger(before) ? solText(BigInt(before)) : '',
    isInteger(after) ? solText(BigInt(after)) : '',
    isInteger(before) && isInteger(after) ? changeText(BigInt(before), BigInt(after)) : '',
  ]);
  return tableLines(['address', 'name', 'rights', 'SOL before', 'after', 'change'], rows, NUMBERS);
}

const NUMBERS = ['SOL before', 'before', 'after', 'change'];

function tokenTable(balances: readonly TokenBalanceEntry[], style: Style): string[] {
  const rows = balances.map(({ account, after, before, decimals, mint, owner }) => {
    const places = Number(decimals ?? 0);
    const amount = (text: string | null) => (text === null ? '' : amountText(BigInt(text), places));
    return [
      account === null ? '?' : cellText(account, style),
      typeof mint === 'string' ? cellText(mint, style) : '',
      typeof owner === 'string' ? cellText(owner, style) : '',
      amount(before),
      amount(after),
      changeText(BigInt(before ?? 0), BigInt(after ?? 0), places),
    ];
  });
  return tableLines(['account', 'mint', 'owner', 'before', 'after', 'change'], rows, NUMBERS);
}

function logLines(meta: JsonValue): string[] {
  return listOf(memberAt(meta, 'logMessages')).map((line) => `  ${onOneLine(`${line}`)}`);
}

/** @param thing undefined: the whole ledger */
export async function thingLines(thing: Thing | undefined, scene: Scene, style: Style): Promise<string[]> {
  switch (thing?.kind) {
    case undefined:
      return ledgerLines(await ledgerContent(scene), scene, style);
    case 'account':
      return accountLines(await accountDetails(thing.address, scene), style);
    case 'transaction':
      return transactionLines(transactionDetails(thing.transaction, scene), style);
    case 'slot':
      return slotLines(await slotDetails(thing.slot, scene), style);
  }
}

/**
 * A slot or a transaction as code of the script builder, see `blockCode`. Null: the thing is neither, or it has too many transactions.
 */
export function thingScript(thing: Thing | undefined, scene: Scene): string | null {
  if (thing?.kind === 'transaction') return blockCode(thing.transaction.slot, [thing.transaction], scene);
  if (thing?.kind !== 'slot') return null;
  const { history } = scene.state;
  const [first, end] = [history.firstOrdinalAt(thing.slot), history.firstOrdinalAt(thing.slot + 1n)];
  const transactions = Array.from({ length: end - first }, (_, i) => history.transactionAt(first + i)!);
  return blockCode(thing.slot, transactions, scene);
}

/** In the form of docs/show.md, for programs. @param thing undefined: the whole ledger */
export async function thingJson(thing: Thing | undefined, scene: Scene): Promise<JsonObject> {
  switch (thing?.kind) {
    case undefined:
      return ledgerContent(scene);
    case 'account':
      return accountJson(await accountDetails(thing.address, scene));
    case 'transaction':
      return transactionDetails(thing.transaction, scene);
    case 'slot':
      return slotDetails(thing.slot, scene);
  }
}
