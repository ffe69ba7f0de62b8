import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { ata, keypair, ledger, pda, sol, startNode, tokens } from '../../src/index.ts';
import { callsReport } from '../../src/testing/callsReport.ts';
import { parsed, recordOptionsOf } from '../cli/command.ts';
import { payOut } from '../pages/recipes/payOut.ts';
import { codeBlocks, readText } from './tables.ts';

const METADATA = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';
const MINT = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';

/** A test of `test/pages` as a user of the package writes it. */
function publishedText(path: string): string {
  return readText(path)
    .replaceAll("'../../../src/index.ts'", "'stillnode'")
    .replaceAll(/'\.\.\/\.\.\/\.\.\/src\/(\w+)\.ts'/g, "'stillnode/$1'")
    .trim();
}

it.each(readdirSync('test/pages'))('docs/%s.md shows the tests of its folder in test/pages, and no others', (page) => {
  const shown = codeBlocks('ts', readText(`docs/${page}.md`)).map((block) => block.trim());
  const tests = readdirSync(`test/pages/${page}`).map((file) => publishedText(`test/pages/${page}/${file}`));
  expect(shown.toSorted()).toEqual(tests.toSorted());
});

it('the report of the payout that a rule drops is that of such a test', async () => {
  const script = ledger()
    .wallet('shop', sol(1))
    .mint('usdc', { decimals: 6 })
    .tokenAccount('shop', tokens(100, 'usdc'))
    .tokenAccount('bob', tokens(0, 'usdc'))
    .block(100);
  const node = await startNode({ ledger: script, dialect: 'agave' });
  onTestFinished(() => node.close());
  await node.onSend({ then: 'drop' });
  await payOut(node.url, {
    secretKey: keypair('shop').secretKey,
    mint: node.address('usdc'),
    from: node.address(ata('shop', 'usdc')),
    to: node.address(ata('bob', 'usdc')),
    amount: 2_500_000n,
  });
  const calls = { calls: node.calls.bind(node), getTips: node.getTips.bind(node), moves: node.moves.bind(node) };
  const report = await callsReport({ ...calls, url: 'http://127.0.0.1:40123/fork/fork-1' });
  const texts = codeBlocks('text', readText('docs/recipes.md')).map((text) => text.trimEnd());
  expect(texts).toContain(report);
});

it('the commands for the metadata of Metaplex have the address that they give, and are understood', () => {
  const lines = codeBlocks('sh', readText('docs/recipes.md')).flatMap((block) => block.trim().split('\n'));
  const [shown = '', address = '', recorded = '', served = ''] = lines;
  const show = parsed(wordsOf(shown), {});
  expect(show).toMatchObject({ kind: 'show', options: { address: true } });
  expect(wordsOf(recorded)[0]).toBe('record');
  expect(recordOptionsOf(wordsOf(recorded).slice(1)).subjects).toEqual([
    { kind: 'account', address: MINT },
    { kind: 'account', address: address.slice(2) },
  ]);
  expect(address).toBe(`# ${ledger().address(pda(METADATA, 'metadata', { address: METADATA }, { address: MINT }))}`);
  expect(shown).toContain(`'$pda(${METADATA},"metadata",${METADATA},${MINT})'`);
  expect(parsed(wordsOf(served), {})).toMatchObject({ kind: 'serve', options: { paths: ['fixtures'] } });
});

/** Of `npx stillnode …`, as a shell reads them. */
function wordsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word).slice(2);
}
