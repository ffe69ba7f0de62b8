import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import { loadSources } from '../../../src/fixtures/loadLedger.ts';
import type { LedgerState } from '../../../src/ledger/state.ts';
import type { LedgerNode } from '../../../src/node/createNode.ts';
import { BOTH_DIALECTS } from '../../support/answers.ts';
import { loadClientLedger } from '../../support/clientLedger.ts';
import { controlText } from '../../support/control.ts';
import { everyCall } from '../../support/everyCall.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { type RandomScript, randomScript } from '../../support/randomScripts.ts';
import { callText } from '../../support/testNode.ts';
import { callsOf } from '../openrpc/calls.ts';
import { DOCUMENT } from '../openrpc/served.ts';

/** Explained answers are the answers, and those that say nothing come with reasons. */

/** Method and the text of its parameters. */
type Call = readonly [method: string, params: string];

const CHANGING = ['sendTransaction', 'requestAirdrop', 'sendBundle'];
const READING = DOCUMENT.methods.filter(({ name }) => !CHANGING.includes(name));
/** Parameters that hardly any method takes. */
const BROKEN = [
  'null',
  '[]',
  '{}',
  '[1]',
  '[null]',
  '["x"]',
  '[[]]',
  '[0.5]',
  '[{}]',
  '[1,2,3,4,5]',
  '[18446744073709551615]',
];
/** Answers that say nothing. */
const SAYS_NOTHING = /^(null|\[\]|\{"context":\{[^}]*\},"value":(null|\[\]|\[null\])\})$/;
const GOES = /stillnode_(setTips) (\[.*?\]) goes there/;

function nodeOf(state: LedgerState): LedgerNode {
  return nodeOver(
    { state, warnings: [], counts: { files: 0, blocks: 0, transactions: 0, accounts: 0 } },
    { cacheMb: 0, extensions: true },
  );
}

const textsOf = (calls: ReturnType<typeof everyCall>): Call[] =>
  calls.map(([method, ...params]) => [method, JSON.stringify(params)]);

async function whyOf(node: LedgerNode, [method, params]: Call, dialect: DialectName): Promise<readonly string[]> {
  const plain = await callText(node, method, params, dialect);
  const text = await callText(node, 'stillnode_explain', `["${method}",${params}]`, dialect);
  const kind = /^\{"code":-\d+,"message":/.test(plain) ? 'error' : 'result';
  const start = `{"answer":{"${kind}":${plain}},"why":`;
  expect([method, params, dialect, text.slice(0, start.length)]).toEqual([method, params, dialect, start]);
  const why = JSON.parse(text.slice(start.length, -1)) as string[];
  const needsReason = kind === 'error' || SAYS_NOTHING.test(plain);
  expect(needsReason && why.length === 0 ? [method, params, plain] : []).toEqual([]);
  expect(why.filter((sentence) => !/^[^\n]+\w.*$/.test(sentence) || /undefined|\[object/.test(sentence))).toEqual([]);
  return why;
}

describe.each(BOTH_DIALECTS)('in the %s dialect, the answer that is explained is the answer', (dialect) => {
  it.each(READING)('of $name, whatever the parameters', async (method) => {
    const { state } = await loadClientLedger();
    const node = nodeOf(state);
    const good = callsOf(method).map((params): Call => [method.name, JSON.stringify(params)]);
    for (const call of [...good, ...BROKEN.map((params): Call => [method.name, params])])
      await whyOf(node, call, dialect);
  });

  it('of everything that a ledger can be asked for', async () => {
    const { state } = await loadClientLedger();
    const node = nodeOf(state);
    for (const call of textsOf(everyCall(state))) await whyOf(node, call, dialect);
  });
});

interface Case {
  readonly script: RandomScript;
  readonly tips: readonly [finalized: number, confirmed: number, processed: number];
  readonly calls: readonly number[];
}

const CASE: fc.Arbitrary<Case> = fc
  .tuple(randomScript, fc.tuple(fc.nat(), fc.nat(), fc.nat()), fc.array(fc.nat(), { minLength: 40, maxLength: 40 }))
  .map(([script, picks, calls]) => {
    const tips = picks.map((pick) => script.mainSlots[pick % script.mainSlots.length]!).sort((a, b) => a - b);
    return { script, tips: [tips[0]!, tips[1]!, tips[2]!], calls };
  });

it('whatever the tips: and what a reason says to call takes the reason away', async () => {
  let followed = 0;
  const property = fc.asyncProperty(CASE, async ({ calls, script, tips: [finalized, confirmed, processed] }) => {
    const text = script.text({ finalized, confirmed, processed });
    const { state } = await loadSources([{ name: 'a.ledger.json', text }]);
    const node = nodeOf(state);
    const all = textsOf(everyCall(state));
    for (const pick of calls) {
      const call = all[pick % all.length]!;
      for (const dialect of BOTH_DIALECTS) {
        for (const sentence of await whyOf(node, call, dialect)) {
          const [, verb, params] = GOES.exec(sentence) ?? [];
          if (verb === undefined) continue;
          followed++;
          const before = await controlText(node, 'snapshot');
          await controlText(node, verb, params);
          expect(await whyOf(node, call, dialect)).not.toContain(sentence);
          await controlText(node, 'revert', `[${before}]`);
        }
      }
    }
  });
  await fc.assert(property, { numRuns: 3, seed: 1 });
  expect(followed).toBeGreaterThan(0);
  await fc.assert(property, { numRuns: 4 });
});
