import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startNode } from '../../src/node/createNode.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { startProxy } from '../support/upstreamProxy.ts';
import { folder, run, runProcess } from './command.ts';
import { ALICE, lying, upstream } from './comparedNode.ts';

/** `stillnode conform`: the questions and the differences are those of `stillnode diff`. */

const summary = (origin: string, counts: { equal: number; known?: number; later?: number; unexplained?: number }) => {
  const { equal, known = 0, later = 0, unexplained = 0 } = counts;
  return `questions to ${origin} (solana-core ${DEFAULT_VERSION.release}): ${equal + known + later + unexplained}
  equal to the byte: ${equal}
  known differences: ${known}
  later on the node: ${later}
  unexplained: ${unexplained}
`;
};

describe('stillnode conform', () => {
  it('equal answers: a line for each method, and exit code 0', async () => {
    const { fixtures, proxy } = await upstream();
    expect(await runProcess(['conform', proxy.url, fixtures])).toEqual({
      code: 0,
      stdout: `getAccountInfo  6/6\ngetBalance  1/1\ngetMultipleAccounts  1/1\n${summary(proxy.origin, { equal: 8 })}`,
      stderr: '',
    });
  });

  it('other answers: the differences behind the methods, as diff has them, and exit code 1', async () => {
    const { fixtures, proxy } = await upstream(lying);
    expect(await run(['conform', proxy.url, fixtures])).toEqual({
      code: 1,
      stdout: `getAccountInfo  5/6
getBalance  1/1
getMultipleAccounts  1/1
unexplained: getAccountInfo ["${ALICE}",{"commitment":"confirmed","encoding":"jsonParsed"}]
  .value.data[0]: "AQID" → "AQIE"
${summary(proxy.origin, { equal: 7, unexplained: 1 })}`,
      stderr: '',
    });
  });

  it('known differences count as equal, and their number is said', async () => {
    const { fixtures, proxy } = await upstream(({ method }) =>
      method === 'getVersion' ? undefined : { alter: (reply) => reply.replace('"slot":0', '"slot":9') },
    );
    expect(await run(['conform', proxy.url, fixtures])).toEqual({
      code: 0,
      stdout: `getAccountInfo  6/6
getBalance  1/1
getMultipleAccounts  1/1
${summary(proxy.origin, { equal: 0, known: 8 })}answers that differ, by reason:
  context.slot: every node has its own tip: 8
`,
      stderr: '',
    });
  });

  it('at most 100 answers are printed, and the others counted', async () => {
    const { fixtures, proxy } = await upstream(({ method }) =>
      method === 'getHealth' ? { alter: (reply) => reply.replace('"ok"', '"well"') } : undefined,
    );
    const list = join(folder(), 'calls.jsonl');
    writeFileSync(list, Array.from({ length: 103 }, () => '{"method":"getHealth","params":[]}\n').join(''));
    const { code, stdout } = await run(['conform', proxy.url, fixtures, '--requests', list]);
    expect(code).toBe(1);
    const difference = 'unexplained: getHealth []\n  the whole answer: "ok" → "well"\n';
    expect(stdout).toBe(
      `getHealth  0/103\n${difference.repeat(100)}and 3 more answers\n${summary(proxy.origin, { equal: 0, unexplained: 103 })}`,
    );
  });

  it('without a path: the sample', async () => {
    const node = await startNode({ dialect: 'agave', port: 0 });
    const proxy = await startProxy(node.url);
    onTestFinished(async () => {
      await proxy[Symbol.asyncDispose]();
      await node.close();
    });
    const { code, stdout } = await run(['conform', proxy.url]);
    expect(code).toBe(0);
    const methods = stdout.split('questions to ')[0]!.trimEnd().split('\n');
    expect(methods.map((line) => line.split('  ')[0])).toEqual([
      'getGenesisHash',
      'getBlock',
      'getBlockTime',
      'getTransaction',
      'getSignatureStatuses',
      'getBlocks',
      'getBlocksWithLimit',
      'getSignaturesForAddress',
      'getAccountInfo',
      'getBalance',
      'getTokenSupply',
      'getTokenAccountBalance',
      'getMultipleAccounts',
    ]);
    for (const line of methods) expect(line).toMatch(/^\w+ {2}(\d+)\/\1$/);
  });

  it('a node that fails: what was compared, and exit code 1', async () => {
    const { fixtures, proxy } = await upstream(({ method }) =>
      method === 'getBalance' ? { status: 401, body: 'no' } : undefined,
    );
    const { code, stderr, stdout } = await run(['conform', proxy.url, fixtures]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/: the comparison is not complete\n$/);
    expect(stdout).toMatch(/^getAccountInfo {2}\d\/\d\nquestions to /);
  });

  it('nothing to ask, and wrong arguments', async () => {
    const { proxy } = await upstream();
    const empty = join(folder({ 'ledger.json': '{}' }), 'ledger.json');
    expect(await run(['conform', proxy.url, empty])).toEqual({
      code: 1,
      stdout: summary(proxy.origin, { equal: 0 }),
      stderr: 'stillnode: the ledger has nothing that is asked for: nothing was compared\n',
    });
    expect(await run(['conform'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'stillnode: conform needs the URL of another server: stillnode conform URL [PATH…]\n',
    });
    expect(await run(['conform', proxy.url, '--json'])).toMatchObject({ code: 2 });
  });

  it('has a help', async () => {
    const { code, stdout } = await run(['conform', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`usage: stillnode conform URL [PATH…]

Ask another RPC server at URL, which has the same ledger, and print how many answers of each method are equal.
It is stillnode diff for authors of servers. Exits with 0 if all are equal, else with 1.
`);
  });
});
