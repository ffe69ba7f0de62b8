import { describe, expect, it } from 'vitest';
import { type ControlMethod, runControlMethod } from '../../src/control/controlMethod.ts';
import { addBlock } from '../../src/control/methods/addBlock.ts';
import { addTransaction } from '../../src/control/methods/addTransaction.ts';
import { load } from '../../src/control/methods/load.ts';
import { DIALECTS } from '../../src/dialect.ts';
import { loadLedger } from '../../src/fixtures/loadLedger.ts';
import { createNode, keypair, type LedgerNode, ledger, sol } from '../../src/index.ts';
import { Forks } from '../../src/live/forks.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { executeTransaction } from '../../src/runtime/execute.ts';
import { LiteSvmMissingError } from '../../src/runtime/litesvm/litesvmPackage.ts';
import { reasonOf } from '../support/clients.ts';
import { LOGGING_CODE } from '../support/compiledPrograms.ts';
import { controlText, invalidText, UNUSED } from '../support/control.ts';

/** Blocks and scripts that LiteSVM executes, put on a ledger that is served. */

const PROGRAM = keypair('program').address;
const SCRIPT = ledger({ processed: 10, confirmed: 10, finalized: 10 })
  .wallet('alice', sol(5))
  .rawAccount('program', {
    owner: 'BPFLoader2111111111111111111111111111111111',
    executable: true,
    data: LOGGING_CODE,
  })
  .block(10);
const CALL = '{"raw":{"program":"$program","data":{"utf8":"hi"}},"payer":"$alice","name":"it","execute":"litesvm"}';
const LOGS = [
  `Program ${PROGRAM} invoke [1]`,
  'Program log: Memo (len 2)',
  'Program log: hi',
  `Program ${PROGRAM} consumed 274 of 200000 compute units`,
  `Program ${PROGRAM} success`,
];

async function logsOf(node: LedgerNode, signature: string): Promise<unknown> {
  const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const;
  return ((await node.request('getTransaction', [signature, config])) as { meta: { logMessages: unknown } }).meta
    .logMessages;
}

describe('execute: litesvm', () => {
  it.each<[verb: string, params: string]>([
    ['addTransaction', `[${CALL}]`],
    ['addBlock', `[{"transactions":[${CALL}]}]`],
    ['load', `[{"slots":[{"slot":11,"transactions":[${CALL}]}]},"more.ledger.json"]`],
    ['load', `[{"execute":"litesvm","slots":[{"slot":11,"transactions":[${CALL}]}]},"more.ledger.json"]`],
  ])('stillnode_%s', async (verb, params) => {
    for (const execute of [undefined, 'litesvm'] as const) {
      const node = await createNode({ ledger: SCRIPT, ...(execute && { execute }) });
      expect(await controlText(node, verb, params)).not.toContain('"code"');
      if (verb === 'load') await node.setTips({ finalized: 11 });
      expect(await logsOf(node, node.signature('it'))).toEqual(LOGS);
    }
  });

  it('without the word nothing is executed', async () => {
    const node = await createNode({ ledger: SCRIPT });
    const signature = node.signature;
    await controlText(node, 'addTransaction', `[${CALL.replace(',"execute":"litesvm"', '')}]`);
    expect(await logsOf(node, signature('it'))).toEqual([LOGS[0], LOGS.at(-1)]);
  });

  it('together with what it finds out is refused', async () => {
    const node = await createNode({ ledger: SCRIPT });
    expect(await controlText(node, 'addTransaction', `[${CALL.replace('{', '{"logs":[],')}]`)).toBe(
      invalidText(
        '/logs: `logs` cannot be given of a transaction that LiteSVM executes (leave out `logs`, or leave out `execute`)',
      ),
    );
    expect(await node.getTips()).toMatchObject({ processed: 10 });
  });
});

it.each<[name: string, method: ControlMethod, params: string, pointer: string]>([
  ['addTransaction', addTransaction, `[${CALL}]`, '/execute'],
  ['addBlock', addBlock, `[{"transactions":[${CALL}]}]`, '/transactions/0/execute'],
  [
    'load',
    load,
    `[{"slots":[{"slot":11,"transactions":[${CALL}]}]},"more.ledger.json"]`,
    '/slots/0/transactions/0/execute',
  ],
])('stillnode_%s without the package: told at the word', async (_name, verb, params, pointer) => {
  const live = LiveLedger.create((await loadLedger([SCRIPT])).state);
  const context = {
    live,
    now: live.moment,
    forks: new Forks(1),
    dialect: DIALECTS.contract,
    execute: executeTransaction,
    ...UNUSED,
    loadLiteSvm: () => Promise.reject(new LiteSvmMissingError('it is not installed', undefined)),
  };
  expect(await reasonOf(runControlMethod(verb, JSON.parse(params) as never, context))).toMatchObject({
    code: -32602,
    message: `${pointer}: it is not installed`,
    data: { reason: 'invalid' },
  });
});
