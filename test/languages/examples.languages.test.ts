import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../cli/command.ts';
import { commandOf, type Language } from '../support/languages.ts';

/**
 * The examples in other languages, as docs/languages.md runs them, with the built command. A language without its tools is skipped, and
 * one whose packages cannot be downloaded. The example in Rust compiles for minutes: it runs where TEST_RUST is set, as each night.
 */

/** For each language: what must be there, and what downloads its packages into the folder of the example or a cache of the user. */
const TOOLCHAINS: Readonly<Record<Language, { readonly tool: readonly string[]; readonly download: string }>> = {
  python: {
    tool: ['python3', '--version'],
    download: 'python3 -m venv .venv && . .venv/bin/activate && pip install --quiet --requirement requirements.txt',
  },
  go: { tool: ['go', 'version'], download: 'go mod download' },
  rust: { tool: ['cargo', '--version'], download: 'cargo fetch --locked' },
  java: { tool: ['mvn', '--version'], download: 'mvn --batch-mode --quiet dependency:go-offline' },
};

const isThere = ([program, ...args]: readonly string[]) => spawnSync(program!, args, { stdio: 'ignore' }).status === 0;

describe.each(Object.keys(TOOLCHAINS) as Language[])('%s', (language) => {
  const { download, tool } = TOOLCHAINS[language];

  it.skipIf(!isThere(tool) || (language === 'rust' && process.env.TEST_RUST === undefined))(
    'its example passes',
    ({ skip }) => {
      const folder = mkdtempSync(join(tmpdir(), `stillnode-${language}-`));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      for (const name of ['shop', language])
        cpSync(join(ROOT, 'examples', name), join(folder, name), { recursive: true });
      const cwd = join(folder, language);
      const env: NodeJS.ProcessEnv = {
        ...process.env,
        PATH: `${join(cwd, '.venv/bin')}:${process.env.PATH}`,
        STILLNODE_BIN: join(ROOT, 'dist/cli.js'),
        CARGO_TARGET_DIR: join(ROOT, 'node_modules/.cache/examples-rust'),
        STILLNODE_URL: undefined,
      };
      if (spawnSync('sh', ['-c', download], { cwd, env, stdio: 'ignore' }).status !== 0)
        skip('its packages cannot be downloaded');
      const output = execFileSync('sh', ['-c', `${commandOf(language)} 2>&1`], { cwd, env, encoding: 'utf8' });
      expect(output).not.toMatch(/no tests/i);
    },
    1_200_000,
  );
});
