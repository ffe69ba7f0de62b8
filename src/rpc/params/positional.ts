import { isJsonArray, isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { readMembersInOrder } from './keyParams.ts';
import { debugText, type Param, readString } from './paramValues.ts';

/**
 * The positional arguments of a request; trailing ones that are absent or null come out undefined.
 *
 * Source   jsonrpc-core 18 `Params::parse` with optional trailing arguments
 */
export function readPositional(params: Param, min: number, max: number): readonly Param[] {
  if (params === undefined || params === null) {
    if (min > 0) throw rpcErrors.tooFewParams(min);
    return [];
  }
  if (!isJsonArray(params)) throw rpcErrors.paramsNotArray();
  if (params.length < min) throw rpcErrors.tooFewParams(min);
  if (params.length > max) throw rpcErrors.tooManyParams(min, max, params.length);
  return params.map((param, i) => (i >= min && param === null ? undefined : param));
}

/**
 * The arguments of a method that has no optional ones, which happen to be all of a kind: null counts as a value.
 *
 * Source   jsonrpc-core 18 `Params::parse` into a tuple
 */
export function readTuple<T>(params: Param, size: number, read: (value: JsonValue) => T): readonly T[] {
  const want = `a tuple of size ${size}`;
  if (params === undefined || params === null) throw rpcErrors.invalidParams(`invalid type: null, expected ${want}`);
  if (!isJsonArray(params)) throw rpcErrors.invalidParams(`invalid type: map, expected ${want}`);
  return readMembersInOrder(params, want, (next) => Array.from({ length: size }, () => read(next())));
}

/** `[text, config]`: both are decoded before `readText` checks what the text says, which may depend on the configuration. */
export function readTextAndConfig<T, C>(
  params: Param,
  readText: (text: string, config: C) => T,
  readConfig: (param: Param) => C,
): readonly [T, C] {
  const [textParam, configParam] = readPositional(params, 1, 2);
  const text = readString(textParam!);
  const config = readConfig(configParam);
  return [readText(text, config), config];
}

/** For a method without arguments. */
export function assertNoParams(params: Param): void {
  if (params === undefined || params === null) return;
  if (isJsonArray(params) && params.length === 0) return;
  if (isJsonArray(params) || isJsonObject(params)) throw rpcErrors.noParamsExpected(debugText(params));
}
