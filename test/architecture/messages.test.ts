import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Messages are for people: what code needs of an error is in its data. */

/** A message that is matched, split or cut, in either order of the two words. */
const TAKEN_APART =
  /[mM]essage\b[^;\n]*\.(?:match|matchAll|search|split|replace|replaceAll|slice|startsWith|endsWith|includes)\(|\/[a-z]*\.(?:exec|test)\([^)\n]*[mM]essage/g;

it.each(['src/testing', 'inspector'])('no code of %s takes a message apart', (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const found = files.flatMap((file) =>
    Array.from(readFileSync(`${folder}/${file}`, 'utf8').matchAll(TAKEN_APART), ([text]) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(5);
  expect(found).toEqual([]);
});

it('such code would be found', () => {
  expect("error.message.split('\\n')").toMatch(TAKEN_APART);
  expect('/ found (\\d+)$/.exec(message)').toMatch(TAKEN_APART);
});
