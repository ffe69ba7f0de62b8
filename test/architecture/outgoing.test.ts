import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readText } from '../docs/tables.ts';

const OUTGOING =
  /\bfetch\(|from 'node:(?:https|http2|tls|dgram|dns)'|\b(?:http|net)\.(?:request|get|connect|createConnection)\(|new WebSocket\(/;

it('only src/record opens connections to others', () => {
  const files = readdirSync('src', { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'));
  const opening = files.filter((file) => OUTGOING.test(readText(`src/${file}`)));
  expect(opening).toEqual(['record/nodeRequest.ts']);
});

it('only commands load src/record at once, and these are loaded where they are asked for', () => {
  const files = readdirSync('src', { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'));
  // what options look like opens nothing
  const importing = files.filter((file) =>
    /^import (?!type\b).*from '\.\.?\/(?:\.\.\/)?record\/(?!upstreamOptions\.ts)/m.test(readText(`src/${file}`)),
  );
  expect(importing.sort()).toEqual(['cli/diff.ts', 'cli/record.ts']);
  expect(readText('src/cli.ts')).not.toMatch(/^import .*\/(?:record|diff)/m);
});
