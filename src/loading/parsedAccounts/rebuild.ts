import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../codec/json.ts';
import type { Account } from '../../model/account.ts';
import type { ParsedData } from '../../model/parsedData.ts';
import { accountOfParsed } from '../../model/recordedAccount.ts';
import { PARSERS } from '../../programs/index.ts';
import type { MintInfo } from '../../programs/parsed.ts';
import { isExtended, LAYOUTS, OtherFormError } from './layouts.ts';

/**
 * An account that was recorded as jsonParsed, with the bytes that follow from that: all of them where its layout holds nothing else and the
 * parser shows them as they were recorded; the first ones where extensions follow; otherwise none.
 */
export function rebuilt(account: Account, form: ParsedData): Account {
  const known = knownBytes(account, form);
  return known === undefined ? account : accountOfParsed(account, { ...form, known });
}

function knownBytes(account: Account, { parsed, program, space }: ParsedData): Uint8Array | undefined {
  const { info, type } = isJsonObject(parsed) ? parsed : {};
  const layout = Object.hasOwn(LAYOUTS, program) ? LAYOUTS[program] : undefined;
  if (layout === undefined || typeof type !== 'string' || !isJsonObject(info)) return undefined;
  const write = Object.hasOwn(layout, type) ? layout[type] : undefined;
  const bytes = write && unlessOtherForm(() => write(info));
  if (bytes === undefined || !fits(bytes, space, info)) return undefined;
  const shown = PARSERS.parseAccount(plainAccount(account, bytes), { mintOf: () => mintOf(info) });
  return shown?.program === program && comparable(shown.parsed) === comparable(parsed) ? bytes : undefined;
}

function fits({ length }: Uint8Array, space: number, info: JsonObject): boolean {
  return isExtended(info) ? length < space : length === space;
}

function unlessOtherForm<T>(write: () => T): T | undefined {
  try {
    return write();
  } catch (error) {
    if (error instanceof OtherFormError) return undefined;
    throw error;
  }
}

function plainAccount(account: Account, data: Uint8Array): Account {
  const { address, executable, lamports, owner, rentEpoch } = account;
  return { address, executable, lamports, owner, rentEpoch, data };
}

/** The mint that the amounts were shown with. */
function mintOf({ tokenAmount }: JsonObject): MintInfo | undefined {
  const decimals = isJsonObject(tokenAmount) ? tokenAmount.decimals : undefined;
  return typeof decimals === 'number' ? { decimals, unixTimestamp: 0n } : undefined;
}

/** Without extensions, which are not written, and without what an amount follows from: tools round it, and old nodes left some of it out. */
function comparable(parsed: JsonValue): string {
  const { info, type } = isJsonObject(parsed) ? parsed : {};
  const members = Object.entries(isJsonObject(info) ? info : {}).filter(
    ([key, member]) => key !== 'extensions' && member !== null,
  );
  const shown = Object.fromEntries(members.map(([key, member]) => [key, amountAlone(member)]));
  return stringifyJson({ type, info: shown });
}

function amountAlone(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) && value.amount !== undefined ? { amount: value.amount, decimals: value.decimals } : value;
}
