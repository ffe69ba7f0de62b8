import { AddressLookupTableAccount, PublicKey, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import type { JsonText } from '../../src/codec/jsonText.ts';
import { runControlMethod } from '../../src/control/controlMethod.ts';
import { sent } from '../../src/control/methods/sent.ts';
import { DIALECTS } from '../../src/dialect.ts';
import { loadLedger } from '../../src/fixtures/loadLedger.ts';
import { ledger } from '../../src/index.ts';
import type { LedgerState } from '../../src/ledger/state.ts';
import { Forks } from '../../src/live/forks.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import type { NewSentRecord } from '../../src/live/sentLog.ts';
import { executeTransaction } from '../../src/runtime/execute.ts';
import { type Blockhash, MEMO_PROGRAM } from '../../src/solana/address.ts';
import { controlText, NO_ARGUMENT_CASES, UNUSED } from '../support/control.ts';
import { keyOf, sentLegacy, sentV0, transfer } from '../support/sentTransactions.ts';
import { testLedger, testNode } from '../support/testNode.ts';
import { namedAddress, namedBlockhash, namedSignature } from '../support/transactions.ts';

const HASH: Blockhash = namedBlockhash('5');
const SENT = sentLegacy(HASH, [transfer(5)]);
const SIGNATURE = SENT.signatures[0]!;
const ALICE = keyOf('alice');
const BOB = namedAddress('bob');
const SYSTEM = '11111111111111111111111111111111';

const record = (given: Partial<NewSentRecord> = {}): NewSentRecord => ({
  transaction: SENT,
  sentAt: { slot: 6n, blockTimeSeconds: null },
  options: null,
  rule: null,
  outcome: 'succeed',
  error: undefined,
  ...given,
});

async function sentText(records: readonly NewSentRecord[], state: LedgerState = testLedger({})): Promise<JsonText> {
  const live = LiveLedger.create(state);
  for (const one of records) live.sent.add(one);
  return runControlMethod(sent, [], {
    live,
    now: live.moment,
    forks: new Forks(1),
    dialect: DIALECTS.agave,
    execute: executeTransaction,
    ...UNUSED,
  });
}

const key = (pubkey: string, signer: boolean, writable: boolean, source = 'transaction') =>
  `{"pubkey":"${pubkey}","signer":${signer},"source":"${source}","writable":${writable}}`;
const TRANSACTION =
  `{"message":{"accountKeys":[${key(ALICE, true, true)},${key(BOB, false, true)},${key(SYSTEM, false, false)}],` +
  `"instructions":[{"parsed":{"info":{"destination":"${BOB}","lamports":5,"source":"${ALICE}"},"type":"transfer"},` +
  `"program":"system","programId":"${SYSTEM}","stackHeight":1}],"recentBlockhash":"${HASH}"},"signatures":["${SIGNATURE}"]}`;

describe('stillnode_sent', () => {
  it('shows what was sent, with the rule and the outcome', async () => {
    const given = record({ options: { skipPreflight: true }, rule: 'send-rule-2', outcome: { delay: 3 } });
    expect(await sentText([given])).toBe(
      `[{"fate":{"fate":"dropped"},"id":1,"options":{"skipPreflight":true},"outcome":{"delay":3},"rule":"send-rule-2","sentSlot":6,"sentTime":null,"signature":"${SIGNATURE}",` +
        `"transaction":${TRANSACTION},"version":"legacy","why":["sent; in no block"]}]`,
    );
  });

  it('shows the error that the client got', async () => {
    const error = { code: -32002, message: 'no', data: { err: 'BlockhashNotFound' } };
    expect(await sentText([record({ error })])).toBe(
      `[{"error":{"code":-32002,"data":{"err":"BlockhashNotFound"},"message":"no"},"fate":{"fate":"refused"},"id":1,"options":null,"outcome":"succeed","rule":null,` +
        `"sentSlot":6,"sentTime":null,"signature":"${SIGNATURE}","transaction":${TRANSACTION},"version":"legacy","why":["sent; refused: BlockhashNotFound","system transfer, refused: no"]}]`,
    );
  });

  it.each([
    ['null', null, 'landed', 'landed in slot 7'],
    [
      '{"InstructionError":[0,{"Custom":1}]}',
      { InstructionError: [0, { Custom: 1 }] },
      'failed',
      'failed in slot 7: Error processing Instruction 0: custom program error: 0x1',
    ],
  ])('shows where it is in a block, with the error %s', async (text, err, fate, why) => {
    const signature = namedSignature('pay');
    const state = testLedger({ blocks: [{ slot: 7, transactions: [{ name: 'pay', meta: { err } }] }] });
    expect(await sentText([record({ transaction: { ...SENT, signatures: [signature] } })], state)).toBe(
      `[{"err":${text},"fate":{"fate":"${fate}","slot":7},"id":1,"options":null,"outcome":"succeed","rule":null,"sentSlot":6,"sentTime":null,"signature":"${signature}","slot":7,` +
        `"transaction":${TRANSACTION.replace(SIGNATURE, signature)},"version":"legacy","why":["${why}"]}]`,
    );
  });

  it('lists the newest last', async () => {
    const other = sentLegacy(HASH, [transfer(6)]);
    const list = JSON.parse(await sentText([record(), record({ transaction: other }), record()])) as {
      id: number;
      signature: string;
    }[];
    expect(list.map(({ signature }) => signature)).toEqual([SIGNATURE, other.signatures[0], SIGNATURE]);
    expect(list.map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('shows keys that lookup tables load as the tables are now', async () => {
    const table = namedAddress('table');
    const lookup = new AddressLookupTableAccount({
      key: new PublicKey(table),
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [new PublicKey(BOB)],
      },
    });
    const transaction = sentV0(HASH, [transfer(5)], { tables: [lookup] });
    const messageIn = async (state: LedgerState) => {
      const text = await sentText([record({ transaction })], state);
      return (JSON.parse(text) as [{ transaction: { message: Record<string, unknown> } }])[0].transaction.message;
    };
    const unknown = await messageIn(testLedger({ blocks: [{ slot: 5 }] }));
    expect(unknown).toMatchObject({ accountKeys: [ALICE, SYSTEM], header: { numRequiredSignatures: 1 } });
    expect(unknown.instructions).toEqual([
      { accounts: [0, 2], data: expect.any(String), programIdIndex: 1, stackHeight: 1 },
    ]);
    const script = ledger({ finalized: 5 })
      .lookupTable(table, { addresses: [BOB] })
      .block(5);
    const known = await messageIn((await loadLedger([script])).state);
    expect(known.header).toBeUndefined();
    expect(known.accountKeys).toEqual(
      JSON.parse(`[${key(ALICE, true, true)},${key(SYSTEM, false, false)},${key(BOB, false, true, 'lookupTable')}]`),
    );
    expect(known.instructions).toMatchObject([{ program: 'system', parsed: { info: { destination: BOB } } }]);
  });

  it('shows a transaction whose indexes are beyond its keys without parsing it', async () => {
    const call = new TransactionInstruction({
      programId: new PublicKey(MEMO_PROGRAM),
      keys: [],
      data: Buffer.from('a'),
    });
    const good = sentLegacy(HASH, [call]);
    const [instruction] = good.message.instructions;
    const message = { ...good.message, instructions: [{ ...instruction!, programIdIndex: 9 }] };
    const text = await sentText([record({ transaction: { ...good, message } })]);
    expect(text).toContain('"instructions":[{"accounts":[],"data":"2g","programIdIndex":9,"stackHeight":1}]');
  });

  it.each([
    [DIALECTS.agave, `{"accounts":["${BOB}"],"data":"2g","programId":"${namedAddress('program')}","stackHeight":1}`],
    [DIALECTS.contract, '{"accounts":[1],"data":"2g","programIdIndex":2,"stackHeight":null}'],
  ])('shows an instruction that is not parsed in the form of the dialect: %#', async (dialect, text) => {
    const bob = { pubkey: new PublicKey(BOB), isSigner: false, isWritable: true };
    const programId = new PublicKey(namedAddress('program'));
    const call = new TransactionInstruction({ programId, keys: [bob], data: Buffer.from('a') });
    const live = LiveLedger.create(testLedger({}));
    live.sent.add(record({ transaction: sentLegacy(HASH, [call]) }));
    const context = { live, now: live.moment, forks: new Forks(1), dialect, execute: executeTransaction, ...UNUSED };
    expect(await runControlMethod(sent, [], context)).toContain(`"instructions":[${text}]`);
  });

  it('is empty at first, and after a reset', async () => {
    const live = LiveLedger.create(testLedger({}));
    live.sent.add(record());
    await live.reset();
    const context = {
      live,
      now: live.moment,
      forks: new Forks(1),
      dialect: DIALECTS.agave,
      execute: executeTransaction,
      ...UNUSED,
    };
    expect(await runControlMethod(sent, [], context)).toBe('[]');
    expect(await controlText(testNode({}), 'sent')).toBe('[]');
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'sent', params)).toBe(error);
  });
});
