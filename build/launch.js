#!/usr/bin/env node
// Runs the command. What V8 compiled of it when it was built is used where this very Node built it, and is passed over otherwise.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';

const filename = fileURLToPath(new URL('command.cjs', import.meta.url));
const command = new Script(readFileSync(filename, 'latin1'), {
  filename,
  cachedData: codeCache(),
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
command.runInThisContext()(createRequire(filename), import.meta.url);

function codeCache() {
  try {
    return readFileSync(`${filename}.cache`);
  } catch {
    return undefined;
  }
}
