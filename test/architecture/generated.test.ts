import { expect, it } from 'vitest';
import { generatedFiles } from '../../build/docs/generated.ts';
import { readText } from '../docs/tables.ts';

it.each([...generatedFiles()])('%s is as `npm run docs` writes it', (file, text) => {
  expect(readText(file)).toBe(text);
});
