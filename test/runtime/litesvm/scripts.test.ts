import { describe, expect, it } from 'vitest';
import { dumpLedger } from '../../../src/fixtures/dump/dumpLedger.ts';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import {
  createNode,
  keypair,
  type LedgerBuilder,
  type LedgerNode,
  ledger,
  pda,
  sol,
  tokens,
} from '../../../src/index.ts';
import { expectRoundTrip } from '../../fixtures/dump/roundTrip.ts';
import { problemsOfTexts } from '../../script/format/scripts.ts';
import { LOGGING_CODE } from '../../support/compiledPrograms.ts';

/** Scripted ledgers that LiteSVM executes. */

const LOADER = 'BPFLoader2111111111111111111111111111111111';
const PROGRAM = keypair('program').address;
const SYSTEM = '11111111111111111111111111111111';

/** Up to the block below those that are executed. */
const BASE = ledger({ gates: 'genesis' })
  .wallet('alice', sol(100))
  .wallet('poor', sol('0.000892'))
  .mint('usdc', { decimals: 6, authority: 'issuer' })
  .tokenAccount('alice', tokens('12.5', 'usdc'))
  .nonce('nonce', { authority: 'alice' })
  .lookupTable('table', { addresses: ['bob', 'carol'] })
  .rawAccount('program', { owner: LOADER, executable: true, data: LOGGING_CODE })
  .rawAccount('empty', { owner: LOADER, executable: true })
  .block({ slot: 10, blockTime: 1_760_000_000 });

type Build = Parameters<LedgerBuilder['block']>[1];

const executed = (build: Build, base = BASE) => base.execute('litesvm').block(11, build);

async function metaOf(node: LedgerNode, signature: string): Promise<string> {
  const config = { encoding: 'base64', maxSupportedTransactionVersion: 0 } as const;
  return JSON.stringify(((await node.request('getTransaction', [signature, config])) as { meta: unknown }).meta);
}

/** The metadata of the transaction `it` of block 11, as JSON. */
async function metaIn(script: LedgerBuilder): Promise<Record<string, unknown>> {
  const node = await createNode({ ledger: script });
  return JSON.parse(await metaOf(node, node.signature('it'))) as Record<string, unknown>;
}

describe('what is executed', () => {
  it('has the logs, the units and the balances that it really has', async () => {
    const meta = await metaIn(
      executed((b) =>
        b
          .raw('program', { data: { utf8: 'hi' } })
          .payer('alice')
          .named('it'),
      ),
    );
    expect(meta).toEqual({
      err: null,
      status: { Ok: null },
      fee: 5000,
      preBalances: [100_000_000_000, (128 + LOGGING_CODE.length) * 6960],
      postBalances: [99_999_995_000, (128 + LOGGING_CODE.length) * 6960],
      innerInstructions: [],
      loadedAddresses: { readonly: [], writable: [] },
      logMessages: [
        `Program ${PROGRAM} invoke [1]`,
        'Program log: Memo (len 2)',
        'Program log: hi',
        `Program ${PROGRAM} consumed 274 of 200000 compute units`,
        `Program ${PROGRAM} success`,
      ],
      preTokenBalances: [],
      postTokenBalances: [],
      rewards: [],
      computeUnitsConsumed: 274,
      costUnits: 1302,
    });
  });

  it('may fail: its error and its logs are recorded, and its fee is paid', async () => {
    const meta = await metaIn(executed((b) => b.transfer('alice', 'bob', sol(500)).named('it')));
    expect(meta).toMatchObject({
      err: { InstructionError: [0, { Custom: 1 }] },
      fee: 5000,
      postBalances: [99_999_995_000, 0, 1],
      logMessages: [
        `Program ${SYSTEM} invoke [1]`,
        'Transfer: insufficient lamports 99999995000, need 500000000000',
        `Program ${SYSTEM} failed: custom program error: 0x1`,
      ],
      computeUnitsConsumed: 150,
    });
  });

  it('a program without code, and one that is nowhere', async () => {
    const call = (program: string) => metaIn(executed((b) => b.raw(program).payer('alice').named('it')));
    expect(await call('empty')).toMatchObject({
      err: { InstructionError: [0, 'UnsupportedProgramId'] },
      logMessages: [
        `Program ${keypair('empty').address} invoke [1]`,
        'Program is not cached',
        `Program ${keypair('empty').address} failed: Unsupported program id`,
      ],
    });
    expect(await call('nowhere')).toMatchObject({ err: 'ProgramAccountNotFound', fee: 5000, logMessages: null });
  });

  it('a transaction of its own: the others do what is known of their programs', async () => {
    const node = await createNode({
      ledger: BASE.block(11, (b) =>
        b
          .transfer('alice', 'bob', sol(1))
          .named('known')
          .transfer('alice', 'bob', sol(2))
          .execute('litesvm')
          .named('it'),
      ),
    });
    expect(JSON.parse(await metaOf(node, node.signature('known')))).toMatchObject({ computeUnitsConsumed: 150 });
    expect(JSON.parse(await metaOf(node, node.signature('it')))).toMatchObject({
      computeUnitsConsumed: 150,
      preBalances: [98_999_995_000, 1_000_000_000, 1],
    });
  });

  it('and one that is not, in a script that is', async () => {
    const node = await createNode({
      ledger: executed((b) =>
        b
          .raw('nowhere')
          .payer('alice')
          .execute('none')
          .logs('Program log: so it is')
          .named('known')
          .raw('program')
          .payer('alice')
          .named('it'),
      ),
    });
    expect(JSON.parse(await metaOf(node, node.signature('known')))).toMatchObject({
      err: null,
      logMessages: ['Program log: so it is'],
    });
    expect(await metaOf(node, node.signature('it'))).toContain('consumed');
  });

  it('copies and ranges: each goes on from the one before', async () => {
    const script = BASE.execute('litesvm').blocks({ from: 11, to: 12 }, (b) =>
      b.transfer('alice', 'bob', sol(1)).repeat(2).named('it'),
    );
    const node = await createNode({ ledger: script });
    const metas = await Promise.all([0, 1, 2, 3].map((copy) => metaOf(node, node.signature('it', copy))));
    expect(metas.map((meta) => (JSON.parse(meta) as { postBalances: number[] }).postBalances[1])).toEqual([
      1e9, 2e9, 3e9, 4e9,
    ]);
  });
});

describe('what a script executes is what a node answers that it is sent to', () => {
  it.each<[name: string, build: Build]>([
    ['a transfer', (b) => b.transfer('alice', 'bob', sol(1)).named('it')],
    [
      'a program',
      (b) => b.raw('program', { accounts: [{ address: 'alice', signer: true }], data: { utf8: 'hi' } }).named('it'),
    ],
    [
      'a failure of the second instruction',
      (b) => b.tx((t) => t.transfer('alice', 'bob', sol(1)).transfer('alice', 'bob', sol(100))).named('it'),
    ],
    ['a failure of the rent', (b) => b.transfer('alice', 'bob', sol('0.0001')).named('it')],
    [
      'tokens, with calls',
      (b) =>
        b
          .tx((t) =>
            t
              .createAssociatedAccount('bob', 'usdc', { payer: 'alice' })
              .transferChecked('alice', 'bob', tokens(2, 'usdc')),
          )
          .named('it'),
    ],
    ['too many tokens', (b) => b.transferChecked('alice', 'alice', tokens(20, 'usdc')).named('it')],
    [
      'a price',
      (b) => b.transfer('alice', 'bob', sol(1)).computeUnitLimit(1000).computeUnitPrice(5_000_000n).named('it'),
    ],
    [
      'too few units',
      (b) =>
        b
          .raw('program', { data: { utf8: 'hi' } })
          .payer('alice')
          .computeUnitLimit(200)
          .named('it'),
    ],
    ['a lookup table', (b) => b.transfer('alice', 'bob', sol(1)).lookupTables('table').named('it')],
    ['a nonce', (b) => b.tx((t) => t.advanceNonce('nonce', 'alice').transfer('alice', 'bob', sol(1))).named('it')],
    [
      'a nonce, and a failure',
      (b) => b.tx((t) => t.advanceNonce('nonce', 'alice').transfer('alice', 'bob', sol(100))).named('it'),
    ],
    [
      'return data',
      (b) =>
        b
          .raw('token', { accounts: [{ address: 'usdc' }], data: { hex: '15' } })
          .payer('alice')
          .named('it'),
    ],
    ['a program that is nowhere', (b) => b.raw('nowhere').payer('alice').named('it')],
  ])('%s', async (_name, build) => {
    const node = await createNode({ ledger: executed(build) });
    const signature = node.signature('it');
    const config = { encoding: 'base64', maxSupportedTransactionVersion: 0 } as const;
    const { transaction } = (await node.request('getTransaction', [signature, config]))!;
    const sentTo = await createNode({ ledger: BASE, execute: 'litesvm' });
    const sending = { encoding: 'base64', skipPreflight: true } as const;
    expect(await sentTo.request('sendTransaction', [transaction[0], sending])).toBe(signature);
    expect(await metaOf(sentTo, signature)).toBe(await metaOf(node, signature));
    for (const name of ['alice', 'bob', 'nonce']) {
      const params = [keypair(name).address, { encoding: 'base64' }] as const;
      expect(await sentTo.requestText('getAccountInfo', params)).toBe(await node.requestText('getAccountInfo', params));
    }
  });
});

const MANY: Build = (b) =>
  b
    .transfer('alice', 'bob', sol(1))
    .repeat(3)
    .raw('program', { data: { utf8: 'hi' } })
    .payer('alice')
    .transfer('alice', 'bob', sol(500))
    .tx((t) =>
      t.createAssociatedAccount('bob', 'usdc', { payer: 'alice' }).transferChecked('alice', 'bob', tokens(2, 'usdc')),
    )
    .transfer('alice', pda('program', 'vault'), sol(1))
    .raw('nowhere')
    .payer('alice');

describe('fixtures', () => {
  const script = executed(MANY)
    .fork(12, MANY)
    .block(13, (b) => b.transfer('bob', 'carol', sol(1)));

  it('a dump holds what was executed, byte for byte, and asks for nothing', async () => {
    const { state } = await loadLedger([script]);
    await expectRoundTrip(state);
    expect([...dumpLedger(state)].map(({ text }) => text).join('')).not.toContain('execute');
  });

  it('the same script has the same bytes', async () => {
    const [first, second] = await Promise.all([loadLedger([script]), loadLedger([script])]);
    const texts = ({ state }: typeof first) => Array.from(dumpLedger(state), ({ name, text }) => ({ name, text }));
    expect(texts(second!)).toEqual(texts(first!));
  });

  it('a program that is missing is a warning at its transaction', async () => {
    const { warnings } = await loadLedger([executed((b) => b.raw('nowhere').payer('alice').repeat(3)).toJSON()]);
    expect(warnings.map(String)).toEqual([
      'ledger() #1: /slots/1/transactions/0: ProgramAccountNotFound: a program that it calls is neither in the ledger nor in LiteSVM, so it pays its fee and does nothing (load the account of the program with its code as a fixture, or give it with --program)',
    ]);
  });
});

/** Problems of a script whose block 11 has this transaction. */
async function problemsOf(transaction: string): Promise<string[]> {
  const accounts = JSON.stringify(BASE.toJSON().accounts);
  const text = `{"gates": "genesis", "execute": "litesvm", "accounts": ${accounts}, "slots": [\n{"slot": 11, "transactions": [\n${transaction}]}]}`;
  const problems = await problemsOfTexts({ 'a.ledger.json': text });
  return problems.map((problem) => problem.replace('a.ledger.json:3:1: /slots/0/transactions/0', 'here'));
}

const HINT = 'no validator would include it: give the transaction "execute": "none" to include it anyway';

describe('what no node would run is refused', () => {
  it.each([
    [
      'a payer that is not there',
      '{"memo": "hi", "payer": "$nobody"}',
      'Attempt to debit an account but found no record of a prior credit.',
    ],
    [
      'a payer that is too poor',
      '{"transfer": {"from": "$poor", "to": "$bob", "lamports": 1}, "computeUnitPrice": 50000000000}',
      'Insufficient funds for fee',
    ],
    [
      'a payer that is no wallet',
      '{"memo": "hi", "payer": "$program"}',
      'This account may not be used to pay transaction fees',
    ],
    [
      'a payer that is left without rent',
      '{"memo": "hi", "payer": "$poor"}',
      'Transaction results in an account (0) with insufficient funds for rent',
    ],
    [
      'a nonce of somebody else',
      '{"instructions": [{"advanceNonce": {"nonce": "$nonce", "authority": "$bob"}}], "payer": "$alice"}',
      'Blockhash not found',
    ],
    [
      'a budget that asks twice',
      '{"instructions": [{"raw": {"program": "$computeBudget", "data": {"hex": "0200000001"}}}], "payer": "$alice", "computeUnitLimit": 1}',
      'Transaction contains a duplicate instruction (1) that is not allowed',
    ],
    [
      'too large a heap',
      '{"instructions": [{"raw": {"program": "$computeBudget", "data": {"hex": "0100000001"}}}], "payer": "$alice"}',
      'Error processing Instruction 0: invalid instruction data',
    ],
  ])('%s', async (_name, transaction, message) => {
    expect(await problemsOf(transaction)).toEqual([`here: this transaction cannot be executed: ${message} (${HINT})`]);
  });

  it('a nonce that this block has advanced already', async () => {
    const use = (memo: string) =>
      `{"instructions": [{"advanceNonce": {"nonce": "$nonce", "authority": "$alice"}}, {"memo": "${memo}"}]}`;
    expect(await problemsOf(`${use('a')},\n${use('b')}`)).toEqual([
      `a.ledger.json:4:1: /slots/0/transactions/1: this transaction cannot be executed: Blockhash not found (${HINT})`,
    ]);
  });
});
