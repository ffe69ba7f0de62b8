import { isJsonArray, isJsonObject } from '../../codec/jsonText.ts';
import { DIALECTS } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { Members } from '../openrpc/schema.ts';
import {
  decodeMember,
  hasCheck,
  type MemberPlan,
  type NodeRules,
  type ParamTypes,
  planMembers,
  schemasOf,
  type ValuesOf,
} from './paramType.ts';
import { debugText, type Param, readMembersInOrder } from './serde.ts';

/** The parameters of a method, by position. */
export interface Params<T> {
  /** schemas by the names of the parameters, in their order */
  readonly members: Members;
  /** @throws RpcError -32602 where the node would refuse them */
  read(params: Param, node: NodeRules): T;
}

/** Positional parameters by name. Those that may be left out come last. */
export function params<M extends ParamTypes>(types: M): Params<ValuesOf<M>> {
  const declared = planMembers(types);
  const toCheck = declared.filter(({ type }) => hasCheck(type));
  const decode = decoderOf(declared);
  return {
    members: schemasOf(declared),
    read(json, node) {
      const values = decode(json, node);
      for (const { name, type } of toCheck) values[name] = type.check(values[name], node);
      // each value is of the type of its parameter
      return values as ValuesOf<M>;
    },
  };
}

/** Parameters with a last step that looks at all of them. */
export function checkedParams<D, T>({ members, read }: Params<D>, check: (values: D, node: NodeRules) => T): Params<T> {
  return { members, read: (json, node) => check(read(json, node), node) };
}

/** Reads parameters by the rules of the node, which hold in either dialect. */
export function readAsNode<T>({ read }: Params<T>, json: Param, version: NodeVersion): T {
  return read(json, { dialect: DIALECTS.agave, version });
}

export const NO_PARAMS = params({});

type Decoder = (json: Param, node: NodeRules) => Record<string, unknown>;

/** The node's way to read the list of parameters, which depends on how many are required. */
function decoderOf(declared: readonly MemberPlan[]): Decoder {
  const required = declared.filter(({ isOptional }) => !isOptional).length;
  if (declared.length === 0) return refuseParams;
  return required === declared.length
    ? (json, node) => decodeTuple(json, declared, node)
    : (json, node) => decodePositions(optionalPositions(json, required, declared.length), declared, node);
}

function refuseParams(json: Param): Record<string, unknown> {
  if (isJsonObject(json) || (isJsonArray(json) && json.length > 0)) throw rpcErrors.noParamsExpected(debugText(json));
  return {};
}

/**
 * Parameters of which none may be left out.
 *
 * Source   jsonrpc-core 18 `Params::parse` into a tuple
 */
function decodeTuple(json: Param, declared: readonly MemberPlan[], node: NodeRules): Record<string, unknown> {
  const want = `a tuple of size ${declared.length}`;
  if (json === undefined || json === null) throw rpcErrors.invalidParams(`invalid type: null, expected ${want}`);
  if (!isJsonArray(json)) throw rpcErrors.invalidParams(`invalid type: map, expected ${want}`);
  return readMembersInOrder(json, want, (next) =>
    Object.fromEntries(declared.map(({ name, type }) => [name, type.decode(next()!, node)])),
  );
}

/**
 * The list of parameters of which the last ones may be left out.
 *
 * Source   jsonrpc-core 18 `Params::parse` with optional trailing arguments
 */
function optionalPositions(json: Param, min: number, max: number): readonly Param[] {
  if (json === undefined || json === null) {
    if (min > 0) throw rpcErrors.tooFewParams(min);
    return [];
  }
  if (!isJsonArray(json)) throw rpcErrors.paramsNotArray();
  if (json.length < min) throw rpcErrors.tooFewParams(min);
  if (json.length > max) throw rpcErrors.tooManyParams(min, max, json.length);
  return json;
}

function decodePositions(
  json: readonly Param[],
  declared: readonly MemberPlan[],
  node: NodeRules,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (let i = 0; i < declared.length; i++) {
    const parameter = declared[i]!;
    values[parameter.name] = decodeMember(json[i], parameter, node);
  }
  return values;
}
