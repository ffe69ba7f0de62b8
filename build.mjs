// Bundles the command line and the library, dependencies included: installing stillnode installs one package.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const COMMON = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  // only a logger, an injected request or a schema would ask Fastify for these; src/server has none of the three
  external: ['pino', 'light-my-request', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
  // Fastify loads these at once, for TLS and for plugins that name a version
  alias: Object.fromEntries(['node:https', 'node:http2', 'semver'].map((name) => [name, './build/unreached.cjs'])),
  logLevel: 'warning',
  metafile: true,
};

rmSync('dist', { recursive: true, force: true });
const library = await build({
  ...COMMON,
  entryPoints: { index: 'src/index.ts' },
  outdir: 'dist',
  splitting: true,
  format: 'esm',
  chunkNames: 'chunk-[hash]',
  legalComments: 'eof',
  // bundled CommonJS modules ask for Node's own modules with require
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
});
// one function that build/launch.js calls: V8 keeps compiled code by the file
const command = await build({
  ...COMMON,
  entryPoints: { command: 'src/cli.ts' },
  outfile: 'dist/command.cjs',
  format: 'cjs',
  legalComments: 'none',
  define: { 'import.meta.url': '__url' },
  banner: { js: '(function (require, __url) {' },
  footer: { js: '})' },
});
assertAscii('dist/command.cjs');
copyFileSync('build/launch.js', 'dist/cli.js');
chmodSync('dist/cli.js', 0o755);
execFileSync(process.execPath, ['build/codeCache.mjs'], { stdio: 'inherit' });
const files = [library, command].flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync('dist/THIRD-PARTY-NOTICES.txt', noticesOf(files));
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });

/** It is read as Latin-1, which takes half the time. */
function assertAscii(file) {
  if (readFileSync(file).some((byte) => byte > 0x7f)) throw new Error(`${file} has characters beyond ASCII`);
}

/** The licences of every package that went into the bundle: they ask to be passed on with it. */
function noticesOf(files) {
  const folders = new Set(files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  return [...folders]
    .sort()
    .map(noticeOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function noticeOf(folder) {
  const { license, name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  const body = texts.map((file) => readFileSync(path.join(folder, file), 'utf8').trim()).join('\n\n');
  return `${name} ${version} (${license})\n\n${body}\n`;
}
