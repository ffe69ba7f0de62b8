import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { objectOf } from '../openrpc/schema.ts';
import {
  absentAs,
  checked,
  decodeMember,
  hasCheck,
  isOptional,
  type MemberPlan,
  type NodeRules,
  type OptionalType,
  type ParamType,
  type ParamTypes,
  paramType,
  planMembers,
  schemasOf,
  type ValuesOf,
} from './paramType.ts';
import { assertKnownFields, readMembersInOrder, readStruct } from './serde.ts';

/** Structs of the node, which most configurations are. */

export interface StructType<T> extends ParamType<T> {
  /** the value of `{}`; undefined: a member is required */
  readonly defaults: T | undefined;
}

/**
 * A struct of the node.
 *
 * An object is decoded in the alphabetical order of its members, those of flattened structs last. Unknown members are ignored. A
 * list has the members in the order in which they are declared; a struct that another one is flattened into cannot be a list.
 *
 * @param name as the node's messages have it
 */
export function struct<M extends ParamTypes>(name: string, members: M): StructType<ValuesOf<M>> {
  type T = ValuesOf<M>;
  const plan = planOf(name, members);
  const decode = (value: JsonValue, node: NodeRules, wantNoMore?: string): T => {
    const isList = isJsonArray(value) && plan.flattened.length === 0;
    const decoded = isList
      ? decodeList(value, plan, node, wantNoMore)
      : decodeObject(readStruct(value, name), plan, node);
    return decoded as T;
  };
  const decoding = paramType(
    objectOf(schemasOf(plan.declared)),
    (value, node) => decode(value, node),
    (value, node) => decode(value, node, `${plan.count} in sequence`),
  );
  const type =
    plan.checked.length === 0 ? decoding : checked(decoding, (decoded, node) => checkMembers(decoded, plan, node));
  const defaults = plan.declared.every(({ isOptional }) => isOptional) ? ({ ...plan.absent } as T) : undefined;
  return { ...type, defaults };
}

/** A struct whose unknown members are refused. */
export function strictStruct<M extends ParamTypes>(name: string, members: M): StructType<ValuesOf<M>> {
  const type = struct(name, members);
  const fields = Object.keys(members);
  return {
    ...type,
    decode(value, node) {
      if (isJsonObject(value)) assertKnownFields(value, fields);
      return type.decode(value, node);
    },
  };
}

/** A configuration: where it is left out, each of its members is. */
export function orDefaults<T>(type: StructType<T>): OptionalType<T> {
  if (type.defaults === undefined) throw new TypeError('a member of the configuration is required');
  return absentAs(type, type.defaults);
}

/** The members of a struct that the node flattens into another one. */
export function flattened<M extends ParamTypes>(members: M): M {
  const marked = Object.entries(members).map(([name, type]) => [
    name,
    { ...type, isFlattened: true, decode: type.decodeFlattened ?? type.decode },
  ]);
  // each type is that of its member
  return Object.fromEntries(marked) as M;
}

/** The order of things for one struct, worked out once. */
interface StructPlan {
  readonly name: string;
  /** `2 elements` */
  readonly count: string;
  readonly declared: readonly MemberPlan[];
  /** members of the struct itself, in alphabetical order */
  readonly own: readonly MemberPlan[];
  /** members of structs that are flattened into it, in alphabetical order */
  readonly flattened: readonly MemberPlan[];
  readonly requiredOwn: readonly string[];
  readonly requiredFlattened: readonly string[];
  readonly checked: readonly MemberPlan[];
  /** the value of `{}`; every value has its members in the declared order */
  readonly absent: Readonly<Record<string, unknown>>;
}

function planOf(name: string, members: ParamTypes): StructPlan {
  const declared = planMembers(members);
  const alphabetical = declared.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const own = alphabetical.filter((member) => !isFlattened(member));
  const flattened = alphabetical.filter(isFlattened);
  return {
    name,
    count: declared.length === 1 ? '1 element' : `${declared.length} elements`,
    declared,
    own,
    flattened,
    requiredOwn: requiredOf(declared.filter((member) => !isFlattened(member))),
    requiredFlattened: requiredOf(declared.filter(isFlattened)),
    checked: declared.filter(({ type }) => hasCheck(type)),
    absent: Object.fromEntries(declared.map(({ absent, name: member }) => [member, absent])),
  };
}

function isFlattened({ type }: MemberPlan): boolean {
  return 'isFlattened' in type && type.isFlattened === true;
}

function requiredOf(members: readonly MemberPlan[]): readonly string[] {
  return members.flatMap(({ name, type }) => (isOptional(type) ? [] : [name]));
}

function decodeObject(object: JsonObject, plan: StructPlan, node: NodeRules): Record<string, unknown> {
  const decoded = { ...plan.absent };
  decodeMembers(object, plan.own, decoded, node);
  assertMembers(object, plan.requiredOwn);
  decodeMembers(object, plan.flattened, decoded, node);
  assertMembers(object, plan.requiredFlattened);
  return decoded;
}

function decodeMembers(
  object: JsonObject,
  members: readonly MemberPlan[],
  decoded: Record<string, unknown>,
  node: NodeRules,
): void {
  for (const member of members) {
    const value = object[member.name];
    if (value !== undefined) decoded[member.name] = decodeMember(value, member, node);
  }
}

function assertMembers(object: JsonObject, required: readonly string[]): void {
  for (const name of required)
    if (object[name] === undefined) throw rpcErrors.invalidParams(`missing field \`${name}\``);
}

function decodeList(
  values: readonly JsonValue[],
  { absent, count, declared, name }: StructPlan,
  node: NodeRules,
  wantNoMore: string | undefined,
): Record<string, unknown> {
  const read = (next: (mayBeMissing: boolean) => JsonValue | undefined) => {
    const decoded = { ...absent };
    for (const member of declared) {
      // a default of the struct itself holds where the list has ended
      const mayBeMissing = member.isOptional && !member.takesNull;
      decoded[member.name] = decodeMember(next(mayBeMissing), member, node);
    }
    return decoded;
  };
  return readMembersInOrder(values, `struct ${name} with ${count}`, read, wantNoMore);
}

function checkMembers<T extends object>(decoded: T, { checked }: StructPlan, node: NodeRules): T {
  const values = { ...decoded } as Record<string, unknown>;
  for (const { name, type } of checked) values[name] = type.check(values[name], node);
  return values as T;
}
