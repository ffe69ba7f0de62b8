import { describe, expect, it } from 'vitest';
import { createNode, type LedgerNode } from '../../../src/node/createNode.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import type { Question } from '../../../src/tools/record/exchange.ts';
import { questions } from '../../../src/tools/record/recordQuestions.ts';
import { exchangeFiles } from './exchangeFiles.ts';

/** `replay` of ledger.json: calls that are recorded in its folder are answered as they were recorded, until the ledger changes. */

const ALICE = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';
const BALANCE: Question = { method: 'getBalance', params: `["${ALICE}"]` };
const RECORDED = '{"context":{"slot":7},"value":42}';
const LEDGERS = `{"context":{"apiVersion":"${DEFAULT_VERSION.release}","slot":12},"value":0}`;

const folderWith = (replay: boolean) =>
  exchangeFiles(
    [
      [BALANCE, 'result', RECORDED],
      [questions.block(9n), 'error', '{"code":-32004,"message":"Block not available for slot 9"}'],
      [{ method: 'getSlot', params: '[]' }, 'result', '7'],
    ],
    { processed: 12, replay },
  );

function answerOf(node: LedgerNode, { method, params }: Question): Promise<string> {
  return node.dispatch(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
}

const resultOf = (text: string) => `{"jsonrpc":"2.0","result":${text},"id":1}\n`;

describe('calls that are recorded', () => {
  it('are answered by the ledger without it, with warnings about the files that hold nothing to load', async () => {
    const node = await createNode({ ledger: folderWith(false), dialect: 'agave' });
    expect(await answerOf(node, BALANCE)).toBe(resultOf(LEDGERS));
    expect(node.warnings).toHaveLength(3);
  });

  it('are answered as they were recorded, however they are written, and the journal says so', async () => {
    const node = await createNode({ ledger: folderWith(true), dialect: 'agave' });
    expect(node.warnings).toEqual([]);
    expect(await answerOf(node, BALANCE)).toBe(resultOf(RECORDED));
    expect(await answerOf(node, { ...BALANCE, params: ` [ "${ALICE}" ] ` })).toBe(resultOf(RECORDED));
    expect(await answerOf(node, { method: 'getSlot', params: '[]' })).toBe(resultOf('7'));
    expect(await answerOf(node, questions.block(9n))).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32004,"message":"Block not available for slot 9"},"id":1}\n',
    );
    expect(await answerOf(node, { ...BALANCE, params: `["${ALICE}",{"commitment":"processed"}]` })).toBe(
      resultOf(LEDGERS),
    );
    expect((await node.calls()).map(({ from }) => from)).toEqual(['record', 'record', 'record', 'record', 'ledger']);
  });

  it('are answered by a ledger that has changed, of forks too, and as recorded again after a reset', async () => {
    const node = await createNode({ ledger: folderWith(true), dialect: 'agave' });
    const early = await node.fork();
    await node.setAccount(ALICE, { lamports: 5 });
    const late = await node.fork();
    const own = resultOf(`{"context":{"apiVersion":"${DEFAULT_VERSION.release}","slot":12},"value":5}`);
    expect(await answerOf(node, BALANCE)).toBe(own);
    expect(await answerOf(late, BALANCE)).toBe(own);
    expect(await answerOf(early, BALANCE)).toBe(resultOf(RECORDED));
    await node.reset();
    expect(await answerOf(node, BALANCE)).toBe(resultOf(RECORDED));
    await late.reset();
    expect(await answerOf(late, BALANCE)).toBe(own);
  });

  it('are answered by the node that a fault names', async () => {
    const node = await createNode({ ledger: folderWith(true), dialect: 'agave' });
    await node.addFault({ match: { method: 'getSlot' }, then: { stale: 2 } });
    expect(await answerOf(node, { method: 'getSlot', params: '[]' })).toBe(resultOf('10'));
    expect(await answerOf(node, BALANCE)).toBe(resultOf(RECORDED));
  });
});
