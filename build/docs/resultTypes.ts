import { isJsonArray, isJsonObject } from '../../src/codec/jsonText.ts';
import { nameOf, noteOf, type Schema, typeTextOf } from '../../src/rpc/openrpc/schema.ts';

/** The TypeScript types of results, made from their schemas. @module */

/** The types of components. */
const COMPONENT_TYPES: Readonly<Record<string, string>> = {
  Address: 'string',
  Blockhash: 'string',
  I64: 'U64',
  Signature: 'string',
  U64: 'U64',
};

/** Writes types, and keeps the declarations of those that have a name. */
export class ResultTypes {
  readonly #declared = new Map<string, string>();
  /** before each member and each list */
  readonly #mark: string;

  /** @param isReadonly whether members and lists are */
  constructor(isReadonly: boolean) {
    this.#mark = isReadonly ? 'readonly ' : '';
  }

  /** The declarations, in the order of their names. */
  get declarations(): readonly string[] {
    return [...this.#declared].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  }

  get names(): readonly string[] {
    return [...this.#declared.keys()];
  }

  /** The type of a result, by its name if it has one. */
  typeOf(schema: Schema): string {
    const name = nameOf(schema);
    if (name === undefined) return this.#bareTypeOf(schema);
    this.#declare(name, schema);
    return name;
  }

  #declare(name: string, schema: Schema): void {
    if (this.#declared.has(name)) return;
    // keeps its place while its members are written
    this.#declared.set(name, '');
    this.#declared.set(name, `${commentOf(schema)}export interface ${name} ${this.#objectOf(schema)}\n`);
  }

  #bareTypeOf(schema: Schema): string {
    const { $ref, additionalProperties, anyOf, enum: words, items, properties, type } = schema;
    const own = typeTextOf(schema);
    if (own !== undefined) return own;
    if (typeof $ref === 'string') return componentType($ref);
    if (isJsonArray(words)) return words.map((word) => `'${String(word)}'`).join(' | ');
    if (isJsonArray(anyOf)) return (anyOf as readonly Schema[]).map((form) => this.typeOf(form)).join(' | ');
    if (isJsonArray(items))
      return `${this.#mark}[${(items as readonly Schema[]).map((item) => this.typeOf(item)).join(', ')}]`;
    if (isJsonObject(items)) return `${this.#mark}${listItem(this.typeOf(items))}[]`;
    if (isJsonObject(additionalProperties)) return `Readonly<Record<string, ${this.typeOf(additionalProperties)}>>`;
    if (isJsonObject(properties)) return this.#objectOf(schema);
    if (type === 'integer') return 'number';
    return type === undefined || type === 'object' ? 'unknown' : String(type);
  }

  #objectOf({ properties, required = [] }: Schema): string {
    const lines = Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, member]) => {
      const mark = (required as readonly string[]).includes(name) ? '' : '?';
      const key = /^\w+$/.test(name) ? name : `'${name}'`;
      return `${commentOf(member)}${this.#mark}${key}${mark}: ${this.typeOf(member)};`;
    });
    return `{\n${lines.join('\n').replace(/^/gm, '  ')}\n}`;
  }
}

function componentType(ref: string): string {
  const name = ref.slice(ref.lastIndexOf('/') + 1);
  const type = COMPONENT_TYPES[name];
  if (type === undefined) throw new Error(`the component ${name} has no type of results`);
  return type;
}

function listItem(type: string): string {
  return type.startsWith('readonly ') || type.includes(' | ') ? `(${type})` : type;
}

function commentOf(schema: Schema): string {
  const note = noteOf(schema);
  return note === undefined ? '' : `/** ${note} */\n`;
}

/** The imports of those types of a table that a text has. */
export function importsOf(text: string, files: Readonly<Record<string, readonly string[]>>): string {
  const lines = Object.entries(files).flatMap(([file, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    return used.length === 0 ? [] : [`import type { ${used.join(', ')} } from '${file}';\n`];
  });
  return lines.join('');
}
