import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { flagsOf } from '../../src/cli/flags.ts';
import { ROOT, serve } from '../cli/command.ts';
import { readText } from './tables.ts';

const DOCKERFILE = readText('Dockerfile').replaceAll('\\\n', ' ');
/** The instructions of the image itself, behind those that build it. */
const [, LAST_STAGE = ''] = /.*(^FROM .*)/ms.exec(DOCKERFILE) ?? [];

function instruction(name: string): string {
  return new RegExp(`^${name} (.*)$`, 'm').exec(LAST_STAGE)?.[1] ?? '';
}

describe('the image', () => {
  it('holds what is copied and nothing that is installed', () => {
    const copied = Array.from(LAST_STAGE.matchAll(/^COPY (?:--\S+ )?(.*) \S+$/gm), ([, what]) => what!);
    expect(copied).toEqual([
      'package.json LICENSE docker-entrypoint.sh docker-health.mjs',
      'ledger-fixtures/default',
      '/app/dist',
      '/app/compile-cache',
    ]);
    expect(LAST_STAGE).not.toMatch(/^RUN /m);
  });

  it('runs as a user without rights', () => {
    expect(instruction('USER')).toBe('node');
  });

  it('listens where others can reach it, on the default ports', () => {
    expect(instruction('ENV')).toContain('STILLNODE_HOST=0.0.0.0');
    expect(instruction('EXPOSE')).toBe('8899 8900');
    expect(flagsOf('serve').find(({ name }) => name === 'port')?.default).toBe(8899);
  });

  it('can be controlled, unless a flag or a variable says otherwise', () => {
    expect(instruction('ENV').split(' ')).toContain('STILLNODE_CONTROL=on');
  });

  it('finds compiled code where it was kept: for this path, this user and this Node', () => {
    const [base, ...bases] = Array.from(DOCKERFILE.matchAll(/^FROM (\S+)/gm), ([, image]) => image);
    expect(bases).toEqual([base]);
    expect(Array.from(DOCKERFILE.matchAll(/^WORKDIR (.*)$/gm), ([, folder]) => folder)).toEqual(['/app', '/app']);
    expect(DOCKERFILE).toMatch(/^USER node\nRUN node build\/warmUp\.mjs$/m);
    expect(DOCKERFILE.match(/NODE_COMPILE_CACHE=\S+/g)).toEqual(Array(2).fill('NODE_COMPILE_CACHE=/app/compile-cache'));
  });
});

// what a process listens on stands in /proc
describe.skipIf(process.platform !== 'linux')('the health check', () => {
  const HEALTH = join(ROOT, 'docker-health.mjs');
  const check = (pid: number) => promisify(execFile)(process.execPath, [HEALTH, String(pid)]);

  it('is what the image runs', () => {
    expect(instruction('HEALTHCHECK')).toMatch(/ CMD \["node", "\/app\/docker-health\.mjs"\]$/);
  });

  it.each([
    { what: 'a port that a flag says', args: ['--port', '0'] },
    { what: 'another address of this machine', args: ['--host', '127.0.0.2'] },
    { what: 'every address', args: ['--host', '0.0.0.0'] },
  ])('asks $what, and fails once the node is gone', async ({ args }) => {
    const { child, finished } = await serve([...args, '--quiet']);
    await expect(check(child.pid!)).resolves.toMatchObject({ stdout: '', stderr: '' });
    child.kill('SIGTERM');
    await finished;
    await expect(check(child.pid!)).rejects.toMatchObject({ code: 1 });
  });

  it('asks a port that a variable says', async () => {
    const { child } = await serve([], { STILLNODE_HOST: '127.0.0.3' });
    await expect(check(child.pid!)).resolves.toMatchObject({ stdout: '', stderr: '' });
  });

  it('fails where /health does not say ok', async () => {
    const sick = `require('node:http').createServer((_, reply) => { reply.statusCode = 503; reply.end(); })
      .listen(0, '127.0.0.1', () => console.log('ready'))`;
    const child = spawn(process.execPath, ['-e', sick], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await expect(check(child.pid!)).rejects.toMatchObject({ code: 1 });
  });

  it('fails where nothing listens', async () => {
    await expect(check(process.ppid)).rejects.toMatchObject({ code: 1 });
  });
});
