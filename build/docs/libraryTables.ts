import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { flagsOf } from '../../src/cli/commands/index.ts';
import { ALL_SETTINGS } from '../../src/node/settings.ts';
import { readText } from '../../test/docs/tables.ts';
import { tableText } from './methodTables.ts';

/** The tables of docs/library.md: the public types and functions, as their sources declare and describe them. */

const TABLES: Readonly<Record<string, (names: readonly string[]) => string>> = {
  Calls: ([type]) => callsTable(type!),
  Functions: functionsTable,
  Members: ([type]) => membersTable(type!),
  Options: optionsTable,
  Types: typesTable,
};

/** The page with a table between each mark `<!-- Members of LedgerNode: … -->` and the next `<!-- End -->`. */
export function withLibrary(page: string): string {
  return page.replace(
    /(<!-- (\w+)(?: of ([\w, ]+))?: [^\n]*\n)[\s\S]*?(<!-- End -->)/g,
    (_all, start: string, kind: string, names: string | undefined, end: string) =>
      `${start}\n${TABLES[kind]!(names?.split(', ') ?? [])}\n${end}`,
  );
}

/** The members of an interface or a class. */
function membersTable(type: string): string {
  const rows = Array.from(membersOf(type).values(), (overloads) => [
    signaturesOf(overloads, type),
    meaningOf(overloads),
  ]);
  return tableText(['member', 'meaning'], rows);
}

/** The methods of an interface whose page says elsewhere what they do. */
function callsTable(type: string): string {
  const rows = Array.from([...membersOf(type).values(), ...inheritedBy(type)], (overloads) => {
    const results = overloads.map((method) => tidy((method as ts.MethodSignature).type!.getText()));
    const promised = results.map((result) => code(result.replace(/^Promise<(.*)>$/, '$1')));
    return [overloads.map((method) => code(callText(method))).join('<br>'), [...new Set(promised)].join('<br>')];
  });
  return tableText(['call', 'promises'], rows);
}

function functionsTable(names: readonly string[]): string {
  const rows = names.map((name) => {
    const declared = declarationsOf(name).filter(ts.isFunctionDeclaration);
    // the last overload only carries out the others
    const overloads = declared.length > 1 ? declared.slice(0, -1) : declared;
    return [signaturesOf(overloads), meaningOf(overloads)];
  });
  return tableText(['function', 'meaning'], rows);
}

/** Types of values, each with its members in one cell. */
function typesTable(names: readonly string[]): string {
  const rows = names.map((name) => {
    const alias = declarationsOf(name).find(ts.isTypeAliasDeclaration);
    if (alias !== undefined) return [code(name), code(tidy(alias.type.getText()))];
    const members = Array.from(membersOf(name).values(), ([member]) => {
      const note = commentOf(member!).replace(/\.$/, '');
      return `${code(signatureOf(member!))}${note && ` (${note})`}`;
    });
    return [code(name), members.join('<br>')];
  });
  return tableText(['type', 'members'], rows);
}

function optionsTable(): string {
  const flags = new Map(flagsOf('serve').map(({ name, option }) => [option, code(`--${name}`)]));
  const options = new Map(['NodeOptions', 'ListenOptions', 'ServerOptions'].flatMap((type) => [...membersOf(type)]));
  const rows = ALL_SETTINGS.flatMap(([name, { takers = [] }]) => {
    const names = takers.map((taker) => (taker === 'plugin' ? 'the plugin' : code(taker)));
    if (names.length === 0) return [];
    return [[code(name), meaningOf(options.get(name)!), flags.get(name) ?? '-', names.join(', ')]];
  });
  return tableText(['option', 'meaning', 'flag', 'taken by'], rows);
}

type Member = ts.TypeElement | ts.ClassElement;
type Declared = Member | ts.FunctionDeclaration;

/** Public members by name, with their overloads. */
function membersOf(type: string): ReadonlyMap<string, readonly Member[]> {
  const own = typesOf(type).flatMap(({ members }): readonly Member[] => members);
  const members = new Map<string, readonly Member[]>();
  for (const member of own.filter(isPublic)) {
    const name = (member.name as ts.Identifier).text;
    members.set(name, [...(members.get(name) ?? []), member]);
  }
  return members;
}

function typesOf(type: string): readonly (ts.InterfaceDeclaration | ts.ClassDeclaration)[] {
  return declarationsOf(type).filter((each) => ts.isInterfaceDeclaration(each) || ts.isClassDeclaration(each));
}

/** The members of the interfaces that an interface extends. */
function inheritedBy(type: string): readonly (readonly Member[])[] {
  const bases = typesOf(type).flatMap(({ heritageClauses = [] }) =>
    heritageClauses.flatMap((clause) => clause.types.map(({ expression }) => expression.getText())),
  );
  return bases.flatMap((base) => [...membersOf(base).values()]);
}

function isPublic(member: Member): boolean {
  const isProtected = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Protected) !== 0;
  return !isProtected && member.name !== undefined && ts.isIdentifier(member.name);
}

type Source = { readonly path: string; readonly text: string };

let sources: readonly Source[] | undefined;

/** Reads `src` when it is needed first, because `npm run docs` writes a file of it before. */
function sourcesOfSrc(): readonly Source[] {
  sources ??= readdirSync('src', { recursive: true })
    .map((file) => `src/${String(file)}`)
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readText(path) }));
  return sources;
}

/** The declarations of a name, all in one file of `src`. */
function declarationsOf(name: string): readonly ts.Statement[] {
  const declares = new RegExp(
    `^(?:export )?(?:async )?(?:abstract )?(?:interface|class|function|type) ${name}\\b`,
    'm',
  );
  const source = sourcesOfSrc().find(({ text }) => declares.test(text));
  if (source === undefined) throw new Error(`src does not declare ${name}`);
  const { statements } = ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true);
  return statements.filter((statement) => (statement as { readonly name?: ts.Identifier }).name?.text === name);
}

/** @param chained methods that return this type can be chained: their result is left out */
function signaturesOf(overloads: readonly Declared[], chained?: string): string {
  return overloads.map((declared) => code(signatureOf(declared, chained))).join('<br>');
}

function signatureOf(declared: Declared, chained?: string): string {
  const { type } = declared as ts.MethodDeclaration;
  const result = type === undefined ? '' : tidy(type.getText());
  const isChained = ['', chained, 'Self', 'Next'].includes(result);
  return `${callText(declared)}${isChained ? '' : `: ${result}`}`;
}

/** The name of a declaration, with its parameters. */
function callText(declared: Declared): string {
  const { name, parameters, questionToken } = declared as ts.MethodDeclaration;
  const list = parameters === undefined ? '' : `(${parameters.map(parameterText).join(', ')})`;
  return `${(name as ts.Identifier).text}${questionToken === undefined ? '' : '?'}${list}`;
}

/** A parameter that is taken apart is called options. */
function parameterText({ dotDotDotToken, initializer, name, questionToken, type }: ts.ParameterDeclaration): string {
  const word = ts.isIdentifier(name) ? name.text : 'options';
  const isOptional = questionToken !== undefined || initializer !== undefined;
  return `${dotDotDotToken?.getText() ?? ''}${word}${isOptional ? '?' : ''}: ${tidy(type!.getText())}`;
}

/** The text of a type on one line. */
function tidy(type: string): string {
  const bare = type.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\breadonly /g, '');
  return bare.replaceAll(/\s+/g, ' ').replaceAll('; }', ' }').trim().replace(/^\| /, '');
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function meaningOf(overloads: readonly Declared[]): string {
  const comments = overloads.map(commentOf).filter((text) => text !== '');
  if (comments.length === 0)
    throw new Error(`${overloads[0]!.name!.getText()} has no comment: docs/library.md shows it`);
  return comments.join(' ');
}

/** The comment of a declaration, with what it says of parameters and errors. Examples are left out. */
function commentOf(declared: Declared): string {
  const [comment] = ts.getJSDocCommentsAndTags(declared).filter(ts.isJSDoc);
  const tags: readonly ts.JSDocTag[] = comment?.tags ?? [];
  const parameters = tags.filter(ts.isJSDocParameterTag).map((tag) => `${code(tag.name.getText())}: ${proseOf(tag)}.`);
  const errors = tags.filter(ts.isJSDocThrowsTag).map((tag) => `Throws ${proseOf(tag)}.`);
  return [comment ? proseOf(comment) : '', ...parameters, ...errors].filter((text) => text !== '').join(' ');
}

/** A comment on one line, without its blocks of code. */
function proseOf({ comment }: ts.JSDoc | ts.JSDocTag): string {
  const text = ts.getTextOfJSDocComment(comment) ?? '';
  return text
    .replaceAll(/```.*?```/gs, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
