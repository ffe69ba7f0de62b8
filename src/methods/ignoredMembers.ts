import { isJsonArray, isJsonObject, type JsonValue } from '../codec/json.ts';
import { nearest } from '../codec/nearest.ts';
import type { DescribedMethod } from '../openrpc/description.ts';
import { descriptionOf } from '../openrpc/document.ts';
import { listMembers, type Schema } from '../openrpc/schema.ts';
import { COMPONENTS } from '../openrpc/schemas.ts';

/** A member that a node passes over, and the one that it is like. */
interface IgnoredMember {
  /** where it stands: `config.filters[0]` */
  readonly of: string;
  readonly name: string;
  readonly meant: string;
}

/** Sentences on members of parameters that no description has, because they are misspelt: nodes say nothing of them. */
export function ignoredMemberTexts(method: DescribedMethod, params: JsonValue | undefined): readonly string[] {
  if (!isJsonArray(params)) return [];
  const described = listMembers(descriptionOf(method).params);
  const ignored = described.flatMap(({ name, schema }, i) => [...ignoredIn(params[i], schema, name)]);
  return ignored.map(
    ({ meant, name, of }) =>
      `${JSON.stringify(name)} is no member of ${of}, and the node ignores it: did you mean ${JSON.stringify(meant)}?`,
  );
}

function* ignoredIn(value: JsonValue | undefined, schema: Schema, of: string): Iterable<IgnoredMember> {
  const forms = formsOf(schema);
  if (isJsonArray(value)) {
    for (const [i, item] of value.entries())
      for (const form of forms) yield* ignoredIn(item, itemOf(form, i), `${of}[${i}]`);
  }
  if (!isJsonObject(value)) return;
  const members = new Map(forms.flatMap(({ properties }) => (isJsonObject(properties) ? entriesOf(properties) : [])));
  for (const [name, member] of Object.entries(value)) {
    const known = members.get(name);
    const meant = known === undefined ? nearest(name, members.keys()) : undefined;
    if (known !== undefined) yield* ignoredIn(member, known, `${of}.${name}`);
    else if (meant !== undefined) yield { of, name, meant };
  }
}

/** What a value may be: references are followed. */
function formsOf(schema: Schema): readonly Schema[] {
  const { $ref, anyOf } = schema;
  if (typeof $ref === 'string') return formsOf(COMPONENTS[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {});
  return isJsonArray(anyOf) ? anyOf.filter(isJsonObject).flatMap(formsOf) : [schema];
}

function entriesOf(properties: Schema): readonly (readonly [string, Schema])[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    isJsonObject(schema) ? [[name, schema] as const] : [],
  );
}

/** Of a list, or of a tuple. */
function itemOf({ items }: Schema, index: number): Schema {
  const item = isJsonArray(items) ? items[index] : items;
  return isJsonObject(item) ? item : {};
}
