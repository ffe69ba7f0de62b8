import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '../../../codec/jsonText.ts';
import { didYouMean, nearest } from '../../../codec/suggest.ts';
import { COMMITMENTS } from '../../../solana/rpcWords.ts';
import type { DescribedMethod } from '../../openrpc/description.ts';
import { listMembers, type Schema } from '../../openrpc/schema.ts';
import { COMPONENTS } from '../../openrpc/schemas.ts';
import { isCommitment } from '../../params/usualTypes.ts';
import type { Reasons } from './index.ts';

export type MethodDescription = Pick<DescribedMethod, 'name' | 'params'>;

/** Adds the misspelled members of a configuration, which nodes ignore. */
export function addIgnoredMembers(method: MethodDescription, params: JsonValue | undefined, reasons: Reasons): void {
  addIgnoredCommitment(params, reasons);
  for (const sentence of ignoredMemberTexts(method, params)) reasons.add(sentence);
}

/** Adds an invalid commitment, which nodes ignore too. */
function addIgnoredCommitment(params: JsonValue | undefined, reasons: Reasons): void {
  const config = isJsonArray(params) ? params.find(isJsonObject) : undefined;
  const commitment = config?.commitment ?? undefined;
  if (config === undefined || commitment === undefined || isCommitment(commitment)) return;
  const [processed, confirmed, finalized] = COMMITMENTS;
  reasons.add(
    `${stringifyJson(commitment)} is not a commitment, and the node ignores it: there are ${processed}, ${confirmed} and ${finalized}`,
  );
}

/** A member that a node passes over, and the one that it is like. */
interface IgnoredMember {
  /** place of the member: `config.filters[0]` */
  readonly place: string;
  readonly name: string;
  readonly similar: string;
}

/** Sentences about unknown, probably misspelled members of parameters, which nodes ignore. */
function ignoredMemberTexts(method: MethodDescription, params: JsonValue | undefined): readonly string[] {
  if (!isJsonArray(params)) return [];
  const described = listMembers(method.params.members);
  const ignored = described.flatMap(({ name, schema }, i) => [...ignoredIn(params[i], schema, name)]);
  return ignored.map(
    ({ similar, name, place }) =>
      `${JSON.stringify(name)} is not a member of ${place}, and the node ignores it: ${didYouMean(JSON.stringify(similar))}`,
  );
}

function* ignoredIn(value: JsonValue | undefined, schema: Schema, place: string): Iterable<IgnoredMember> {
  const forms = formsOf(schema);
  if (isJsonArray(value)) {
    for (const [i, item] of value.entries())
      for (const form of forms) yield* ignoredIn(item, itemOf(form, i), `${place}[${i}]`);
  }
  if (!isJsonObject(value)) return;
  const members = new Map(
    forms.flatMap(({ properties }) => (isJsonObject(properties) ? propertySchemas(properties) : [])),
  );
  for (const [name, member] of Object.entries(value)) {
    const described = members.get(name);
    const similar = described === undefined ? nearest(name, members.keys()) : undefined;
    if (described !== undefined) yield* ignoredIn(member, described, `${place}.${name}`);
    else if (similar !== undefined) yield { place, name, similar };
  }
}

/** The forms of a value: references are followed. */
function formsOf(schema: Schema): readonly Schema[] {
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') return formsOf(COMPONENTS[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {});
  return isJsonArray(anyOf) ? anyOf.filter(isJsonObject).flatMap(formsOf) : [schema];
}

function propertySchemas(properties: Schema): readonly (readonly [string, Schema])[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    isJsonObject(schema) ? [[name, schema] as const] : [],
  );
}

/** The item of a list, or of a tuple. */
function itemOf({ items }: Schema, index: number): Schema {
  const item = isJsonArray(items) ? items[index] : items;
  return isJsonObject(item) ? item : {};
}
