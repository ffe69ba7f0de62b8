import { describe, expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../../src/index.ts';
import { loadTexts, problemsOfTexts } from '../../script/format/scripts.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { callText } from '../../support/testNode.ts';

/** v1 transactions of scripts: run by LiteSVM, or in the ledger as they are written; and where the cluster does not accept them. */

const MEMBERS = '"agave": "4.3", "cluster": "localnet", "accounts": {"$alice": {"sol": 5}, "$bob": {"sol": 1}}';
const script = (transaction: string, gates = '"mainnet"') =>
  `{${MEMBERS}, "gates": ${gates}, "slots": [\n{"slot": 10, "transactions": [\n${transaction}]}]}`;
const TRANSFER = '"transfer": {"from": "$alice", "to": "$bob", "sol": 1}, "version": 1, "name": "it"';
const GENESIS = '{"preset": "genesis"}';

async function metaOf(transaction: string): Promise<string> {
  const loaded = await loadTexts({ 'a.ledger.json': script(transaction) });
  expect(loaded.warnings).toEqual([]);
  const node = nodeOver(loaded, { dialect: 'agave' });
  const config = '{"maxSupportedTransactionVersion":1,"commitment":"confirmed","encoding":"json"}';
  return callText(node, 'getTransaction', `["${node.signature('it')}",${config}]`);
}

describe.each(['litesvm', 'none'])('execute: %s', (executor) => {
  it('runs with the settings that it needs', async () => {
    const answer = await metaOf(`{${TRANSFER}, "execute": "${executor}"}`);
    expect(answer).toContain('"err":null');
    expect(answer).toContain('"logMessages":["Program 11111111111111111111111111111111 invoke [1]"');
    expect(answer).toContain(
      '"transactionConfig":{"computeUnitLimit":200000,"heapSize":null,"loadedAccountsDataSizeLimit":67108864,"priorityFee":null}',
    );
    expect(answer).toContain('"version":1');
  });

  it('pays its priority fee', async () => {
    const answer = await metaOf(`{${TRANSFER}, "priorityFee": 42, "execute": "${executor}"}`);
    expect(answer).toContain('"fee":5042');
    expect(answer).toContain('"postBalances":[3999994958,2000000000,1]');
  });
});

describe('LiteSVM keeps to the settings', () => {
  it.each([
    ['"computeUnitLimit": 100', '"err":{"InstructionError":[0,"ComputationalBudgetExceeded"]}'],
    ['"loadedDataLimit": 0', '"err":"MaxLoadedAccountsDataSizeExceeded"'],
    ['"heapSize": 65536', '"err":null'],
  ])('%s', async (setting, err) => {
    expect(await metaOf(`{${TRANSFER}, ${setting}, "execute": "litesvm"}`)).toContain(err);
  });

  it('refuses a heap that no node takes', async () => {
    expect(await problemsOfTexts({ 'a.ledger.json': script(`{${TRANSFER},\n"heapSize": 1024}`) })).toEqual([
      'a.ledger.json:4:13: /slots/0/transactions/0/heapSize: expected a multiple of 1024 from 32768 to 262144, found 1024',
    ]);
  });
});

describe('where the cluster does not accept v1 transactions', () => {
  const gates = [GENESIS, '{"preset": "genesis", "txV1": {"from": 11}}'];

  it.each(gates)('one that is to be executed is refused: %s', async (given) => {
    const text = script(`{${TRANSFER}, "execute": "litesvm"}`, given);
    expect(await problemsOfTexts({ 'a.ledger.json': text })).toEqual([
      'a.ledger.json:3:1: /slots/0/transactions/0: this transaction cannot be executed: Transaction version is unsupported (no validator would include it: give the transaction "execute": "none" to include it anyway)',
    ]);
  });

  it.each(gates)('others are loaded with one warning: %s', async (given) => {
    const { state, warnings } = await loadTexts({ 'a.ledger.json': script(`{${TRANSFER}, "repeat": 2}`, given) });
    expect(state.history.transactionCount).toBe(2);
    expect(warnings.map(String)).toEqual([
      'a.ledger.json:2:1: /slots/0: a v1 transaction in slot 10, where the cluster does not accept them, and 1 more after it: no node has such a block (choose the gate txV1 from an earlier slot on, with Agave 4.2 or newer)',
    ]);
  });

  it('from the slot of the gate on it is executed', async () => {
    const text = script(`{${TRANSFER}, "execute": "litesvm"}`, '{"preset": "genesis", "txV1": {"from": 10}}');
    expect((await loadTexts({ 'a.ledger.json': text })).warnings).toEqual([]);
  });

  it('a version that takes every transaction of version 1 executes it in any slot', async () => {
    const text = script(`{${TRANSFER}, "execute": "litesvm"}`, GENESIS).replace('"4.3"', '"4.4"');
    expect((await loadTexts({ 'a.ledger.json': text })).warnings).toEqual([]);
  });

  it('one that was recorded is loaded with a warning', async () => {
    const node = nodeOver(await loadTexts({ 'a.ledger.json': script(`{${TRANSFER}}`) }), { dialect: 'agave' });
    const config = '{"maxSupportedTransactionVersion":1,"commitment":"confirmed","encoding":"base64"}';
    const recorded = await callText(node, 'getBlock', `[10,${config}]`);
    const load = (agave: string) =>
      loadTexts({ '10.json': recorded, 'ledger.json': `{"agave": "${agave}", "gates": "mainnet"}` });
    expect((await load('4.3')).warnings).toEqual([]);
    expect((await load('4.1')).warnings.map(String)).toEqual([
      '10.json:1:349: /transactions/0: a v1 transaction in slot 10, where the cluster does not accept them: no node has such a block (choose the gate txV1 from an earlier slot on, with Agave 4.2 or newer)',
    ]);
  });
});

it('the builder has a method for each setting', async () => {
  const built = ledger()
    .wallet('alice', sol(5))
    .block(10, (b) =>
      b
        .transfer('alice', 'bob', sol(1))
        .version(1)
        .computeUnitLimit(500)
        .priorityFee(42n)
        .loadedDataLimit(10_000)
        .heapSize(65_536)
        .named('it'),
    );
  expect(JSON.stringify(built.toJSON(), (_, value) => (typeof value === 'bigint' ? Number(value) : value))).toContain(
    '"version":1,"computeUnitLimit":500,"priorityFee":42,"loadedDataLimit":10000,"heapSize":65536',
  );
  const node = await createNode({ ledger: [built], dialect: 'agave', agave: '4.3', gates: 'mainnet' });
  const config = '{"maxSupportedTransactionVersion":1,"commitment":"confirmed"}';
  expect(await callText(node, 'getTransaction', `["${node.signature('it')}",${config}]`)).toContain(
    '"transactionConfig":{"computeUnitLimit":500,"heapSize":65536,"loadedAccountsDataSizeLimit":10000,"priorityFee":42}',
  );
});
