import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { RpcError, rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import {
  anyOf,
  listOf,
  type Members,
  objectOf,
  type Schema,
  withDefault as schemaWithDefault,
  wordOf,
} from '../openrpc/schema.ts';
import { BOOLEAN, component } from '../openrpc/schemas.ts';
import { knownVariant, readBoolean, readFlattenedVariant, readSequence, readSingleKey, readVariant } from './serde.ts';

/**
 * Descriptions of the values that RPC methods take, written as the node declares them. One description is how serde decodes a
 * value, with its texts, and the JSON Schema of it. From the schema follow the OpenRPC document, docs/methods.md, the types of
 * `node.request` and what `stillnode_explain` says of misspelled members.
 *
 * Source   serde 1.0.228 as derived, serde_json 1.0.149
 */

/** The rules that hold for a call. */
export interface NodeRules {
  readonly dialect: Dialect;
  readonly version: NodeVersion;
}

/** A value is read in two steps: everything in a call is decoded before anything of it is checked. */
export interface ParamType<T> {
  readonly schema: Schema;
  /** @throws RpcError -32602 with the text of serde */
  decode(value: JsonValue, node: NodeRules): unknown;
  /**
   * Turns what was decoded into the value: a text into an address.
   *
   * @throws RpcError
   */
  check(decoded: unknown, node: NodeRules): T;
  /** Decodes a value inside a struct that the node flattens into another one; default: `decode`. */
  decodeFlattened?(value: JsonValue, node: NodeRules): unknown;
}

/** A parameter or member that may be left out. */
export interface OptionalType<T> extends ParamType<T> {
  /** the value of one that is left out */
  readonly absent: T;
  /** null is refused; default: null counts as left out */
  readonly refusesNull?: boolean;
  /** belongs to a struct that the node flattens into this one: decoded after the others */
  readonly isFlattened?: boolean;
}

/** Types by name, in the order of the node's struct. */
export type ParamTypes = Readonly<Record<string, ParamType<unknown>>>;

export type TypeOf<P> = P extends ParamType<infer T> ? T : never;

/** The values of types by name. */
export type ValuesOf<M extends ParamTypes> = { readonly [Name in keyof M]: TypeOf<M[Name]> };

/** The second step of a type that has none: the value is what was decoded. */
const asDecoded = <T>(decoded: unknown): T => decoded as T;

/** Whether a type has a second step. */
export function hasCheck({ check }: ParamType<unknown>): boolean {
  return check !== asDecoded;
}

/** Whether a parameter or member may be left out. */
export function isOptional(type: ParamType<unknown>): type is OptionalType<unknown> {
  return 'absent' in type;
}

/** A parameter or member with its name, worked out once. */
export interface MemberPlan {
  readonly name: string;
  readonly type: ParamType<unknown>;
  readonly isOptional: boolean;
  readonly takesNull: boolean;
  readonly absent: unknown;
}

/** The parameters or members of a description, in its order. */
export function planMembers(types: ParamTypes): readonly MemberPlan[] {
  return Object.entries(types).map(([name, type]) => ({
    name,
    type,
    isOptional: isOptional(type),
    takesNull: isOptional(type) && type.refusesNull !== true,
    absent: isOptional(type) ? type.absent : undefined,
  }));
}

/** Decodes a parameter or member; one that may be left out, and is, has its absent value. @param value undefined: it is left out */
export function decodeMember(
  value: JsonValue | undefined,
  { absent, isOptional, takesNull, type }: MemberPlan,
  node: NodeRules,
): unknown {
  const isLeftOut = value === undefined ? isOptional : value === null && takesNull;
  return isLeftOut ? absent : type.decode(value!, node);
}

/** The schemas of types, as `objectOf` takes them. */
export function schemasOf(types: readonly MemberPlan[]): Members {
  return Object.fromEntries(types.map(({ isOptional, name, type }) => [isOptional ? `${name}?` : name, type.schema]));
}

/** A type without a second step. @param decodeFlattened decodes it inside a struct that the node flattens into another one */
export function paramType<T>(
  schema: Schema,
  decode: (value: JsonValue, node: NodeRules) => T,
  decodeFlattened = decode,
): ParamType<T> {
  return { schema, decode, decodeFlattened, check: asDecoded<T> };
}

/** A type with a second step. @param schema of the value after both steps */
export function checked<D, T>(
  type: ParamType<D>,
  check: (value: D, node: NodeRules) => T,
  schema: Schema = type.schema,
): ParamType<T> {
  const checkBoth = hasCheck(type)
    ? (decoded: unknown, node: NodeRules) => check(type.check(decoded, node), node)
    : check;
  return { ...type, schema, check: checkBoth as ParamType<T>['check'] };
}

/** A type whose schema stands once in the OpenRPC document, under a name. */
export function named<P extends ParamType<unknown>>(name: string, type: P): P {
  return { ...type, schema: component(name, type.schema) };
}

/** A type that may be left out: its value is undefined then. */
export function optional<T>(type: ParamType<T>): OptionalType<T | undefined> {
  return absentAs(type, undefined);
}

/** A type that may be left out. @param value the value then, which the schema names */
export function withDefault<T>(type: ParamType<T>, value: NoInfer<T>): OptionalType<T> {
  return absentAs(type, value, schemaWithDefault(type.schema, value as string | number | boolean));
}

/** A type that may be left out. @param absent the value then, which the schema does not name */
export function absentAs<T, A>(type: ParamType<T>, absent: A, schema = type.schema): OptionalType<T | A> {
  const check = hasCheck(type)
    ? (decoded: unknown, node: NodeRules) => (decoded === absent ? absent : type.check(decoded, node))
    : asDecoded<T | A>;
  return { ...type, schema, absent, check };
}

/** A switch: `false` if it is left out. Unlike for other optional members, null is refused. */
export const flag: OptionalType<boolean> = {
  ...withDefault(paramType(BOOLEAN, readBoolean), false),
  refusesNull: true,
};

/** A rule that a later version of the node has brought. */
export type LaterRule = (node: NodeRules) => boolean;

/** A member that only some versions of the node know; others ignore it. */
export function since<T>(isKnown: LaterRule, type: OptionalType<T>): OptionalType<T> {
  return { ...type, decode: (value, node) => (isKnown(node) ? type.decode(value, node) : type.absent) };
}

/** A word of a list, as text or as `{"word": null}`. @param listed the words in the schema */
export function words<const T extends string>(variants: readonly T[], listed: readonly T[] = variants): ParamType<T> {
  return paramType(wordOf(...listed), (value) => readVariant(value, variants));
}

/** Words in a struct that the node flattens into another one: `{"word": {}}` is one too. */
export function flattenedWords<const T extends string>(variants: readonly T[]): ParamType<T> {
  return paramType(wordOf(...variants), (value) => readFlattenedVariant(value, variants));
}

/** Words that a dialect has only some of. */
export function dialectWords<T extends string>(variants: readonly T[], legacy: T): ParamType<T> {
  const current = variants.filter((variant) => variant !== legacy);
  return paramType(wordOf(...variants), (value, { dialect }) =>
    readVariant(value, dialect.acceptsLegacyEncodings ? variants : current),
  );
}

/** The limit of the length of a list. */
export interface LengthLimit {
  readonly maxItems?: number;
  /** @throws RpcError */
  assertLength(length: number, node: NodeRules): void;
}

/** A list of items of one type. The length is checked in the second step, before the items. */
export function list<T>(type: ParamType<T>, limit?: LengthLimit): ParamType<readonly T[]> {
  const items = paramType(listOf(type.schema, limit?.maxItems), (value, node) =>
    readSequence(value).map((item) => type.decode(item, node)),
  );
  if (limit === undefined && !hasCheck(type)) return items as ParamType<readonly T[]>;
  return checked(items, (decoded, node) => {
    limit?.assertLength(decoded.length, node);
    return hasCheck(type) ? decoded.map((item) => type.check(item, node)) : (decoded as readonly T[]);
  });
}

/** The content of a variant that is only a word. */
export const UNIT: ParamType<'unit'> = paramType({ type: 'null' }, () => 'unit');

/** A word, or an object with one member. */
type VariantOf<M extends ParamTypes> = {
  [Name in keyof M & string]: TypeOf<M[Name]> extends 'unit' ? Name : { readonly [_ in Name]: TypeOf<M[Name]> };
}[keyof M & string];

/** An enum of the node, by the names of its variants: `"all"` or `{"mentions": […]}`. */
export function variants<M extends ParamTypes>(types: M): ParamType<VariantOf<M>> {
  const names = Object.keys(types);
  const units = names.filter((name) => types[name] === UNIT);
  const objects = names.flatMap((name) => (types[name] === UNIT ? [] : [objectOf({ [name]: types[name]!.schema })]));
  const schema = anyOf(...objects, ...(units.length === 0 ? [] : [wordOf(...units)]));
  const decode = (value: JsonValue, node: NodeRules): string | JsonObject => {
    if (typeof value === 'string') return readUnit(knownVariant(value, names), units);
    const [key, content] = readSingleKey(value);
    const type = types[knownVariant(key, names)]!;
    return type === UNIT ? readVariant(value, names) : { [key]: type.decode(content, node) as JsonValue };
  };
  return checked(paramType(schema, decode), (decoded, node) => {
    if (typeof decoded === 'string') return decoded as VariantOf<M>;
    const [name, content] = Object.entries(decoded)[0]!;
    return { [name]: types[name]!.check(content, node) } as VariantOf<M>;
  });
}

/** The name of a variant that is only a word. @throws RpcError: the variant has content */
function readUnit(name: string, units: readonly string[]): string {
  if (!units.includes(name)) throw rpcErrors.invalidParams('invalid type: unit variant, expected newtype variant');
  return name;
}

/** The first of several forms that can be decoded; if none can, the error is always the same. Forms have no second step. */
export function untagged<const F extends readonly ParamType<unknown>[]>(
  name: string,
  forms: F,
): ParamType<TypeOf<F[number]>> {
  return paramType(anyOf(...forms.map(({ schema }) => schema)), (value, node) => {
    for (const form of forms) {
      try {
        return form.decode(value, node) as TypeOf<F[number]>;
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
      }
    }
    throw rpcErrors.invalidParams(`data did not match any variant of untagged enum ${name}`);
  });
}
