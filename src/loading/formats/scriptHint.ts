import { isJsonArray, isJsonObject, type JsonValue } from '../../codec/json.ts';

/** Members that scripted ledgers have and `ledger.json` has not. */
const SCRIPT_MEMBERS: readonly string[] = ['keys', 'include', 'execute', 'accounts', 'slots'];

/** For a scripted ledger in a file whose name does not say so. */
export const SCRIPT_HINT = 'a scripted ledger is recognised by its name, such as my.ledger.json or my.ledger.yaml';

export function isScriptMember(name: string): boolean {
  return SCRIPT_MEMBERS.includes(name);
}

/** Whether somebody has written this as a scripted ledger: accounts by name, or a list of slots. */
export function looksScripted(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && (isJsonObject(value.accounts) || isJsonArray(value.slots));
}
