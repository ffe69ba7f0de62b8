import { isJsonObject, type JsonValue } from '../../codec/json.ts';
import type { AccountDetails, AccountState } from '../content/accountDetails.ts';
import { countText, solText } from './amounts.ts';
import { listLines, statusText, transactionTable } from './entries.ts';
import { shownFacts } from './shownFacts.ts';
import { paint, type Style } from './style.ts';
import { valueLines } from './valueLines.ts';

/** The address is the first line. */
export function accountLines(details: AccountDetails, style: Style): string[] {
  const { account, address, entry, name, states, transactions } = details;
  return [
    paint(address, 'heading', style),
    ...(name === null ? [] : [`name: ${name}`]),
    ...(entry === null ? ['no account at the processed tip'] : headLines(account, entry.kind, style)),
    ...dataLines(account, style),
    ...stateLines(states, style),
    ...listLines('transactions', transactions, style, transactionTable),
  ];
}

function headLines(account: JsonValue, kind: string, style: Style): string[] {
  if (!isJsonObject(account)) return [];
  const { executable, lamports, owner, rentEpoch, space } = account;
  return [
    `kind: ${kind}`,
    ...valueLines({ owner }, style),
    `lamports: ${lamports} (${solText(BigInt(lamports as number | bigint))} SOL)`,
    ...valueLines({ executable, rentEpoch, space }, style),
  ];
}

/** What is parsed is shown as that; all else as base64. */
function dataLines(account: JsonValue, style: Style): string[] {
  if (!isJsonObject(account) || account.space === 0) return [];
  const { data } = account;
  return [
    '',
    ...valueLines({ data: isJsonObject(data) ? { program: data.program, ...membersOf(data.parsed) } : data }, style),
  ];
}

function membersOf(parsed: JsonValue | undefined) {
  return isJsonObject(parsed) ? { type: parsed.type, info: parsed.info } : { parsed };
}

/** An account that never changes has no states worth a list. */
function stateLines(states: readonly AccountState[], style: Style): string[] {
  if (states.length === 0 || (states.length === 1 && states[0]!.slot === null)) return [];
  return [
    '',
    paint(`states in time (${states.length})`, 'heading', style),
    ...states.flatMap((state) => oneState(state, style)),
  ];
}

function oneState({ entry, slot, status }: AccountState, style: Style): string[] {
  const from = slot === null ? 'from the beginning' : `from slot ${slot}`;
  const note = status === null || status === 'finalized' ? '' : ` (${statusText(status)})`;
  const what = entry === null ? 'no account' : `${solText(entry.lamports)} SOL, ${countText(entry.space, 'byte')}`;
  return [`  ${from}${note}: ${what}`, ...(entry === null ? [] : valueLines(shownFacts(entry), style, '    '))];
}
