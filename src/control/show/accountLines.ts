import { formatSol } from '../../codec/decimalUnits.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import type { DescribedAccount } from '../../solana/idl/describe.ts';
import type { AccountDetails, AccountEntry, ShownState } from './accountContent.ts';
import { idlLines, typeText } from './describedLines.ts';
import { listLines, shownFacts, statusText, transactionTable, undescribedLines } from './entryTables.ts';
import { countText, type Style } from './tableLines.ts';
import { valueLines } from './valueLines.ts';

export function accountLines(details: AccountDetails, style: Style): string[] {
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
    `lamports: ${lamports} (${formatSol(BigInt(lamports as number | bigint))} SOL)`,
    ...valueLines({ executable, rentEpoch, space }, style),
  ];
}

/** The data of an account: by the fields of its IDL, as jsonParsed has it, or as base64. */
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

/** The states in time, unless the account never changes. */
function stateLines(states: readonly ShownState[], style: Style): string[] {
  if (states.length === 0 || (states.length === 1 && states[0]!.slot === null)) return [];
  return ['', `states in time (${states.length})`, ...states.flatMap((state) => stateEntryLines(state, style))];
}

function stateEntryLines({ entry, slot, status }: ShownState, style: Style): string[] {
  const from = slot === null ? 'from the beginning' : `from slot ${slot}`;
  const note = status === null || status === 'finalized' ? '' : ` (${statusText(status)})`;
  const summary = entry === null ? 'no account' : `${formatSol(entry.lamports)} SOL, ${countText(entry.space, 'byte')}`;
  return [`  ${from}${note}: ${summary}`, ...(entry === null ? [] : valueLines(stateFacts(entry), style, '    '))];
}

function stateFacts(entry: AccountEntry): JsonObject {
  const { described } = entry;
  return { ...shownFacts(entry), ...(described !== null && { [typeText(described)]: described.fields }) };
}
