import { describe, expect, it } from 'vitest';
import type { Answer, Ask } from '../../../src/tools/diff/ask.ts';
import { type AnswerComparison, compareAll } from '../../../src/tools/diff/compare.ts';
import { CHANGED_ACCOUNT, FORGOTTEN_BLOCK } from '../../../src/tools/diff/laterDifferences.ts';
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

const BALANCE: Question = { method: 'getBalance', params: '["A",{"commitment":"confirmed"}]' };
const balance = (slot: number, lamports: number) =>
  `{"context":{"apiVersion":"4.1.0","slot":${slot}},"value":${lamports}}`;
const account = (slot: number, lamports: number, more = '') =>
  `{"context":{"slot":${slot}},"value":{"data":["","base64"],"lamports":${lamports}${more}}}`;
const WITNESS = 'getAccountInfo ["A",{"commitment":"confirmed","encoding":"base64"}]';

function verdictsOf(compared: AnswerComparison | undefined) {
  return compared?.visible.map(({ path, reason, verdict }) => [path, verdict, reason]);
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
      reasons: new Map(),
    });
    expect(calls).toEqual(['getSlot []']);
  });

  it('a result is not equal to an error of the same text', async () => {
    const { compared } = await one(
      { method: 'x', params: '[]' },
      { 'x *': '{"code":1}' },
      { 'x *': 'error {"code":1}' },
    );
    expect(compared?.verdict).toBe('unexplained');
  });

  it('explained: all differences are known', async () => {
    const question: Question = { method: 'getTransaction', params: '["S"]' };
    const { compared } = await one(
      question,
      { 'getTransaction *': '{"slot":5,"transactionIndex":1}' },
      { 'getTransaction *': '{"slot":5}' },
    );
    const reason = 'transactionIndex: not before late 2025';
    expect(compared).toEqual({
      question,
      verdict: 'explained',
      visible: [{ path: '.transactionIndex', kind: 'onlyLedger', ledger: '1', node: '', verdict: 'explained', reason }],
      omitted: 0,
      reasons: new Map([[reason, { verdict: 'explained', members: 1 }]]),
    });
  });

  it('unexplained: one difference is enough', async () => {
    const { compared } = await one(
      { method: 'getTransaction', params: '["S"]' },
      { 'getTransaction *': '{"slot":5,"transactionIndex":1}' },
      { 'getTransaction *': '{"slot":6}' },
    );
    expect(compared?.verdict).toBe('unexplained');
    expect(verdictsOf(compared)).toEqual([
      ['.slot', 'unexplained', undefined],
      ['.transactionIndex', 'explained', 'transactionIndex: not before late 2025'],
    ]);
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

describe('an account that differs', () => {
  it('is later where the node is beyond the slot of the ledger and shows another state', async () => {
    const { calls, compared } = await one(
      BALANCE,
      { 'getBalance *': balance(5, 1), [WITNESS]: account(5, 1) },
      { 'getBalance *': balance(9, 2), [WITNESS]: account(9, 2) },
    );
    expect(compared?.verdict).toBe('later');
    expect(verdictsOf(compared)).toEqual([
      ['.context.slot', 'explained', 'context.slot: every node has its own tip'],
      ['.value', 'later', CHANGED_ACCOUNT],
    ]);
    expect(calls).toEqual([`getBalance ${BALANCE.params}`, WITNESS]);
  });

  it.each([
    ['the node is at the same slot', 5, 2, ''],
    ['the node is behind', 4, 2, ''],
    ['the node shows the same state: the answer is wrong', 9, 1, ''],
    ['only space differs, which old nodes leave out', 9, 1, ',"space":0'],
  ])('is unexplained where %s', async (_what, slot, lamports, more) => {
    const { compared } = await one(
      BALANCE,
      { 'getBalance *': balance(5, 1), [WITNESS]: account(5, 1, more) },
      { 'getBalance *': balance(slot, 2), [WITNESS]: account(slot, lamports) },
    );
    expect(compared?.verdict).toBe('unexplained');
    expect(compared?.visible.at(-1)).toMatchObject({ path: '.value', verdict: 'unexplained', reason: undefined });
  });

  it('is unexplained where the node does not show it', async () => {
    const { compared } = await one(
      BALANCE,
      { 'getBalance *': balance(5, 1), [WITNESS]: account(5, 1) },
      { 'getBalance *': balance(9, 2), [WITNESS]: 'error {"code":-32601,"message":"Method not found"}' },
    );
    expect(compared?.verdict).toBe('unexplained');
  });

  it('is later where it is gone, an error in place of a result included', async () => {
    const question = { method: 'getTokenAccountBalance', params: '["A",{"commitment":"confirmed"}]' };
    const { compared } = await one(
      question,
      { 'getTokenAccountBalance *': balance(5, 1), [WITNESS]: account(5, 1) },
      {
        'getTokenAccountBalance *': 'error {"code":-32602,"message":"Invalid param: could not find account"}',
        [WITNESS]: '{"context":{"slot":9},"value":null}',
      },
    );
    expect(verdictsOf(compared)).toEqual([['', 'later', CHANGED_ACCOUNT]]);
  });

  it('the node is asked about it once', async () => {
    const ledger = asker({ 'getBalance *': balance(5, 1), [WITNESS]: account(5, 1) });
    const node = asker({ 'getBalance *': balance(9, 2), [WITNESS]: account(9, 2) });
    await all([BALANCE, BALANCE, BALANCE], ledger.ask, node.ask);
    expect(node.calls.filter((call) => call === WITNESS)).toHaveLength(1);
  });

  it('in a list is judged by itself', async () => {
    const question = { method: 'getMultipleAccounts', params: '[["A","B"]]' };
    const witness = (address: string) => `getAccountInfo ["${address}",{"encoding":"base64"}]`;
    const { compared } = await one(
      question,
      { 'getMultipleAccounts *': '{"value":[1,1]}', [witness('A')]: account(5, 1), [witness('B')]: account(5, 1) },
      { 'getMultipleAccounts *': '{"value":[2,2]}', [witness('A')]: account(9, 2), [witness('B')]: account(9, 1) },
    );
    expect(verdictsOf(compared)).toEqual([
      ['.value[0]', 'later', CHANGED_ACCOUNT],
      ['.value[1]', 'unexplained', undefined],
    ]);
  });

  it.each([
    ['getProgramAccounts', (list: string) => list, ''],
    ['getTokenAccountsByOwner', (list: string) => `{"value":${list}}`, '.value'],
  ])('in a list of %s is judged by its address; an entry at another place is not excused', async (method, wrap, at) => {
    const witness = 'getAccountInfo ["A",{"encoding":"base64"}]';
    const entries = (lamports: number, last: string) =>
      wrap(`[{"account":{"lamports":${lamports}},"pubkey":"A"},{"account":{"lamports":1},"pubkey":"${last}"}]`);
    const { compared } = await one(
      { method, params: '["P",{"encoding":"base64"}]' },
      { [`${method} *`]: entries(1, 'B'), [witness]: account(5, 1) },
      { [`${method} *`]: entries(2, 'C'), [witness]: account(9, 2) },
    );
    expect(verdictsOf(compared)).toEqual([
      [`${at}[0].account.lamports`, 'later', CHANGED_ACCOUNT],
      [`${at}[1].pubkey`, 'unexplained', undefined],
    ]);
  });
});

describe('history that the node does not keep', () => {
  const cleanedUp = 'error {"code":-32001,"message":"Block 5 cleaned up"}';

  it.each<[method: string, params: string, ledger: string, node: string, path: string]>([
    ['getBlock', '[5]', '{"blockHeight":5}', cleanedUp, ''],
    ['getBlockTime', '[5]', '1700000000', 'null', ''],
    ['getTransaction', '["S"]', '{"slot":5}', 'null', ''],
    ['getSignatureStatuses', '[["S"]]', '{"value":[{"slot":5}]}', '{"value":[null]}', '.value[0]'],
  ])(
    '%s: later below the first block of the node, unexplained from there on',
    async (method, params, ledger, node, path) => {
      const compare = (first: string) =>
        one(
          { method, params },
          { [`${method} *`]: ledger },
          { [`${method} *`]: node, 'getFirstAvailableBlock *': first },
        );
      expect(verdictsOf((await compare('6')).compared)).toEqual([[path, 'later', FORGOTTEN_BLOCK]]);
      expect(verdictsOf((await compare('5')).compared)).toEqual([[path, 'unexplained', undefined]]);
      expect(verdictsOf((await compare('error {}')).compared)).toEqual([[path, 'unexplained', undefined]]);
    },
  );

  it('another value is not forgotten', async () => {
    const { compared } = await one(
      { method: 'getBlockTime', params: '[5]' },
      { 'getBlockTime *': '1700000000' },
      { 'getBlockTime *': '1700000001', 'getFirstAvailableBlock *': '6' },
    );
    expect(verdictsOf(compared)).toEqual([['', 'unexplained', undefined]]);
  });

  it('what the node shows otherwise is not forgotten', async () => {
    const { calls, compared } = await one(
      { method: 'getTransaction', params: '["S"]' },
      { 'getTransaction *': '{"slot":5}' },
      { 'getTransaction *': '{"slot":4}' },
    );
    expect(verdictsOf(compared)).toEqual([['.slot', 'unexplained', undefined]]);
    expect(calls).toHaveLength(1);
  });
});

it('of many differences the first twenty of a verdict are shown, all are counted', async () => {
  const list = (count: number, text: string) => `[${Array.from({ length: count }, () => text).join(',')}]`;
  const { compared } = await one(
    { method: 'x', params: '[]' },
    { 'x *': list(30, '{"a":1,"transactionIndex":1}') },
    { 'x *': list(30, '{"a":2}') },
  );
  expect(compared?.visible).toHaveLength(40);
  expect(compared?.omitted).toBe(20);
  expect(compared?.reasons.get('transactionIndex: not before late 2025')).toEqual({
    verdict: 'explained',
    members: 30,
  });
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
