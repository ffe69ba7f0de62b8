import { isJsonArray } from '../codec/jsonText.ts';
import { suggest } from '../codec/suggest.ts';
import type { Extensions } from '../rpc/tables.ts';
import type { Account } from '../solana/account.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { tipAccounts } from './bundles/tipAccounts.ts';
import { EXTENSION_NAMES, EXTENSIONS } from './index.ts';

/** The extensions that are on: all, none, or those with these names. */
export type ChosenExtensions = boolean | readonly string[];

/** @param choice default: none */
export function chosenExtensions(choice: ChosenExtensions = false): Extensions {
  const isOn = (name: string) => (typeof choice === 'boolean' ? choice : choice.includes(name));
  const sends = EXTENSIONS.sends.filter(({ name }) => isOn(name));
  return {
    reads: EXTENSIONS.reads.filter(({ name }) => isOn(name)),
    sends,
    paths: hasBundles(sends) ? (EXTENSIONS.paths ?? []) : [],
    offNames: EXTENSION_NAMES.filter((name) => !isOn(name)),
  };
}

/** The accounts that a cluster has for these extensions: bundles pay tips. */
export function accountsFor(choice?: ChosenExtensions): readonly Account[] {
  return hasBundles(chosenExtensions(choice).sends) ? tipAccounts() : [];
}

function hasBundles(sends: Extensions['sends']): boolean {
  return sends.some(({ name }) => name === 'sendBundle');
}

/** Reads `extensions` of `ledger.json`. Mistakes are reported. */
export function readExtensions(at: Cursor): ChosenExtensions | undefined {
  if (typeof at.value === 'boolean') return at.value;
  if (!isJsonArray(at.value)) return at.expected('true, false or a list of extensions');
  return at.items().flatMap((item) => readName(item) ?? []);
}

function readName(at: Cursor): string | undefined {
  const name = EXTENSION_NAMES.find((extension) => extension === at.value);
  return name ?? at.expected('the name of an extension', hintFor(at.value));
}

/** The extension that a misspelled name is like, or all of them. */
export function hintFor(name: unknown): string {
  const suggestion = typeof name === 'string' ? suggest(name, EXTENSION_NAMES) : undefined;
  return suggestion ?? `extensions are ${EXTENSION_NAMES.join(', ')}`;
}
