import { isJsonArray, isJsonObject } from '../../src/codec/jsonText.ts';
import type { DescribedMethod } from '../../src/rpc/openrpc/description.ts';
import { resultText } from '../../src/rpc/openrpc/resultText.ts';
import { meaningOf, nameOf, noteOf, type Schema, typeTextOf } from '../../src/rpc/openrpc/schema.ts';
import { COMPONENTS, componentName, componentOf, REWARD } from '../../src/rpc/openrpc/schemas.ts';
import { SIMULATION_OUTCOME } from '../../src/rpc/openrpc/simulationSchema.ts';
import { inLine } from './paramTypes.ts';

/** The TypeScript types of results, made from their schemas. @module */

/** The types of components that are not objects. */
const COMPONENT_TYPES: Readonly<Record<string, string>> = {
  Address: 'string',
  Blockhash: 'string',
  Signature: 'string',
};

const INTEGERS = ['I64', 'U64'];

/** Writes types, and keeps the declarations of those that have a name. */
export class ResultTypes {
  readonly #declared = new Map<string, string>();
  /** before each member and each list */
  readonly #mark: string;
  readonly #integer: string;

  /**
   * @param integer the type of an integer that may be beyond 2^53
   * @param isReadonly whether members and lists are
   */
  constructor(integer: string, isReadonly: boolean) {
    this.#integer = integer;
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
    const members = typeof schema.$ref === 'string' ? componentOf(schema.$ref) : schema;
    this.#declared.set(name, `${commentText(meaningOf(schema))}export interface ${name} ${this.#objectOf(members)}\n`);
  }

  #bareTypeOf(schema: Schema): string {
    const { $ref, additionalProperties, anyOf, const: word, enum: words, items, properties, type } = schema;
    const own = typeTextOf(schema);
    if (own !== undefined) return own;
    if (typeof $ref === 'string') return this.#componentType($ref);
    if (typeof word === 'string') return `'${word}'`;
    if (isJsonArray(words)) return words.map((word) => `'${String(word)}'`).join(' | ');
    if (isJsonArray(anyOf)) return unionOf((anyOf as readonly Schema[]).map((form) => this.typeOf(form)));
    if (isJsonArray(items))
      return `${this.#mark}[${(items as readonly Schema[]).map((item) => this.typeOf(item)).join(', ')}]`;
    if (isJsonObject(items)) return `${this.#mark}${listItem(this.typeOf(items))}[]`;
    if (isJsonObject(additionalProperties)) return this.#mapOf(this.typeOf(additionalProperties));
    if (isJsonObject(properties)) return this.#inContext(properties) ?? this.#objectOf(schema);
    if (type === 'integer') return 'number';
    return type === undefined || type === 'object' ? 'unknown' : String(type);
  }

  #mapOf(values: string): string {
    return this.#mark === '' ? `Record<string, ${values}>` : `Readonly<Record<string, ${values}>>`;
  }

  /** The type of what `rpcResponse` and `rpcNotification` give; undefined: another object. */
  #inContext({ context, value }: Schema): string | undefined {
    if (!isJsonObject(context) || value === undefined) return undefined;
    return `${context.$ref === undefined ? 'InSlot' : 'WithContext'}<${inLine(this.typeOf(value as Schema))}>`;
  }

  #componentType(ref: string): string {
    const name = componentName(ref);
    if (INTEGERS.includes(name)) return this.#integer;
    const type = COMPONENT_TYPES[name];
    if (type !== undefined) return type;
    this.#declare(name, COMPONENTS[name]!);
    return name;
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

/** A union: one open form leaves all of it open. */
function unionOf(types: readonly string[]): string {
  return types.includes('unknown') ? 'unknown' : types.join(' | ');
}

function listItem(type: string): string {
  return type.startsWith('readonly ') || type.includes(' | ') ? `(${type})` : type;
}

function commentOf(schema: Schema): string {
  return commentText(noteOf(schema));
}

function commentText(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text} */\n`;
}

/** The imports of those types of a table that a text has. */
export function importsOf(text: string, files: Readonly<Record<string, readonly string[]>>): string {
  const lines = Object.entries(files).flatMap(([file, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text));
    return used.length === 0 ? [] : [`import type { ${used.join(', ')} } from '${file}';\n`];
  });
  return lines.join('');
}

/** Types that are written by hand, by the files that have them. */
const ANSWER_VALUES = ['Amount', 'Status', 'TransactionError', 'WithContext'];

/** The text of `src/rpc/openrpc/resultTypes.ts`. */
export function methodResults(methods: readonly DescribedMethod[]): string {
  return resultsFile('MethodResults', 'methods', methods, { './answerValues.ts': ANSWER_VALUES });
}

/** The text of `src/extensions/extensionResults.ts`. */
export function extensionResults(methods: readonly DescribedMethod[]): string {
  return resultsFile('ExtensionResults', 'extensions', methods, { '../rpc/openrpc/answerValues.ts': ANSWER_VALUES });
}

function resultsFile(
  name: string,
  what: string,
  methods: readonly DescribedMethod[],
  files: Readonly<Record<string, readonly string[]>>,
): string {
  const types = new ResultTypes('Amount', false);
  const members = methods
    .filter(({ result }) => saysAll(result))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, result }) => `  /** ${resultText(result)} */\n  ${name}: ${inLine(types.typeOf(result))};\n`);
  if (name === 'MethodResults') for (const part of SHARED) types.typeOf(part);
  const head = `/** Results of ${what} that do not depend on the configuration. Written by \`npm run docs\` from their descriptions. */`;
  const body = [...types.declarations, `export interface ${name} {\n${members.join('')}}\n`].join('\n');
  return `${importsOf(body, files)}\n${head}\n\n${body}`;
}

/** The text of `src/rpc/subscriptions/notificationTypes.ts`. */
export function notificationTypes(subscriptions: Iterable<DescribedMethod & { readonly kind: string }>): string {
  const types = new ResultTypes('Amount', true);
  const members = Array.from(
    subscriptions,
    ({ kind, result }) => `  /** ${resultText(result)} */\n  readonly ${kind}: ${inLine(types.typeOf(result))};\n`,
  );
  const head = '/** The notifications of each kind. Written by `npm run docs` from their descriptions. */';
  const body = `${types.declarations.join('\n')}\n${head}\nexport interface Notifications {\n${members.join('')}}\n`;
  return `${importsOf(body, { '../openrpc/answerValues.ts': [...ANSWER_VALUES, 'InSlot'].toSorted() })}\n${body}`;
}

/** Parts of results that depend on the configuration. */
const SHARED = [REWARD, SIMULATION_OUTCOME];

/** Whether a schema leaves nothing open: a result that depends on the configuration has its type in src/node/answers. */
function saysAll(schema: Schema): boolean {
  const types = new ResultTypes('Amount', false);
  return ![types.typeOf(schema), ...types.declarations].some((text) => /\bunknown\b/.test(text));
}
