import { describe, expect, it, onTestFinished } from 'vitest';
import { startNode } from '../../src/node/createNode.ts';
import { codeBlocks, readText } from './tables.ts';

const README = readText('README.md');
const CURL = /^curl -s (?:'([^']+)'|(\S+)) -H 'content-type: application\/json' -d '([^']+)'$/;

interface CurlLine {
  readonly path: string;
  readonly body: string;
  /** what the page shows under the line, if it does */
  readonly reply: string | undefined;
}

/** Every line with curl in the shell blocks of a page; one of another form than all others cannot be run. */
function curlLines(page: string): CurlLine[] {
  const lines = codeBlocks('sh', page).flatMap((block) => block.split('\n'));
  return lines.flatMap((line, i) => {
    if (!line.includes('curl')) return [];
    const match = CURL.exec(line);
    if (match === null) throw new Error(`a curl line of another form: ${line}`);
    const url = new URL((match[1] ?? match[2])!);
    if (url.origin !== 'http://127.0.0.1:8899') throw new Error(`a curl line to another place: ${line}`);
    const next = lines[i + 1] ?? '';
    return [
      { path: url.pathname + url.search, body: match[3]!, reply: next.startsWith('# {') ? next.slice(2) : undefined },
    ];
  });
}

async function ask({ path, body }: CurlLine): Promise<string> {
  const node = await startNode();
  onTestFinished(() => node.close());
  const headers = { 'content-type': 'application/json' };
  return (await fetch(node.url + path, { method: 'POST', headers, body })).text();
}

describe('the curl lines', () => {
  const lines = curlLines(readText('docs/tour.md'));

  it.each(lines.filter(({ reply }) => reply !== undefined))('$body is answered as shown', async (line) => {
    expect(await ask(line)).toBe(`${line.reply}\n`);
  });

  it.each(lines.filter(({ reply }) => reply === undefined))('$body has a result that is not empty', async (line) => {
    expect(await ask(line)).toMatch(/^\{"jsonrpc":"2\.0","result":(\{"|\[\{)/);
  });

  it.each(curlLines(readText('ledger-fixtures/default/README.md')))(
    'of the sample ledger: $body is answered, a skipped slot with its error',
    async (line) => {
      const member = line.body.includes('[307]') ? '"error":{"code":-32007' : '"result":';
      expect(await ask(line)).toContain(`{"jsonrpc":"2.0",${member}`);
    },
  );
});

it('the ready line is that of the sample ledger', async () => {
  const node = await startNode({ dialect: 'contract' });
  onTestFinished(() => node.close());
  const { accounts, blocks, transactions } = node.counts;
  const holds = `${blocks} blocks, ${transactions} transactions, ${accounts} accounts, contract dialect, alpenglow consensus`;
  const line = README.split('\n').find((each) => each.startsWith('stillnode ready on '));
  expect(line?.replace(/\d+ ms/, 'N ms')).toBe(
    `stillnode ready on http://127.0.0.1:8899: ${holds}, loaded in N ms; WebSockets on ws://127.0.0.1:8900; http://127.0.0.1:8899 in a browser shows the ledger`,
  );
});

it('every container publishes the port of WebSockets too, where client libraries look for it', () => {
  const lines = [README, readText('docs/docker.md')].flatMap((page) => page.split('\n'));
  const published = lines.filter((line) => /^(?:- run: )?docker run |^ +ports:/.test(line));
  expect(published).toHaveLength(6);
  expect(published.filter((line) => !/8899:8899\b.*\b8900:8900/.test(line))).toEqual([]);
});

it('README.md has at most 200 lines, 45 of them a whole suite', () => {
  expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(200);
});

it('the scripts that it names are in package.json', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const known = new Set([...Object.keys(scripts), 'ci', 'install', 'pack']);
  for (const page of ['README.md', 'docs/tour.md', 'CONTRIBUTING.md', 'AGENTS.md', 'bench/README.md']) {
    const names = Array.from(readText(page).matchAll(/\bnpm (?:run )?([a-z]+)/g), ([, name]) => name!);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(known, `npm ${name} in ${page}`).toContain(name);
  }
});
