import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Texts of a bundled file and of all that it loads at once; what it imports when needed is not among them. */
function loadedAtOnce(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(`dist/${file}`, 'utf8');
  const imports = Array.from(text.matchAll(/^(?:import|export)\b[^;]*?from "\.\/([^"]+)";|^import "\.\/([^"]+)";/gm));
  return [text, ...imports.flatMap(([, from, bare]) => loadedAtOnce((from ?? bare)!, seen))];
}

/** Something that only the lazily loaded part says. */
const LAZY = [
  ['program parsers', 'lastExtendedSlotStartIndex'],
  ['transport', 'Origin of the request is not whitelisted'],
  ['zstd', 'compressChunk(a)'],
  ['OpenRPC document', '#/components/schemas/'],
] as const;

// `npm test` builds first
describe.skipIf(!existsSync('dist/index.js'))('the bundle of the library', () => {
  it('loads something at once', () => {
    expect(loadedAtOnce('index.js').join('')).toContain('Block not available for slot');
  });

  it.each(LAZY)('holds the %s, and loads them only when they are needed', (_what, mark) => {
    const chunks = readdirSync('dist').filter((file) => file.endsWith('.js'));
    expect(chunks.some((file) => readFileSync(`dist/${file}`, 'utf8').includes(mark))).toBe(true);
    expect(loadedAtOnce('index.js').join('')).not.toContain(mark);
  });
});
