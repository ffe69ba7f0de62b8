import { runInThisContext } from 'node:vm';

/**
 * Runs code that was copied from the inspector, with values in place of what it imports.
 *
 * @param code an expression, or statements after imports
 */
export function runPasted(code: string, imports: Readonly<Record<string, unknown>>): unknown {
  const body = code.replace(/^import .*;$/gm, '');
  const isExpression = body === code;
  const run: (...values: unknown[]) => unknown = runInThisContext(
    `(function (${Object.keys(imports).join(', ')}) { 'use strict'; ${isExpression ? `return ${code}` : body} })`,
  );
  return run(...Object.values(imports));
}

/** Runs the only test of a copied file. @returns its name */
export async function runPastedTest(code: string, imports: Readonly<Record<string, unknown>>): Promise<string> {
  let ran: { readonly name: string; readonly run: (fixtures: object) => Promise<void> } | undefined;
  const test = (name: string, run: (fixtures: object) => Promise<void>) => {
    ran = { name, run };
  };
  runPasted(code, { ...imports, test });
  await ran!.run(imports);
  return ran!.name;
}
