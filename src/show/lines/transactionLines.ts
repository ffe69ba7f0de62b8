import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../codec/json.ts';
import { onOneLine } from '../../document/problem.ts';
import type { BalanceEntry, TokenBalanceEntry } from '../content/balances.ts';
import type { TransactionDetails } from '../content/transactionDetails.ts';
import { amountText, changeText, solText, timeText } from './amounts.ts';
import { nameText, statusText } from './entries.ts';
import { instructionLines } from './instructionLines.ts';
import { cellText, keyText, paint, type Style } from './style.ts';
import { tableLines } from './table.ts';

/** The signature is the first line. */
export function transactionLines(details: TransactionDetails, style: Style): string[] {
  const { balances, entry, meta, tokenBalances, transaction } = details;
  const section = (heading: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', paint(heading, 'heading', style), ...lines];
  return [
    paint(entry.signature, 'heading', style),
    ...headLines(details, style),
    ...section('instructions', instructionLines(transaction, meta, style)),
    ...section('accounts', balances.length === 0 ? [] : balanceTable(balances, style)),
    ...section('token balances', tokenBalances.length === 0 ? [] : tokenTable(tokenBalances, style)),
    ...section('logs', logLines(meta)),
  ];
}

function headLines({ blockTime, entry, meta, transaction, version }: TransactionDetails, style: Style): string[] {
  const { copy, err, index, memo, name, slot, status } = entry;
  const { computeUnitsConsumed, fee } = isJsonObject(meta) ? meta : ({} as JsonObject);
  const message = isJsonObject(transaction) ? transaction.message : undefined;
  return [
    ...(name === null ? [] : [`name: ${nameText(name, copy)}`]),
    `slot: ${slot}${index === null ? '' : `, at ${index}`} (${statusText(status)})`,
    ...(blockTime === null ? [] : [`time: ${timeText(blockTime)}`]),
    resultLine(err, meta, style),
    `version: ${version}`,
    ...(isInteger(fee) ? [`fee: ${fee} lamports`] : []),
    ...(isInteger(computeUnitsConsumed) ? [`compute units: ${computeUnitsConsumed}`] : []),
    ...(isJsonObject(message) ? [`blockhash: ${message.recentBlockhash}`] : []),
    ...(memo === null ? [] : [`memo: ${onOneLine(memo)}`]),
  ];
}

function resultLine(err: JsonValue, meta: JsonValue, style: Style): string {
  if (err !== null) return paint(`result: failed: ${stringifyJson(err)}`, 'failed', style);
  return isJsonObject(meta) ? 'result: ok' : 'result: not recorded';
}

function isInteger(value: JsonValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function balanceTable(balances: readonly BalanceEntry[], style: Style): string[] {
  const rows = balances.map(({ address, after, before, name, signer, writable }) => ({
    cells: [
      keyText(address, style),
      name === null ? '' : onOneLine(name),
      [signer === true ? 'signer' : '', writable === true ? 'writable' : ''].filter((word) => word !== '').join(' '),
      isInteger(before) ? solText(BigInt(before)) : '',
      isInteger(after) ? solText(BigInt(after)) : '',
      isInteger(before) && isInteger(after) ? changeText(BigInt(before), BigInt(after)) : '',
    ],
  }));
  return tableLines(['address', 'name', 'rights', 'SOL before', 'after', 'change'], rows, style, NUMBERS);
}

const NUMBERS = ['SOL before', 'before', 'after', 'change'];

function tokenTable(balances: readonly TokenBalanceEntry[], style: Style): string[] {
  const rows = balances.map(({ account, after, before, decimals, mint, owner }) => {
    const places = Number(decimals ?? 0);
    const amount = (text: string | null) => (text === null ? '' : amountText(BigInt(text), places));
    return {
      cells: [
        account === null ? '?' : cellText(account, style),
        typeof mint === 'string' ? cellText(mint, style) : '',
        typeof owner === 'string' ? cellText(owner, style) : '',
        amount(before),
        amount(after),
        changeText(BigInt(before ?? 0), BigInt(after ?? 0), places),
      ],
    };
  });
  return tableLines(['account', 'mint', 'owner', 'before', 'after', 'change'], rows, style, NUMBERS);
}

function logLines(meta: JsonValue): string[] {
  const logs = isJsonObject(meta) ? meta.logMessages : undefined;
  return isJsonArray(logs) ? logs.map((line) => `  ${onOneLine(`${line}`)}`) : [];
}
