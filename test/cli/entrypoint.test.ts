import { execFile, spawn } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ACCOUNT_FILE, folder, ROOT } from './command.ts';

const ENTRYPOINT = join(ROOT, 'docker-entrypoint.sh');
const { version } = (await import('../../package.json', { with: { type: 'json' } })).default;

/** In a folder without files: no argument is a path by chance. */
async function enter(...args: string[]): Promise<string> {
  const home = folder();
  const env = { ...process.env, STILLNODE_READY_FILE: join(home, 'ready.json') };
  return (await promisify(execFile)('sh', [ENTRYPOINT, ...args], { cwd: home, env })).stdout;
}

describe('the entrypoint of the image', () => {
  it('hands flags to stillnode', async () => {
    expect(await enter('--version')).toBe(`${version}\n`);
  });

  it('hands a command of stillnode to stillnode', async () => {
    const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
    expect(await enter('check', fixtures)).toContain('ok: 1 file, ');
  });

  it.each([
    ['node', ['node', '-p', '1 + 1'], '2\n'],
    ['a shell', ['sh', '-c', 'echo hello'], 'hello\n'],
  ])('runs %s of the image', async (_what, args, output) => {
    expect(await enter(...args)).toBe(output);
  });

  it('runs the stand-in for a test validator by its name, and hands its flags on', async () => {
    const bin = folder({ 'solana-test-validator': '#!/bin/sh\necho "stand-in $*"\n' });
    chmodSync(join(bin, 'solana-test-validator'), 0o755);
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
    const args = [ENTRYPOINT, 'solana-test-validator', '--reset', '-q'];
    expect((await promisify(execFile)('sh', args, { env })).stdout).toBe('stand-in --reset -q\n');
  });

  it.each(['test', 'ls', 'true'])('hands `%s`, a program that it does not name, to stillnode', async (word) => {
    const failure = await enter(word).catch((error: { code: number; stderr: string }) => error);
    expect(failure).toMatchObject({ stderr: expect.stringMatching(new RegExp(`^(stillnode|error): .*\\b${word}\\b`)) });
  });

  it('is replaced by stillnode, which so gets the signals', async () => {
    const child = spawn('sh', [ENTRYPOINT, '--port', '0', '--quiet'], {
      env: { ...process.env, STILLNODE_READY_FILE: join(folder(), 'ready.json') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const code = new Promise((resolve) => child.on('exit', (...end) => resolve(end)));
    const line = await new Promise((resolve) => child.stdout.once('data', (data) => resolve(String(data))));
    expect(line).toMatch(/^stillnode ready on /);
    child.kill('SIGTERM');
    expect(await code).toEqual([0, null]);
  });
});
