import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/dialect.ts';
import { type LoadedLedger, loadSources } from '../../../src/fixtures/loadLedger.ts';
import { answerInReply, callBody } from '../../../src/tools/diff/ask.ts';
import { type AnswerComparison, compareAll } from '../../../src/tools/diff/compare.ts';
import { differenceText } from '../../../src/tools/diff/outputs.ts';
import { questionsOf } from '../../../src/tools/diff/questions.ts';
import { RealNode } from '../../../src/tools/record/realNode.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { HAS_CORPUS, readShared, SHARED } from '../../support/sharedFiles.ts';
import { startProxy } from '../../support/upstreamProxy.ts';

interface Recording {
  readonly file: string;
  readonly method: string;
  readonly encoding: string | null;
}

/** Blocks, transactions and accounts, as many as are asked about in a few seconds. */
const TAKEN: Readonly<Record<string, number>> = {
  getBlock: 4,
  getTransaction: 8,
  'solana account --output json': 6,
};

/** Refused: written wrongly by a client. */
const REFUSED = /blocto__33-base64-full-1tx~3|NataliiaRybalka__2QpFBTbWZ2M1-base64/;

function loadRecordings(): Promise<LoadedLedger> {
  const all = readShared('corpus/MANIFEST.json') as unknown as Recording[];
  const files = Object.entries(TAKEN).flatMap(([method, count]) =>
    all
      .filter((recording) => recording.method === method && !REFUSED.test(recording.file))
      .filter(({ encoding }) => (encoding ?? 'base64') === 'base64')
      .map(({ file }) => ({ name: file, text: readFileSync(`${SHARED}/corpus/${file}`, 'utf8') }))
      .filter(({ text }) => text.length < 20_000 && text.includes('base64'))
      .slice(0, count),
  );
  return loadSources(files);
}

/** Compares a ledger with a node that serves it, over HTTP. */
async function compare(
  loaded: LoadedLedger,
  changed: (method: string, params: string) => ((reply: string) => string) | undefined,
) {
  const served = nodeOver(loaded, { dialect: 'agave' });
  const listener = await served.listen({ port: 0, wsPort: 'off' });
  const proxy = await startProxy(listener.url);
  proxy.behave(({ method, params }) => {
    const alter = changed(method, params);
    return alter === undefined ? undefined : { alter };
  });
  const client = new RealNode(proxy.url);
  const own = nodeOver(loaded, { dialect: 'agave' });
  const asked: AnswerComparison[] = [];
  const different: AnswerComparison[] = [];
  const sides = {
    ledger: async (method: string, params: string) => answerInReply(await own.dispatch(callBody(method, params))),
    node: (method: string, params: string) => client.ask(method, params),
    withoutSecrets: (text: string) => client.withoutSecrets(text),
  };
  for await (const compared of compareAll(questionsOf(loaded.state, DIALECTS.agave), sides)) {
    if (compared.verdict !== 'notRecorded') asked.push(compared);
    if (compared.verdict !== 'equal') different.push(compared);
  }
  client.close();
  await proxy[Symbol.asyncDispose]();
  await listener.close();
  return { asked, different, repeated: proxy.repeated() };
}

describe.skipIf(!HAS_CORPUS)('recorded answers of real nodes, compared with a node that serves them', () => {
  it('are equal to the byte, all of them, and nothing is asked twice', async () => {
    const { asked, different, repeated } = await compare(await loadRecordings(), () => undefined);
    expect(different).toEqual([]);
    expect(repeated).toEqual([]);
    expect(asked.length).toBeGreaterThan(200);
    expect(new Set(asked.map(({ question }) => question.method)).size).toBeGreaterThan(6);
  });

  it('one byte that is another one is found, and named', async () => {
    const loaded = await loadRecordings();
    const slot = [...loaded.state.history.blocks()].find(({ transactions = [] }) => transactions.length > 0)!.slot;
    const params = `[${slot},{"commitment":"confirmed","encoding":"base64","maxSupportedTransactionVersion":0,"transactionDetails":"full"}]`;
    const { asked, different } = await compare(loaded, (method, given) =>
      method === 'getBlock' && given === params ? (reply) => reply.replace('"fee":10000', '"fee":10007') : undefined,
    );
    expect(different.map(({ question, verdict }) => [verdict, question.method, question.params])).toEqual([
      ['different', 'getBlock', params],
    ]);
    expect(different[0]!.visible.map(differenceText)).toEqual(['.transactions[0].meta.fee: 10000 → 10007']);
    expect(asked.filter(({ verdict }) => verdict === 'equal')).toHaveLength(asked.length - 1);
  });
});
