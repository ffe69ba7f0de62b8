/**
 * Files of the package that are read at run time. This file is directly in `src`, because bundled code is directly in `dist`: from
 * both, the package is one folder up.
 * @module
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The default ledger. */
export const SAMPLE_LEDGER: string = fileURLToPath(new URL('../ledger-fixtures/default', import.meta.url));

/** The code of a program of a test validator, packed with Brotli. */
export function packedProgram(name: string): Uint8Array {
  return readFileSync(new URL(`../program-binaries/${name}.so.br`, import.meta.url));
}

/** The page of the inspector, which exists after a build. */
export const INSPECTOR_PAGE: string = fileURLToPath(new URL('../dist/inspector.html', import.meta.url));

export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
