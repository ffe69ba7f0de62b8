import { JsonFragment, type JsonText, type JsonValue } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { inContext, viewAt } from '../../rpc/methods/method.ts';
import { contextWith } from '../../rpc/openrpc/schemas.ts';
import { type Members, nullable, type Optional, optional, type Syntax } from '../../syntax/syntax.ts';
import {
  type ControlMethod,
  controlMethod,
  type Definition,
  type ResultDescription,
  SURFNET_PREFIX,
} from '../controlMethod.ts';

/**
 * Control methods under the names, with the parameters and the results of Surfpool.
 *
 * Source   surfpool 1.1 rpc/surfnet_cheatcodes.rs
 * @module
 */

/** A control method with the prefix `surfnet_`. Only calls can use it: the library does not have it. */
export function surfnetMethod<P extends Members>(definition: Omit<Definition<P>, 'library'>): ControlMethod {
  return { ...controlMethod(definition), name: `${SURFNET_PREFIX}${definition.name}` };
}

/** The result of methods that only change something. */
export const NULL_RESULT: ResultDescription = { result: 'context and `null`', schema: contextWith({ type: 'null' }) };

/** A value with a context, which has the processed slot. It is the same in both dialects. */
export function valueInContext(ledger: LedgerState, value: JsonText): JsonValue {
  const context = { ledger, dialect: DIALECTS.agave };
  return new JsonFragment(inContext(viewAt(context, 'processed'), value, context));
}

/** A member that may be left out, or null. */
export function optionalOrNull<T>(value: Syntax<T>): Optional<T | null, undefined> {
  return optional(nullable(value));
}

/** The members that are neither left out nor null. */
export function withoutNull<T extends object>(members: T): { readonly [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  // the names are those of T, which Object.entries forgets
  return Object.fromEntries(entries) as { readonly [K in keyof T]?: NonNullable<T[K]> };
}
