import { describe, expect, it } from 'vitest';
import { NODE_VERSIONS } from '../../src/nodeVersion.ts';
import { codeWords, readText, tableUnder } from './tables.ts';

const PAGE = readText('docs/versioning.md');
const PACKAGE = JSON.parse(readText('package.json')) as {
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, unknown>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
};

const versions = new Map(
  tableUnder('## Versions of other software', PAGE).map(([software, range]) => [software!.split(',')[0]!, range!]),
);

describe('docs/versioning.md', () => {
  it('names the entries of the package', () => {
    const [types] = tableUnder('## What is promised', PAGE);
    const entries = Object.keys(PACKAGE.exports).filter((path) => !path.endsWith('.json'));
    const names = entries.map((path) => path.replace('.', 'stillnode'));
    expect(codeWords(types![1]!).toSorted()).toEqual(names.toSorted());
  });

  it.each([
    ['@solana/kit', /^\^(\d+)\..*$/, '$1'],
    ['Fastify', /^\^(\d+)\..*$/, '$1'],
    ['litesvm', /^\^(\d+)(\.\d+)\..*$/, '$1, from $1$2 on'],
    ['Vitest', /^>=(\d+)$/, '$1 and later'],
    ['Playwright', /^>=(.*)$/, '$1 and later'],
  ])('has the peer dependency %s', (software, range, text) => {
    const name = software === 'Playwright' ? '@playwright/test' : software.toLowerCase();
    expect(versions.get(software)).toBe(PACKAGE.peerDependencies[name]!.replace(range, text));
  });

  it('has the versions of Node, TypeScript and Jest that are tested', () => {
    const [oldest, newest] = /VERSIONS = \['([^']+)', '([^']+)'\]/
      .exec(readText('test/package/nodes.test.ts'))!
      .slice(1);
    expect(PACKAGE.engines.node).toBe(`>=${oldest}`);
    expect(versions.get('Node.js')).toBe(`${oldest} to ${newest}`);
    const [, typescript] = /: \['([^']+)', /.exec(readText('build/checkTypes.mjs'))!;
    expect(versions.get('TypeScript')).toBe(`${typescript} and later`);
    const [, jest] = /TEST_JEST=(\d+)/.exec(PACKAGE.scripts['check:jest']!)!;
    expect(versions.get('Jest')).toBe(`${jest} and later`);
  });

  it('has the versions of Agave', () => {
    const names = Object.keys(NODE_VERSIONS);
    expect(versions.get('Agave')).toContain(`[${names[0]} to ${names.at(-2)}]`);
    expect(versions.get('Agave')).toContain(`${names.at(-1)} too`);
  });
});

it('the crate in place of solana-test-validator knows the versions of Agave', () => {
  const [, list] = /const VERSIONS: .* = \[(.*)\];/.exec(readText('examples/rust/solana-test-validator/src/node.rs'))!;
  expect(list!.split(', ')).toEqual(Object.keys(NODE_VERSIONS).map((name) => `"${name}"`));
});
