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
  const [pasted] = pastedTests(code, (test) => ({ ...imports, test }));
  await pasted!.run(imports);
  return pasted!.name;
}

/** A test of a copied file. */
export interface PastedTest {
  readonly name: string;
  readonly run: (fixtures: object) => Promise<void>;
}

type AddTest = (name: string, run: PastedTest['run']) => void;

/** The tests of a copied file. @param imports what it imports, by the function that adds a test */
export function pastedTests(
  code: string,
  imports: (test: AddTest) => Readonly<Record<string, unknown>>,
): readonly PastedTest[] {
  const tests: PastedTest[] = [];
  const add: AddTest = (name, run) => {
    tests.push({ name, run });
  };
  runPasted(code, imports(add));
  return tests;
}
