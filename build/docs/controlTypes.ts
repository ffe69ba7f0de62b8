import { codeTypeOf } from '../../src/control/codeArgument.ts';
import { type ControlMethod, TRUE } from '../../src/control/controlMethod.ts';
import { CONTROL_METHODS } from '../../src/control/methods/index.ts';
import { noteOf, type Schema } from '../../src/rpc/openrpc/schema.ts';
import { Definitions, isOptional, type Syntax } from '../../src/syntax/syntax.ts';
import { readText } from '../../test/docs/tables.ts';
import { typeOf } from './ledgerTypes.ts';
import { inLine } from './paramTypes.ts';
import { importsOf, ResultTypes } from './resultTypes.ts';

/** The types of control methods, made from their descriptions. @module */

const METHODS = [...CONTROL_METHODS.values()];

/** The files of types that are written by hand. */
const RESULT_IMPORTS = {
  '../dialect.ts': ['DialectName'],
  '../gates.ts': ['ConsensusName', 'GateName'],
  '../nodeVersion.ts': ['NodeVersionName'],
};
const ARGUMENT_IMPORTS = {
  '../script/building/blockBuilder.ts': ['BuildTransaction'],
  '../script/building/keyBuilders.ts': ['Key'],
  '../script/building/nextBlock.ts': ['ToJson'],
  '../script/format/ledgerJsonTypes.ts': ['TransactionJson'],
  './methods/verify.ts': ['ExpectedCall', 'ExpectedSend'],
  './newAccount.ts': ['NewAccount'],
  './newSendRule.ts': ['NewSendMatch'],
  './waiting.ts': ['CallWaitOptions', 'WaitOptions'],
};

/** The text of `src/control/controlTypes.ts`: the results that have a name. */
export function controlResults(): string {
  const types = new ResultTypes('number | bigint', true);
  const members = METHODS.map(({ name, result }) => `  readonly ${name}: ${wireType(result, types)};\n`);
  const all = `/** The results of all control methods, on the wire. */\nexport interface ControlResults {\n${members.join('')}}\n`;
  const body = [...types.declarations, all].join('\n');
  return `${importsOf(body, RESULT_IMPORTS)}
/** Results of control methods. Written by \`npm run docs\` from their descriptions. */

${body}`;
}

function wireType(schema: Schema, types: ResultTypes): string {
  return schema === TRUE ? 'true' : inLine(types.typeOf(schema));
}

/** The text of `src/control/ledgerControls.ts`: the methods of a node. */
export function ledgerControls(): string {
  const types = new ResultTypes('number | bigint', true);
  const definitions = new Definitions();
  const bases = [HANDLES, ...METHODS.flatMap(handwritten)];
  const methods = METHODS.filter(({ library }) => library !== undefined)
    .filter(({ name }) => !bases.some(({ members }) => members.includes(bareName(name))))
    .map((method) => methodText(method, types, definitions));
  const named = [...definitions.schemas].filter(([name]) => name === 'warpTarget');
  const body = [
    ...named.map(([, schema]) => `/** Exactly one of these. */\nexport type WarpTarget = ${argumentType(schema)};\n`),
    `/**
 * The control methods of a ledger: each is \`stillnode_…\` of the same name, see docs/control.md. One that throws RpcError has changed
 * nothing. Written by \`npm run docs\` from the descriptions of control methods.
 */
export interface LedgerControls
  extends ${bases.map(({ type }) => type).join(', ')} {
${methods.join('').replace(/^(?=.)/gm, '  ')}}
`,
  ].join('\n');
  const results = { './controlTypes.ts': types.names.toSorted() };
  const imports = importsOf(body, { ...results, ...ARGUMENT_IMPORTS });
  return `${imports}${bases.map(({ file, type }) => `import type { ${type} } from './${file}.ts';\n`).join('')}\n${body}`;
}

const bareName = (name: string) => name.slice('stillnode_'.length);

/** The methods of a node that give handles; control methods do not. */
const HANDLES = { file: 'nodeHandles', type: 'HandleMethods', members: [] as readonly string[] };

/** The methods of a node whose types stand in the file of a control method, because their arguments are not those of the wire. */
function handwritten({ name }: ControlMethod): readonly { file: string; type: string; members: readonly string[] }[] {
  const file = bareName(name);
  const [, type, body] =
    /^export interface (\w+Method) \{\n(.*?)^\}$/ms.exec(readText(`src/control/methods/${file}.ts`)) ?? [];
  if (type === undefined) return [];
  return [
    { file: `methods/${file}`, type, members: Array.from(body!.matchAll(/^ {2}(\w+)\(/gm), ([, member]) => member!) },
  ];
}

function methodText(method: ControlMethod, types: ResultTypes, definitions: Definitions): string {
  const { arguments: args, doc, name, result, summary } = method;
  const parameters = Object.entries(args).map(
    ([key, argument]) => `${key}${isOptional(argument) ? '?' : ''}: ${argumentText(argument, definitions)}`,
  );
  const note = result.properties === undefined ? noteOf(result) : undefined;
  const resultType = types.typeOf(result);
  const returns = note === undefined || resultType === 'void' ? [] : [`@returns ${note}`];
  const lines = [sentence(summary), ...doc, ...returns].map((line) => ` * ${line}\n`);
  return `/**\n${lines.join('')} */\n${bareName(name)}(${parameters.join(', ')}): Promise<${inLine(resultType)}>;\n`;
}

function sentence(phrase: string): string {
  return `${phrase[0]!.toUpperCase()}${phrase.slice(1)}.`;
}

function argumentText(argument: Syntax<unknown>, definitions: Definitions): string {
  return codeTypeOf(argument) ?? argumentType(argument.schema(definitions));
}

/** Integers among the arguments are slots, ids, counts and seconds: all are numbers. */
function argumentType(schema: Parameters<typeof typeOf>[0]): string {
  return inLine(typeOf(schema)).replaceAll('number | bigint', 'number').replaceAll('WarpTargetJson', 'WarpTarget');
}
