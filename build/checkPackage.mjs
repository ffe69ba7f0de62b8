// What publint, "are the types wrong" and test/package say of the package as it is now, packed once: `npm run check` builds before.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'stillnode-package-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const run = (command, ...args) => execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
run('npm', 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder);
const tarball = path.join(folder, readdirSync(folder)[0]);
report('publint', 'run', tarball, '--strict');
// the schema is no module: what imports nothing but modules need not find it
report('attw', tarball, '--exclude-entrypoints', './ledger.schema.json');
const testing = { stdio: 'inherit', env: { ...process.env, TEST_PACKAGE: tarball } };
if (spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/package'], testing).status !== 0)
  process.exitCode = 1;

/** Shows what a tool prints where it finds something. */
function report(tool, ...args) {
  try {
    execFileSync(`node_modules/.bin/${tool}`, args, { encoding: 'utf8' });
  } catch ({ stdout, stderr }) {
    process.stderr.write(`${tool}:\n${stdout}${stderr}\n`);
    process.exitCode = 1;
  }
}
