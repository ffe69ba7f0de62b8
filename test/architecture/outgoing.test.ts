import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readText } from '../docs/tables.ts';

const OUTGOING =
  /\bfetch\(|from 'node:(?:https|http2|tls|dgram|dns)'|\b(?:http|net)\.(?:request|get|connect|createConnection)\(|new WebSocket\(/;

it('only src/tools/record opens connections to others, and connect() to the node that a test names', () => {
  const files = readdirSync('src', { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts'));
  const opening = files.filter((file) => OUTGOING.test(readText(`src/${file}`)));
  expect(opening.sort()).toEqual([
    'node/connection/connect.ts',
    'node/connection/httpCalls.ts',
    'server/socketClient.ts',
    'tools/record/nodeRequest.ts',
  ]);
  const connecting = files.filter((file) => /\/(?:connection\/|socketClient)/.test(readText(`src/${file}`)));
  expect(
    connecting.filter((file) => !file.startsWith('node/connection/') && !file.startsWith('testing/')).sort(),
  ).toEqual(['index.ts', 'kit.ts']);
});

it('what can open them is loaded by the commands that ask a node, and where an upstream is given', () => {
  const files = readdirSync('src', { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.startsWith('tools/record/'));
  // the options of an upstream are read without it
  const importing = (file: string) =>
    /^import (?!type\b).*from '(?:\.\.?\/)+(?:tools\/)?record\/(?!upstreamOptions\.ts)/m.test(readText(`src/${file}`));
  expect(files.filter(importing).sort()).toEqual(['cli/diff.ts', 'cli/record.ts', 'cli/validator/clonedAccounts.ts']);
  // only that command loads the differences
  const loadingDiff = files.filter(
    (file) => !file.startsWith('tools/diff/') && /from '.*\/diff\//.test(readText(`src/${file}`)),
  );
  expect(loadingDiff).toEqual(['cli/diff.ts']);
  expect(files.filter((file) => readText(`src/${file}`).includes("import('../tools/record/"))).toEqual([
    'node/node.ts',
  ]);
  expect(readText('src/tools/record/upstreamOptions.ts').match(/^import .*/gm)).toEqual([
    "import { didYouMean, nearest } from '../../codec/suggest.ts';",
    "import { fileErrorReason } from '../../fixtures/input/fileErrors.ts';",
  ]);
  for (const name of ['diff', 'record'])
    expect(readText(`src/cli/commands/${name}Command.ts`)).not.toMatch(/^import (?!type).*\.\.\/(?:diff|record)\.ts/m);
});
