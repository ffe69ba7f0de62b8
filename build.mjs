// Bundles the command line and the library, dependencies included: installing stillnode installs one package.
import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { cli: 'src/cli.ts', index: 'src/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'chunk-[hash]',
  legalComments: 'eof',
  // bundled CommonJS modules ask for Node's own modules with require
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);",
  },
  // only a logger, an injected request or a schema would ask Fastify for these; src/server has none of the three
  external: ['pino', 'light-my-request', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
  // Fastify loads these at once, for TLS and for plugins that name a version
  alias: Object.fromEntries(['node:https', 'node:http2', 'semver'].map((name) => [name, './build/unreached.cjs'])),
  logLevel: 'warning',
  metafile: true,
});
writeFileSync('dist/THIRD-PARTY-NOTICES.txt', noticesOf(Object.keys(metafile.inputs)));
chmodSync('dist/cli.js', 0o755);
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });

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
