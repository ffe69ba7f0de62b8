import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Texts of a bundled file and of all that it loads at once; what it requires when needed is not among them. */
function loadedAtOnce(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(`dist/${file}`, 'utf8');
  const required = Array.from(text.matchAll(/^(?:const \S+ = )?require\("\.\/([^"]+)"\)/gm), ([, name]) => name!);
  return [text, ...required.flatMap((name) => loadedAtOnce(name, seen))];
}

/** Something that only the lazily loaded part says. */
const LAZY = [
  ['transport', 'Origin of the request is not whitelisted'],
  ['framework', 'FST_ERR_'],
  ['zstd', '_zstdClass'],
  ['YAML parser', 'require("yaml")'],
  ['readers of IDLs', 'this is not a node of Codama'],
] as const;

it('the sources import these modules only when they are needed', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const imported = files.flatMap((file) =>
    Array.from(readFileSync(`src/${file}`, 'utf8').matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g), ([, name]) => name),
  );
  expect(imported.toSorted()).toEqual([
    '../../server/socketClient.ts',
    '../control/show/showJson.ts',
    '../dev.ts',
    '../diff.ts',
    '../files/yaml.ts',
    '../idl/readIdl.ts',
    '../inspect.ts',
    '../keys.ts',
    '../record.ts',
    '../server/injectedRequests.ts',
    '../server/listen.ts',
    '../show.ts',
    '../tools/record/upstream.ts',
    '../validator/testValidator.ts',
    '@hpcc-js/wasm-zstd',
    'litesvm',
    'ws',
  ]);
});

// `npm test` builds first
describe.skipIf(!existsSync('dist/index.cjs'))('the bundle of the library', () => {
  it('loads something at once', () => {
    expect(loadedAtOnce('index.cjs').join('')).toContain('Block not available for slot');
  });

  it.each(LAZY)('holds the %s, and loads them only when they are needed', (_what, mark) => {
    const chunks = readdirSync('dist').filter((file) => file.endsWith('.cjs'));
    expect(chunks.some((file) => readFileSync(`dist/${file}`, 'utf8').includes(mark))).toBe(true);
    expect(loadedAtOnce('index.cjs').join('')).not.toContain(mark);
  });

  it('asks for modules with require alone, which every test runner has', () => {
    const chunks = readdirSync('dist').filter((file) => file.endsWith('.cjs'));
    expect(chunks.filter((file) => /[^.\w]import\(/.test(readFileSync(`dist/${file}`, 'utf8')))).toEqual([]);
  });
});
