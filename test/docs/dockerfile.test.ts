import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { flagsOf } from '../../src/cli/commands/index.ts';
import { folder, ROOT, serve, type Variables } from '../cli/command.ts';
import { readText } from './tables.ts';

const DOCKERFILE = readText('Dockerfile').replaceAll('\\\n', ' ');
/** The instructions of the image itself, behind those that build it. */
const [, LAST_STAGE = ''] = /.*(^FROM .*)/ms.exec(DOCKERFILE) ?? [];

function instruction(name: string): string {
  return new RegExp(`^${name} (.*)$`, 'm').exec(LAST_STAGE)?.[1] ?? '';
}

describe('the image', () => {
  it('holds what is copied and nothing that is installed; the home of root is open for what others write there', () => {
    const copied = Array.from(LAST_STAGE.matchAll(/^COPY (?:--\S+ )?(.*) \S+$/gm), ([, what]) => what!);
    expect(copied).toEqual([
      'package.json LICENSE docker-entrypoint.sh docker-health.mjs',
      'docker-test-validator.sh',
      'ledger-fixtures/default',
      'program-binaries',
      '/app/dist',
      '/app/native',
      '/app/compile-cache',
    ]);
    expect(LAST_STAGE.match(/^RUN .*/gm)).toEqual(['RUN chmod 0777 /root']);
  });

  it('has the native code of LiteSVM for its platform, and the command of a test validator', () => {
    expect(DOCKERFILE).toMatch(/^RUN mkdir native && cp -r node_modules\/litesvm-linux-\*-gnu native$/m);
    expect(LAST_STAGE).toMatch(/^COPY --from=build \/app\/native node_modules$/m);
    expect(LAST_STAGE).toMatch(/^COPY docker-test-validator\.sh \/usr\/local\/bin\/solana-test-validator$/m);
    expect(statSync(join(ROOT, 'docker-test-validator.sh')).mode & 0o111).toBe(0o111);
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

  it('finds compiled code where it was kept: for this path and this Node', () => {
    const [base, ...bases] = Array.from(DOCKERFILE.matchAll(/^FROM (\S+)/gm), ([, image]) => image);
    expect(bases).toEqual([base]);
    expect(Array.from(DOCKERFILE.matchAll(/^WORKDIR (.*)$/gm), ([, folder]) => folder)).toEqual(['/app', '/app']);
    expect(DOCKERFILE).toMatch(/^USER node\nRUN node build\/warmUp\.mjs$/m);
    expect(DOCKERFILE.match(/\w+_COMPILE_CACHE=\S+/g)).toEqual(Array(2).fill('NODE_COMPILE_CACHE=/app/compile-cache'));
  });
});

describe('the health check', () => {
  const HEALTH = join(ROOT, 'docker-health.mjs');
  const check = (variables: Variables) =>
    promisify(execFile)(process.execPath, [HEALTH], {
      env: { PATH: process.env.PATH, STILLNODE_READY_FILE: '/no/such/file', ...variables },
    });

  it('is what the image runs', () => {
    expect(instruction('HEALTHCHECK')).toMatch(/ CMD \["node", "\/app\/docker-health\.mjs"\]$/);
  });

  it.each(['127.0.0.1', '0.0.0.0', '::'])('asks the node at %s, and fails once it has ended', async (host) => {
    const { child, finished, url } = await serve(['--quiet'], { STILLNODE_HOST: host, STILLNODE_PORT: '0' });
    const variables = { STILLNODE_HOST: host, STILLNODE_PORT: new URL(url).port };
    await expect(check(variables)).resolves.toMatchObject({ stdout: '', stderr: '' });
    child.kill('SIGTERM');
    await finished;
    await expect(check(variables)).rejects.toMatchObject({ code: 1 });
  });

  it('asks where the ready file says, whatever flag set the port', async () => {
    const file = join(folder(), 'ready.json');
    const { child, finished } = await serve(['--quiet', '--ready-file', file]);
    const variables = { STILLNODE_HOST: '0.0.0.0', STILLNODE_PORT: '1', STILLNODE_READY_FILE: file };
    await expect(check(variables)).resolves.toMatchObject({ stdout: '', stderr: '' });
    child.kill('SIGTERM');
    await finished;
    await expect(check(variables)).rejects.toMatchObject({ code: 1 });
  });

  it('fails if /health does not say ok', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, reply) => {
      asked.push(request.url);
      reply.writeHead(503).end();
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await expect(check({ STILLNODE_PORT: String(port) })).rejects.toMatchObject({ code: 1 });
    expect(asked).toEqual(['/health']);
  });
});
