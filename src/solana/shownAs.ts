import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import type { Account, ParsedData } from './account.ts';
import { PARSERS } from './programs/parsers.ts';
import type { MintInfo } from './programs/parserTypes.ts';

/**
 * Whether jsonParsed shows an account as it was recorded. Amounts are compared without `uiAmount`, which tools round, and a member that is null
 * counts as left out.
 *
 * @param withExtensions whether the extensions of Token-2022 are compared too
 */
export function isShownAs(
  account: Account,
  { parsed, program }: ParsedData,
  { withExtensions }: { readonly withExtensions: boolean },
): boolean {
  const parsedNow = PARSERS.parseAccount(account, { mintOf: () => mintOf(infoOf(parsed)) });
  const comparedText = (value: JsonValue) => comparable(value, withExtensions);
  return parsedNow?.program === program && comparedText(parsedNow.parsed) === comparedText(parsed);
}

function infoOf(parsed: JsonValue): JsonObject {
  return isJsonObject(parsed) && isJsonObject(parsed.info) ? parsed.info : {};
}

/** The mint that the amounts were shown with. */
function mintOf({ tokenAmount }: JsonObject): MintInfo | undefined {
  const decimals = isJsonObject(tokenAmount) ? tokenAmount.decimals : undefined;
  return typeof decimals === 'number' ? { decimals, unixTimestamp: 0n } : undefined;
}

function comparable(parsed: JsonValue, withExtensions: boolean): string {
  const type = isJsonObject(parsed) ? parsed.type : undefined;
  const members = Object.entries(infoOf(parsed)).filter(
    ([key, member]) => member !== null && (withExtensions || key !== 'extensions'),
  );
  return stringifyJson({ type, info: Object.fromEntries(members.map(([key, member]) => [key, amountAlone(member)])) });
}

function amountAlone(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) && value.amount !== undefined ? { amount: value.amount, decimals: value.decimals } : value;
}
