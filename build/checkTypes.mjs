// Compiles a use of the packed types with several versions of TypeScript, fetched by npx, in a project without @types/node.
// It takes minutes, so it is no part of `npm run check`: run it before a release, after a build.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const VERSIONS = process.argv.length > 2 ? process.argv.slice(2) : ['5.4', '5.9', 'latest'];
const USE = `import { type FixtureError, keypair, ledger, type RpcError, sol, startNode } from 'stillnode';
export async function use(): Promise<unknown> {
  const script = ledger({ finalized: 1 }).wallet(keypair('alice'), sol(1)).block(1, (b) => b.memo('hi').payer('alice'));
  // @ts-expect-error of which unit
  ledger().wallet('alice', 5);
  const node = await startNode({ ledger: ['fixtures', script, script.toJSON()], port: 0, dialect: 'agave' });
  const value: unknown = await node.request('getBlock', [1n]).catch((error: RpcError) => error.data);
  await node.close();
  return value;
}
export const files = (error: FixtureError): string[] => error.problems.map(({ file }) => file);
`;
const USING = `import { startNode } from 'stillnode';
export async function use(): Promise<void> {
  await using node = await startNode();
  await node.request('getSlot');
}
`;
const RESOLUTIONS = [
  { module: 'commonjs', moduleResolution: 'node10' },
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'esnext', moduleResolution: 'bundler' },
];
const LIBS = [['es2022'], ['es2023', 'dom'], ['es2022', 'esnext.disposable']];

const folder = mkdtempSync(path.join(tmpdir(), 'stillnode-types-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { stdio: 'ignore' });
const installed = path.join(folder, 'node_modules/stillnode');
mkdirSync(installed, { recursive: true });
const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
execFileSync('tar', ['xzf', path.join(folder, tarball), '--strip-components=1', '-C', installed]);
for (const name of ['use.ts', 'esm.mts', 'cjs.cts']) writeFileSync(path.join(folder, name), USE);
writeFileSync(path.join(folder, 'using.ts'), USING);

let failures = 0;
for (const version of VERSIONS) {
  for (const resolution of RESOLUTIONS) {
    // version 7 has taken node10 away
    if (resolution.moduleResolution === 'node10' && !version.startsWith('5.')) continue;
    for (const lib of LIBS) compile(version, resolution, lib);
  }
}
console.log(failures === 0 ? 'the types are clean' : `${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;

function compile(version, resolution, lib) {
  const name = `TypeScript ${version}, ${resolution.moduleResolution}, ${lib}`;
  const modules = resolution.module === 'node16' ? ['esm.mts', 'cjs.cts'] : [];
  const using = lib.includes('esnext.disposable') ? ['using.ts'] : [];
  const compilerOptions = {
    ...resolution,
    lib,
    target: 'es2022',
    types: [],
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
  };
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['use.ts', ...modules, ...using] }),
  );
  const tsc = ['-y', '--prefer-offline', '-p', `typescript@${version}`, 'tsc', '-p', '.'];
  try {
    execFileSync('npx', tsc, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    console.log(`ok: ${name}`);
  } catch ({ stdout }) {
    failures++;
    console.log(`FAILED: ${name}\n${stdout}`);
  }
}
