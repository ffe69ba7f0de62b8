import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '../../src/codec/jsonText.ts';
import type { DescribedMethod } from '../../src/rpc/openrpc/description.ts';
import { listMembers, type Member, type Schema } from '../../src/rpc/openrpc/schema.ts';
import { COMPONENTS, componentName } from '../../src/rpc/openrpc/schemas.ts';
import { typeOf, typeRef } from './ledgerTypes.ts';

/** The types of parameters in `node.request` and `node.subscribe`, made from the descriptions of the methods. */

const HEAD = `import type { AddressParam } from '../../solana/address.ts';
import type { Commitment, ConfirmedCommitment } from '../../solana/rpcWords.ts';

/** Parameters of methods and subscriptions. Written by \`npm run docs\` from their descriptions. */

export type Integer = number | bigint;
`;

/** Components that have other names as types. */
const TYPES: Readonly<Record<string, string>> = {
  Address: 'AddressParam',
  AtLeastConfirmed: 'ConfirmedCommitment',
  Blockhash: 'string',
  Signature: 'string',
  I64: 'Integer',
  U64: 'Integer',
};

type DescribedSubscription = DescribedMethod & { readonly kind: string };

/** The text of `src/rpc/openrpc/paramTypes.ts`. */
export function paramTypes(
  methods: readonly DescribedMethod[],
  subscriptions: readonly DescribedSubscription[],
): string {
  const configs = new Map<Schema, string>();
  nameConfigs(methods, configs);
  for (const { kind, params } of subscriptions)
    nameConfig(`${capital(kind)}Subscription`, listMembers(params.members), configs);
  const byKind = subscriptions.map((subscription) => [subscription.kind, subscription] as const);
  return [
    HEAD,
    ...interfacesOf(configs),
    paramsByName(
      'MethodParams',
      'The parameters of the methods of Agave, in their order, as `node.request` takes them: docs/methods.md.',
      methods,
      configs,
    ),
    `/** The parameters of the subscriptions, by kind, as \`node.subscribe\` takes them: docs/subscriptions.md. */\nexport interface SubscriptionParams {\n${listTexts(byKind, configs)}}\n`,
  ].join('\n');
}

/** The text of `src/extensions/extensionParams.ts`. */
export function extensionParamTypes(methods: readonly DescribedMethod[]): string {
  const configs = new Map<Schema, string>();
  nameConfigs(methods, configs);
  const body = [
    ...interfacesOf(configs),
    paramsByName(
      'ExtensionParams',
      'The parameters of the methods beyond those of Agave: docs/extensions.md.',
      methods,
      configs,
    ),
  ].join('\n');
  return `${extensionHead(body)}\n${body}`;
}

/** The imports of types that the text has. */
function extensionHead(body: string): string {
  const imports = EXTENSION_IMPORTS.flatMap(([names, file]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
    return used.length === 0 ? [] : [`import type { ${used.join(', ')} } from '${file}';\n`];
  });
  const head = imports.length === 0 ? '' : `${imports.join('')}\n`;
  return `${head}/** Parameters of extensions. Written by \`npm run docs\` from their descriptions. */\n`;
}

const EXTENSION_IMPORTS = [
  [['Integer'], '../rpc/openrpc/paramTypes.ts'],
  [['AddressParam'], '../solana/address.ts'],
  [['Commitment', 'ConfirmedCommitment'], '../solana/rpcWords.ts'],
] as const;

type Configs = Map<Schema, string>;

function nameConfigs(methods: readonly DescribedMethod[], configs: Configs): void {
  for (const { name, params } of methods) nameConfig(capital(name), listMembers(params.members), configs);
}

function interfacesOf(configs: Configs): readonly string[] {
  return Array.from(configs, ([schema, name]) => declared(name, schema, configs));
}

function paramsByName(name: string, meaning: string, methods: readonly DescribedMethod[], configs: Configs): string {
  const byName = methods.filter((method) => !method.name.includes('.')).map((method) => [method.name, method] as const);
  return `/** ${meaning} */\nexport interface ${name} {\n${listTexts(
    byName.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    configs,
  )}}\n`;
}

function listTexts(rows: readonly (readonly [name: string, DescribedMethod])[], configs: Configs): string {
  return rows
    .map(([name, { params }]) => `  readonly ${name}: ${listText(listMembers(params.members), configs)};\n`)
    .join('');
}

/** Gives the configuration of a method a name, or those of the document that it refers to. */
function nameConfig(prefix: string, members: readonly Member[], configs: Map<Schema, string>): void {
  for (const { schema } of members) nameComponents(schema, configs);
  const last = members.at(-1);
  if (last?.name !== 'config') return;
  const form = formsOf(last.schema).find(({ properties }) => properties !== undefined);
  if (form !== undefined && !configs.has(form)) configs.set(form, `${prefix}Config`);
}

function nameComponents(value: JsonValue, configs: Map<Schema, string>): void {
  if (isJsonArray(value)) for (const item of value) nameComponents(item, configs);
  if (!isJsonObject(value)) return;
  if (typeof value.$ref !== 'string') {
    for (const member of Object.values(value)) nameComponents(member ?? null, configs);
    return;
  }
  const name = componentName(value.$ref);
  const component = COMPONENTS[name]!;
  if (component.properties !== undefined && !configs.has(component)) configs.set(component, name);
}

function formsOf(schema: Schema): readonly Schema[] {
  return isJsonArray(schema.anyOf) ? (schema.anyOf as readonly Schema[]) : [schema];
}

function declared(name: string, schema: Schema, configs: ReadonlyMap<Schema, string>): string {
  return `export interface ${name} ${typeOf(membersAsTypes(schema, configs))}\n`;
}

/** `readonly [address: AddressParam, config?: ContextConfig]` */
function listText(members: readonly Member[], configs: ReadonlyMap<Schema, string>): string {
  const texts = members.map(({ isRequired, name, schema }, i) => {
    // null leaves out what others follow
    const mayBeNull = !isRequired && i < members.length - 1;
    return `${name}${isRequired ? '' : '?'}: ${inLine(typeOf(asType(schema, configs)))}${mayBeNull ? ' | null' : ''}`;
  });
  return `readonly [${texts.join(', ')}]`;
}

/** A type on one line. */
export function inLine(type: string): string {
  return type
    .replace(/\{\n\s*/g, '{ ')
    .replace(/;\n\s*\}/g, ' }')
    .replace(/\n\s*/g, ' ');
}

/** A schema whose references are types, and whose defaults are comments. */
function asType(schema: Schema, configs: ReadonlyMap<Schema, string>): Schema {
  const { $ref, anyOf, items, maximum, type } = schema;
  const config = configs.get(schema);
  if (config !== undefined) return typeRef(config);
  if (typeof $ref === 'string') return { ...commented(schema), ...typeRef(typeName($ref)) };
  if (type === 'integer' && !(Number(maximum) <= 0xff)) return { ...commented(schema), ...typeRef('Integer') };
  if (isJsonArray(anyOf)) return { anyOf: (anyOf as readonly Schema[]).map((form) => asType(form, configs)) };
  if (isJsonObject(items)) return { ...commented(schema), type: 'array', items: asType(items, configs) };
  return type === 'object' ? membersAsTypes(schema, configs) : { ...schema, ...commented(schema) };
}

function membersAsTypes({ properties, required }: Schema, configs: ReadonlyMap<Schema, string>): Schema {
  const members = Object.entries(properties as Readonly<Record<string, Schema>>);
  return {
    type: 'object',
    properties: Object.fromEntries(members.map(([name, member]) => [name, asType(member, configs)])),
    ...(required !== undefined && { required }),
  };
}

function commented({ default: standard, description }: Schema): Schema {
  const parts = [
    String(description ?? '').replace(/\.$/, '') || undefined,
    standard === undefined ? undefined : `default: ${defaultText(standard)}`,
  ];
  const text = parts.filter((part) => part !== undefined).join('; ');
  return text === '' ? {} : { description: text };
}

function defaultText(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

function typeName(ref: string): string {
  const name = componentName(ref);
  return TYPES[name] ?? name;
}

function capital(name: string): string {
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}
