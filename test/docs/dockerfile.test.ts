import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FLAGS } from '../../src/cli/flags.ts';
import { startNode } from '../../src/node.ts';
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
    expect(copied).toEqual(['package.json docker-entrypoint.sh', 'ledger-fixtures/default', '/build/dist']);
    expect(LAST_STAGE).not.toMatch(/^RUN /m);
  });

  it('runs as a user without rights', () => {
    expect(instruction('USER')).toBe('node');
  });

  it('listens where others can reach it, on the default port', () => {
    expect(instruction('ENV')).toContain('STILLNODE_HOST=0.0.0.0');
    expect(instruction('EXPOSE')).toBe(FLAGS.port?.fallback);
  });
});

describe('the health check', () => {
  const [command, ...args] = JSON.parse(instruction('HEALTHCHECK').replace(/^.*?CMD /, '')) as [string, ...string[]];
  const check = (port: string) => promisify(execFile)(command, args, { env: { ...process.env, STILLNODE_PORT: port } });

  it('passes while the node answers and fails once it is gone', async () => {
    const node = await startNode();
    onTestFinished(() => node.close());
    const { port } = new URL(node.url);
    await expect(check(port)).resolves.toMatchObject({ stdout: '', stderr: '' });
    await node.close();
    await expect(check(port)).rejects.toMatchObject({ code: 1 });
  });
});
