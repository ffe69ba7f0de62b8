import { describe, expect, it } from 'vitest';
import type { Answer, Ask } from '../../../src/tools/diff/ask.ts';
import { type AnswerComparison, compareAll } from '../../../src/tools/diff/compare.ts';
import type { Question } from '../../../src/tools/diff/questions.ts';
import { deferred } from '../../support/upstreamProxy.ts';

/** The text of a result, or of an error if it begins with `error `, by `method params`; `*` where a row is for all params. */
type Answers = Readonly<Record<string, string>>;

interface Asker {
  readonly ask: Ask;
  readonly calls: readonly string[];
}

function asker(answers: Answers): Asker {
  const calls: string[] = [];
  const ask: Ask = async (method, params) => {
    calls.push(`${method} ${params}`);
    const text = answers[`${method} ${params}`] ?? answers[`${method} *`];
    if (text === undefined) throw new Error(`no answer to ${method} ${params}`);
    return answerOf(text);
  };
  return { ask, calls };
}

function answerOf(text: string): Answer {
  return text.startsWith('error ') ? { kind: 'error', text: text.slice(6) } : { kind: 'result', text };
}

async function all(questions: Iterable<Question>, ledger: Ask, node: Ask): Promise<AnswerComparison[]> {
  const sides = { ledger, node, withoutSecrets: (text: string) => text.replaceAll('s3cret', '…') };
  const list: AnswerComparison[] = [];
  for await (const compared of compareAll(questions, sides)) list.push(compared);
  return list;
}

async function one(question: Question, ledger: Answers, node: Answers) {
  const [ours, theirs] = [asker(ledger), asker(node)];
  const [compared] = await all([question], ours.ask, theirs.ask);
  return { compared, calls: theirs.calls };
}

describe('the verdict', () => {
  it('equal: to the byte', async () => {
    const { calls, compared } = await one(
      { method: 'getSlot', params: '[]' },
      { 'getSlot *': '5' },
      { 'getSlot *': '5' },
    );
    expect(compared).toEqual({
      question: { method: 'getSlot', params: '[]' },
      verdict: 'equal',
      visible: [],
      omitted: 0,
    });
    expect(calls).toEqual(['getSlot []']);
  });

  it('a result is not equal to an error of the same text', async () => {
    const { compared } = await one(
      { method: 'x', params: '[]' },
      { 'x *': '{"code":1}' },
      { 'x *': 'error {"code":1}' },
    );
    expect(compared?.verdict).toBe('different');
  });

  it('alike: all differences are by nature, and none is shown', async () => {
    const question: Question = { method: 'getBalance', params: '["A"]' };
    const { compared } = await one(
      question,
      { 'getBalance *': '{"context":{"apiVersion":"4.4.0","slot":5},"value":1}' },
      { 'getBalance *': '{"context":{"apiVersion":"4.1.2","slot":9},"value":1}' },
    );
    expect(compared).toEqual({ question, verdict: 'alike', visible: [], omitted: 0 });
  });

  it('different: one difference is enough, and those by nature are not shown', async () => {
    const question: Question = { method: 'getBalance', params: '["A"]' };
    const { calls, compared } = await one(
      question,
      { 'getBalance *': '{"context":{"slot":5},"value":1}' },
      { 'getBalance *': '{"context":{"slot":9},"value":2}' },
    );
    const visible = [{ path: '.value', kind: 'changed', ledger: '1', node: '2' }];
    expect(compared).toEqual({ question, verdict: 'different', visible, omitted: 0 });
    // nothing else is asked about a difference
    expect(calls).toEqual(['getBalance ["A"]']);
  });

  it.each([
    ['getBlock', '[5]', '{"blockHeight":5}', 'error {"code":-32001,"message":"Block 5 cleaned up"}', 'outcome'],
    ['getBlockTime', '[5]', '1700000000', 'null', 'changed'],
    ['getTransaction', '["S"]', '{"slot":5}', 'null', 'changed'],
  ])('different: what the node does not have any more, of %s', async (method, params, ledger, node, kind) => {
    const { compared } = await one({ method, params }, { [`${method} *`]: ledger }, { [`${method} *`]: node });
    expect(compared).toMatchObject({ verdict: 'different', visible: [{ path: '', kind }] });
  });

  it('not recorded: the node is not asked', async () => {
    const error = 'error {"code":-32603,"message":"m","data":{"reason":"notRecorded"}}';
    const { calls, compared } = await one({ method: 'getBlock', params: '[5]' }, { 'getBlock *': error }, {});
    expect(compared?.verdict).toBe('notRecorded');
    expect(calls).toEqual([]);
  });

  it('a question that does not fit is none', async () => {
    const error = 'error {"code":-32602,"message":"Invalid param: not a Token mint"}';
    const question = { method: 'getTokenSupply', params: '["A"]', isTentative: true };
    const { calls, compared } = await one(question, { 'getTokenSupply *': error }, {});
    expect({ calls, compared }).toEqual({ calls: [], compared: undefined });
  });

  it('an error that the ledger answers with is asked for otherwise', async () => {
    const error = 'error {"code":-32602,"message":"Invalid param: not a Token mint"}';
    const { compared } = await one({ method: 'x', params: '[]' }, { 'x *': error }, { 'x *': error });
    expect(compared?.verdict).toBe('equal');
  });
});

it('of many differences the first twenty are shown, all are counted', async () => {
  const list = (count: number, text: string) =>
    `{"context":{"slot":${count}},"value":[${Array.from({ length: 30 }, () => text).join(',')}]}`;
  const { compared } = await one(
    { method: 'x', params: '[]' },
    { 'x *': list(1, '{"a":1,"b":1}') },
    { 'x *': list(2, '{"a":2}') },
  );
  expect(compared?.visible).toHaveLength(20);
  expect(compared?.omitted).toBe(40);
});

it('keys in texts of the node are not shown', async () => {
  const { compared } = await one({ method: 'x', params: '[]' }, { 'x *': '"a"' }, { 'x *': '"/s3cret"' });
  expect(compared?.visible[0]?.node).toBe('"/…"');
});

describe('the order', () => {
  const questions = Array.from({ length: 40 }, (_, i) => ({ method: 'x', params: `[${i}]` }));

  it('is that of the questions, whichever answer comes first', async () => {
    const first = deferred();
    const node: Ask = async (_method, params) => {
      if (params === '[0]') await first.promise;
      if (params === '[7]') first.resolve();
      return answerOf('1');
    };
    const compared = await all(questions, async () => answerOf('1'), node);
    expect(compared.map(({ question }) => question.params)).toEqual(questions.map(({ params }) => params));
  });

  it('few questions are made before the first is compared', async () => {
    let made = 0;
    function* counted(): Iterable<Question> {
      for (const question of questions) {
        made++;
        yield question;
      }
    }
    const answer: Ask = async () => answerOf('1');
    for await (const _ of compareAll(counted(), { ledger: answer, node: answer, withoutSecrets: String })) break;
    expect(made).toBe(8);
  });

  it('a node that fails ends it with its error, after the answers before', async () => {
    const seen: string[] = [];
    const node: Ask = async (_method, params) => {
      if (params === '[3]' || params === '[5]') throw new Error(`no answer to ${params}`);
      return answerOf('1');
    };
    const comparing = async () => {
      const sides = { ledger: async () => answerOf('1'), node, withoutSecrets: String };
      for await (const { question } of compareAll(questions, sides)) seen.push(question.params);
    };
    await expect(comparing()).rejects.toThrow('no answer to [3]');
    expect(seen).toEqual(['[0]', '[1]', '[2]']);
  });
});
