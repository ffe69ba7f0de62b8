import { CONTROL_METHODS } from '../../src/control/methods/index.ts';
import { readText } from '../../test/docs/tables.ts';

/** The text of `src/control/ledgerControls.ts`: the methods of a node, from the types in the files of control methods. */
export function controlTypes(): string {
  const types = [...CONTROL_METHODS.keys()].flatMap((name) => typesIn(name.slice('stillnode_'.length)));
  const imports = types
    .map(({ file, type }) => `import type { ${type} } from './methods/${file}.ts';`)
    .sort((a, b) => (a.slice(a.indexOf("'")) < b.slice(b.indexOf("'")) ? -1 : 1));
  return `${imports.join('\n')}

/**
 * The control methods of a ledger: each is \`stillnode_…\` of the same name, see docs/control.md. One that throws RpcError has changed
 * nothing. Written by \`npm run docs\` from src/control/methods.
 */
export interface LedgerControls
  extends ${types.map(({ type }) => type).join(',\n    ')} {}
`;
}

function typesIn(file: string): readonly { readonly file: string; readonly type: string }[] {
  const [, type] = /^export interface (\w+Method) \{$/m.exec(readText(`src/control/methods/${file}.ts`)) ?? [];
  return type === undefined ? [] : [{ file, type }];
}
