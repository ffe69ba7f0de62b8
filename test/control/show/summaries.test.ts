import { describe, expect, it } from 'vitest';
import { createNode, type LedgerBuilder, ledger, sol, type TransactionBuilder, tokens } from '../../../src/index.ts';
import { DESCRIBED_LEDGER } from '../../support/describedIdl.ts';

type Shown = { readonly name: string; readonly summary: string | null; readonly failure: string | null };

const BASE = ledger()
  .wallet('alice', sol(5))
  .wallet('bob', sol(1))
  .mint('usdc', { decimals: 6, authority: 'alice' })
  .tokenAccount('alice', tokens(100, 'usdc'))
  .tokenAccount('bob', tokens(0, 'usdc'));

async function shown(script: LedgerBuilder | object, subject?: string): Promise<readonly Shown[]> {
  const node = await createNode({ ledger: script as LedgerBuilder });
  const params = subject === undefined ? [null, { summaries: true }] : [subject, { summaries: true }];
  const answer = (await node.request('stillnode_show', params as never)) as { transactions?: Shown[] } & Shown;
  return answer.transactions ?? [answer];
}

describe('a transaction in one line', () => {
  it('says who gives what to whom, by name', async () => {
    const script = BASE.block(10, (b) =>
      b
        .transfer('alice', 'bob', sol(0.001))
        .named('pay')
        .tx((t) => t.transferTokens('alice', 'bob', tokens(12.5, 'usdc')).named('coffee'))
        .tx((t) => t.memo('hello').payer('bob').named('note'))
        .tx((t) => t.transfer('alice', 'bob', sol(1)).memo('x').named('both')),
    );
    const lines = Object.fromEntries((await shown(script)).map(({ name, summary }) => [name, summary]));
    expect(lines).toEqual({
      pay: 'alice → bob 0.001 SOL',
      coffee: 'alice → bob 12.5 usdc',
      note: 'memo "hello"',
      both: 'alice → bob 1 SOL, memo "x"',
    });
  });

  it('names instructions by the IDL of their program', async () => {
    const [transaction] = await shown(DESCRIBED_LEDGER as object, 'refused');
    expect(transaction).toMatchObject({
      summary: 'memo "hi", market place_order',
      failure: 'instruction 1 failed: market: SlippageExceeded (6001), "Slippage exceeded"',
    });
  });
});

describe('an error in one sentence', () => {
  const failureOf = async (err: unknown, tx: (t: TransactionBuilder) => TransactionBuilder) => {
    const script = BASE.block(10, (b) => b.tx((t) => tx(t).fail(err as never)));
    return (await shown(script))[0]!.failure;
  };
  const pay = (t: TransactionBuilder) => t.transfer('alice', 'bob', sol(1));

  it('names the instruction and the error, where its program is known', async () => {
    expect(await failureOf({ custom: 1 }, pay)).toBe(
      'instruction 0 (system transfer) failed: ResultWithNegativeLamports (1)',
    );
    expect(await failureOf({ custom: 1 }, (t) => t.transferTokens('alice', 'bob', tokens(1, 'usdc')))).toBe(
      'instruction 0 (spl-token transfer) failed: InsufficientFunds (1)',
    );
    expect(await failureOf({ custom: 6001 }, pay)).toBe(
      'instruction 0 (system transfer) failed: custom error 6001 (0x1771)',
    );
    expect(await failureOf({ InstructionError: [0, 'MissingRequiredSignature'] }, pay)).toBe(
      'instruction 0 (system transfer) failed: MissingRequiredSignature, "missing required signature for instruction"',
    );
  });

  it('is null where it succeeded', async () => {
    expect((await shown(BASE.block(10, (b) => b.transfer('alice', 'bob', sol(1)))))[0]!.failure).toBeNull();
  });

  it('is not there unless it is asked for', async () => {
    const node = await createNode({ ledger: BASE.block(10, (b) => b.transfer('alice', 'bob', sol(1)).named('pay')) });
    const answer = await node.request('stillnode_show', ['pay']);
    expect(Object.keys(answer as object)).not.toContain('summary');
    expect(Object.keys(answer as object)).not.toContain('failure');
  });
});
