import { isJsonArray, isJsonObject } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { Members } from '../openrpc/schema.ts';
import {
  decodePlanned,
  hasCheck,
  type NodeRules,
  type ParamTypes,
  type Planned,
  planned,
  schemasOf,
  type ValuesOf,
} from './paramType.ts';
import { debugText, type Param, readMembersInOrder } from './serde.ts';

/** The parameters of a method, by position. */
export interface Params<T> {
  /** their schemas by name, in their order */
  readonly members: Members;
  /** @throws RpcError -32602 where the node would refuse them */
  read(params: Param, node: NodeRules): T;
}

/** Positional parameters by name. Those that may be left out come last. */
export function params<M extends ParamTypes>(types: M): Params<ValuesOf<M>> {
  const declared = planned(types);
  const toCheck = declared.filter(({ type }) => hasCheck(type));
  const decode = decoderOf(declared);
  return {
    members: schemasOf(declared),
    read(given, node) {
      const values = decode(given, node);
      for (const { name, type } of toCheck) values[name] = type.check(values[name], node);
      // each value is of the type of its parameter
      return values as ValuesOf<M>;
    },
  };
}

/** Parameters with a last step that looks at all of them. */
export function checkedParams<D, T>({ members, read }: Params<D>, check: (values: D, node: NodeRules) => T): Params<T> {
  return { members, read: (given, node) => check(read(given, node), node) };
}

/** Reads parameters by the rules of the node, which hold in either dialect. */
export function readAsNode<T>({ read }: Params<T>, given: Param, version: NodeVersion): T {
  return read(given, { dialect: DIALECTS.agave, version });
}

export const NO_PARAMS = params({});

type Decoder = (given: Param, node: NodeRules) => Record<string, unknown>;

/** How the node reads the list of parameters, by how many of them are required. */
function decoderOf(declared: readonly Planned[]): Decoder {
  const required = declared.filter(({ isOptional }) => !isOptional).length;
  if (declared.length === 0) return refuseParams;
  return required === declared.length
    ? (given, node) => decodeTuple(given, declared, node)
    : (given, node) => decodePositions(optionalPositions(given, required, declared.length), declared, node);
}

function refuseParams(given: Param): Record<string, unknown> {
  if (isJsonObject(given) || (isJsonArray(given) && given.length > 0))
    throw rpcErrors.noParamsExpected(debugText(given));
  return {};
}

/**
 * Parameters of which none may be left out.
 *
 * Source   jsonrpc-core 18 `Params::parse` into a tuple
 */
function decodeTuple(given: Param, declared: readonly Planned[], node: NodeRules): Record<string, unknown> {
  const want = `a tuple of size ${declared.length}`;
  if (given === undefined || given === null) throw rpcErrors.invalidParams(`invalid type: null, expected ${want}`);
  if (!isJsonArray(given)) throw rpcErrors.invalidParams(`invalid type: map, expected ${want}`);
  return readMembersInOrder(given, want, (next) =>
    Object.fromEntries(declared.map(({ name, type }) => [name, type.decode(next()!, node)])),
  );
}

/**
 * The list of parameters of which the last ones may be left out.
 *
 * Source   jsonrpc-core 18 `Params::parse` with optional trailing arguments
 */
function optionalPositions(given: Param, min: number, max: number): readonly Param[] {
  if (given === undefined || given === null) {
    if (min > 0) throw rpcErrors.tooFewParams(min);
    return [];
  }
  if (!isJsonArray(given)) throw rpcErrors.paramsNotArray();
  if (given.length < min) throw rpcErrors.tooFewParams(min);
  if (given.length > max) throw rpcErrors.tooManyParams(min, max, given.length);
  return given;
}

function decodePositions(
  given: readonly Param[],
  declared: readonly Planned[],
  node: NodeRules,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (let i = 0; i < declared.length; i++) {
    const parameter = declared[i]!;
    values[parameter.name] = decodePlanned(given[i], parameter, node);
  }
  return values;
}
