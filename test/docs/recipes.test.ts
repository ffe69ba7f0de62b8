import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { codeBlocks, readText } from './tables.ts';

/** As its readers write it. */
function recipeText(file: string): string {
  return readText(`test/recipes/${file}`).replaceAll("'../../src/index.ts'", "'stillnode'").trim();
}

it('docs/recipes.md shows the recipes that are run as tests, and no others', () => {
  const shown = codeBlocks('ts', readText('docs/recipes.md')).map((block) => block.trim());
  const recipes = readdirSync(new URL('../recipes', import.meta.url)).map(recipeText);
  expect(shown.toSorted()).toEqual(recipes.toSorted());
});
