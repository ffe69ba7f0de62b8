import { isJsonArray, type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import type { Tokens } from '../../fixtures/script/building/valueBuilders.ts';
import type { AccountJson } from '../../fixtures/script/format/ledgerJsonTypes.ts';
import type { Override, Overrides } from '../../live/overrides.ts';
import type { U64 } from '../../solana/meta.ts';
import { jsonOf, toPlain } from '../protocol/inProcessCalls.ts';
import { isControl } from './controlMethod.ts';
import { unknownMethodMessage } from './suggestMethod.ts';

/**
 * Accounts and overrides, as the code of a test writes them.
 * @module
 */

/** An account as getAccountInfo answers it with the encoding base64; integers may be text. */
export interface RpcAccount {
  readonly lamports: U64 | string;
  readonly owner: string;
  readonly data: readonly [data: string, encoding: 'base64' | 'base58' | 'base64+zstd'] | string;
  readonly executable: boolean;
  readonly rentEpoch: U64 | string;
  readonly space?: U64;
}

/** In the words of scripts, as a node answers it, or `tokens('12.5')` where the address is that of an associated account, which has a mint. */
export type NewAccount = AccountJson | RpcAccount | (Tokens & { readonly mint?: never });

/**
 * As stillnode_setAccount takes it.
 *
 * @throws TypeError for tokens that name a mint of their own
 */
export function accountJson(account: NewAccount | null): AccountJson | RpcAccount | null {
  if (typeof account !== 'object' || account === null || !('amount' in account)) return account;
  if (account.mint !== undefined)
    throw new TypeError(
      "`account` has a mint, and the address says which one: setAccount(ata('alice', 'usdc'), tokens(5))",
    );
  return { tokens: account.amount };
}

/** Makes the answer to a call of its parameters: integers beyond 2^53 are bigints in both. */
export type OverrideAnswer = (...params: never[]) => unknown;

/**
 * @returns takes it away, if no call has used it yet
 * @throws TypeError for an unknown method, a control method, or no answer
 */
export function addOverride(overrides: Overrides, method: unknown, answer: unknown): () => void {
  const override = overrideOf(methodOf(method), answer);
  overrides.add(override);
  return () => overrides.remove(override);
}

function methodOf(method: unknown): string {
  if (typeof method !== 'string' || method === '')
    throw new TypeError(
      `\`method\` has to be the name of a method, not ${method === '' ? 'an empty string' : String(method)}`,
    );
  if (isControl(method))
    throw new TypeError(`\`method\` has to be one that the node answers, not the control method ${method}`);
  const message = unknownMethodMessage(method);
  if (message !== undefined) throw new TypeError(message);
  return method;
}

function overrideOf(method: string, answer: unknown): Override {
  if (answer === undefined)
    throw new TypeError(`\`answer\` of ${method} is missing: give a value, or a function that makes it`);
  if (answer instanceof Error)
    throw new TypeError(`\`answer\` of ${method} is an error: throw it, as in () => { throw error; }`);
  if (typeof answer !== 'function') {
    // a value that is changed later is answered as it was given
    const text = textOf(answer);
    return { method, answer: () => text };
  }
  const make = answer as (...params: readonly unknown[]) => unknown;
  return { method, answer: async (params) => textOf(await make(...argumentsOf(params))) };
}

/** Parameters by name are one argument. */
function argumentsOf(params: JsonValue | undefined): readonly unknown[] {
  if (params === undefined || params === null) return [];
  return isJsonArray(params) ? params.map(toPlain) : [toPlain(params)];
}

function textOf(value: unknown): JsonText {
  return stringifyJson(jsonOf(value ?? null, 'answer'));
}

/** @throws TypeError if there is no value: undefined is sent as null, which often means something else */
export function assertGiven(value: unknown, name: string, hint: string): void {
  if (value === undefined) throw new TypeError(`\`${name}\` is missing: ${hint}`);
}

/** @throws TypeError that shows what was meant */
export function assertObject(value: unknown, name: string, hint: string): asserts value is object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new TypeError(`\`${name}\` has to be an object, such as ${hint}, not ${kindOf(value)}`);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' || typeof value === 'function' ? `a ${typeof value}` : String(value);
}
