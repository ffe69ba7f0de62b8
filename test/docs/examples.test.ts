import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { flagsOf } from '../../src/cli/commands/index.ts';
import { envName } from '../../src/cli/flags.ts';
import type { ServeOptions } from '../../src/cli/serveOptions.ts';
import { parsed, ROOT, serveHere } from '../cli/command.ts';
import { commandOf } from '../support/languages.ts';
import { readText } from './tables.ts';

const DOCKERFILE = readText('Dockerfile');
const ENTRYPOINT = readText('docker-entrypoint.sh');

/** The ports of HTTP and of WebSockets, which the image has at their defaults. */
const PUBLISHED = ['8899:8899', '8900:8900'];

/** The options that arguments mean; throws where a flag is not there. */
function optionsOf(args: readonly string[]) {
  const { kind, options } = parsed(args, {});
  if (kind === 'serve') return (options as ServeOptions).options;
  if (kind === 'exec') return (options as { readonly serving: ServeOptions }).serving.options;
  throw new Error(`${args.join(' ')} serves nothing`);
}

function syntaxErrors(path: string): readonly string[] {
  const { diagnostics = [] } = ts.transpileModule(readText(path), { reportDiagnostics: true, fileName: path });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('examples/README.md lists every example', () => {
  const rows = readText('examples/README.md')
    .split('\n')
    .filter((line) => line.startsWith('| ['));
  const listed = rows.flatMap((row) => Array.from(row.matchAll(/\]\((?!\.\.)([^)]+)\)/g), ([, path]) => path!));
  const inFolder = (name: string) => listed.some((path) => name.startsWith(`${path}/`));
  const files = readdirSync(join(ROOT, 'examples'), { recursive: true })
    .map(String)
    .filter((name) => statSync(join(ROOT, 'examples', name)).isFile())
    .filter((name) => !['.gitignore', 'README.md'].includes(name) && !name.startsWith('fixtures') && !inFolder(name));
  const listedFiles = listed.filter((path) => statSync(join(ROOT, 'examples', path)).isFile());
  expect(listedFiles.sort()).toEqual(files.sort());
});

describe('what is checked without a browser or a container engine', () => {
  it.each(['testcontainers/stillnodeContainer.ts', 'testcontainers/globalSetup.ts'])(
    '%s is TypeScript; its types are not checked, because their packages are not installed here',
    (name) => {
      expect(syntaxErrors(`examples/${name}`)).toEqual([]);
    },
  );

  it('GitHub Actions: it is YAML, and the flags and the variables of the node exist', () => {
    const { jobs } = parse(readText('examples/githubActions.yml')) as {
      jobs: {
        exec: { steps: readonly { run?: string }[] };
        service: { services: { stillnode: { env: Record<string, string>; ports: readonly string[] } } };
      };
    };
    const run = jobs.exec.steps.map((step) => step.run ?? '').find((line) => line.startsWith('npx stillnode '))!;
    expect(parsed(run.split(' ').slice(2), {})).toMatchObject({
      kind: 'exec',
      options: { command: ['npm', 'test'] },
    });
    const { env, ports } = jobs.service.services.stillnode;
    const variables = flagsOf('serve').map(({ name }) => envName(name));
    expect(Object.keys(env).filter((name) => !variables.includes(name))).toEqual([]);
    expect(parsed([], env)).toMatchObject({ options: { options: { dialect: 'agave', autoFork: true } } });
    expect(ports).toEqual(PUBLISHED);
  });

  it('Docker Compose: it is YAML, the flags exist, the image reads what is mounted and tells its health', () => {
    const { services } = parse(readText('examples/compose.yaml'), { merge: true }) as {
      services: {
        stillnode: { command: readonly string[]; ports: readonly string[]; volumes: readonly string[] };
        tests: { environment: Record<string, string>; depends_on: unknown };
        shop: { command: readonly string[]; volumes: readonly string[] };
      } & Record<
        'python' | 'go' | 'rust' | 'java',
        { command: readonly string[]; environment: unknown; depends_on: unknown; working_dir: string }
      >;
    };
    expect(optionsOf(services.stillnode.command)).toMatchObject({ dialect: 'agave', autoFork: true });
    expect(services.stillnode.ports).toEqual(PUBLISHED);
    expect(services.stillnode.volumes).toEqual(['./fixtures:/ledger:ro']);
    expect(ENTRYPOINT).toContain('[ -e /ledger ]');
    expect(DOCKERFILE).toContain('HEALTHCHECK ');
    expect(services.tests.depends_on).toEqual({ stillnode: { condition: 'service_healthy' } });
    expect(Object.values(services.tests.environment)).toEqual([
      'http://stillnode:8899',
      'ws://stillnode:8900',
      'http://stillnode:8899',
    ]);
    expect(optionsOf(services.shop.command)).toMatchObject({ dialect: 'agave' });
    expect(services.shop.volumes).toEqual(['./shop:/ledger:ro']);
    for (const language of ['python', 'go', 'rust', 'java'] as const)
      expect(services[language]).toMatchObject({
        command: ['sh', '-c', commandOf(language)],
        environment: { STILLNODE_URL: 'http://shop:8899' },
        depends_on: { shop: { condition: 'service_healthy' } },
        working_dir: `/app/${language}`,
      });
  });

  it('Testcontainers: the flags exist, and the port, the path and the folder are those of the image', async () => {
    const container = readText('examples/testcontainers/stillnodeContainer.ts');
    const [, command = ''] = /withCommand\((\[[^\]]+\])\)/.exec(container)!;
    expect(optionsOf(JSON.parse(command.replaceAll("'", '"')) as string[])).toMatchObject({ autoFork: true });
    const [, port] = /PORT = (\d+)/.exec(container)!;
    expect(DOCKERFILE).toContain(`EXPOSE ${port} `);
    expect(container).toContain("Wait.forHttp('/health', PORT)");
    expect(container).toContain("target: '/ledger'");
    expect((await fetch(`${(await serveHere()).url}/health`)).status).toBe(200);
  });
});
