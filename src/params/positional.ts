import { isJsonArray } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import type { Param } from './values.ts';

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
