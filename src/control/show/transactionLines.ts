import { formatSol, formatUnits } from '../../codec/decimalUnits.ts';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { listOf, memberAt, objectOf } from '../../codec/jsonValues.ts';
import { onOneLine } from '../../codec/text.ts';
import type { InstructionEntry } from '../../rpc/encoding/describedTransaction.ts';
import { argumentLines, errorText, eventLines } from './describedLines.ts';
import { nameText, statusText } from './entryTables.ts';
import { cellText, changeText, keyText, labelledLines, type Style, tableLines, timeText } from './tableLines.ts';
import type { BalanceEntry, TokenBalanceEntry, TransactionDetails } from './transactionContent.ts';
import { valueLines } from './valueLines.ts';

export function transactionLines(details: TransactionDetails, style: Style): string[] {
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

/** The instructions, numbered from 1. Instruction 2 and its callees at any depth are 2., 2.1, 2.2 and so on. */
function instructionLines({ instructions: described, meta, transaction }: TransactionDetails, style: Style): string[] {
  const instructions = objectsOf(memberAt(transaction, 'message', 'instructions'));
  const keys = listOf(memberAt(transaction, 'message', 'accountKeys')).map(keyAddress);
  const inner = objectsOf(memberAt(meta, 'innerInstructions'));
  const describedAt = (index: number, innerIndex: number | null) =>
    described.find((entry) => entry.index === index && entry.innerIndex === innerIndex);
  return instructions.flatMap((instruction, i) => [
    ...instructionEntryLines(instruction, describedAt(i, null), `${i + 1}.`, '  ', keys, style),
    ...inner
      .filter((group) => group.index === i)
      .flatMap((group) => objectsOf(group.instructions))
      .flatMap((callee, j) =>
        instructionEntryLines(callee, describedAt(i, j), `${i + 1}.${j + 1}`, indentOf(callee), keys, style),
      ),
  ]);
}

/** The address of an account key, which is an object in jsonParsed. */
function keyAddress(key: JsonValue): JsonValue | undefined {
  return isJsonObject(key) ? key.pubkey : key;
}

function indentOf({ stackHeight }: JsonObject): string {
  return '   '.repeat(Math.max(2, Number(stackHeight ?? 2)) - 1).concat('  ');
}

function instructionEntryLines(
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
      ...argumentLines(described, accountAddresses(accounts, keys), style, inside),
    ];
  const title = programId ?? keys[Number(programIdIndex)];
  return [`${indent}${number} ${cellText(`${title}`, style)}`, ...valueLines({ accounts, data }, style, inside)];
}

/** The addresses of the accounts of an instruction, which are indexes if it is not parsed. */
function accountAddresses(
  accounts: JsonValue | undefined,
  keys: readonly (JsonValue | undefined)[],
): readonly JsonValue[] {
  return listOf(accounts).map((account) => (typeof account === 'number' ? (keys[account] ?? account) : account));
}

function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return listOf(value).filter(isJsonObject);
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
    [signer === true ? 'signer' : '', writable === true ? 'writable' : ''].filter((right) => right !== '').join(' '),
    isInteger(before) ? formatSol(BigInt(before)) : '',
    isInteger(after) ? formatSol(BigInt(after)) : '',
    isInteger(before) && isInteger(after) ? changeText(BigInt(before), BigInt(after)) : '',
  ]);
  return tableLines(['address', 'name', 'rights', 'SOL before', 'after', 'change'], rows, NUMBERS);
}

const NUMBERS = ['SOL before', 'before', 'after', 'change'];

function tokenTable(balances: readonly TokenBalanceEntry[], style: Style): string[] {
  const rows = balances.map(({ account, after, before, decimals, mint, owner }) => {
    const places = Number(decimals ?? 0);
    const amount = (text: string | null) => (text === null ? '' : formatUnits(BigInt(text), places));
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
