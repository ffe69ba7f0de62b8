import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import type { LedgerNames } from '../../../src/ledger/state.ts';
import { LiveLedger } from '../../../src/live/liveLedger.ts';
import { type Address, address } from '../../../src/solana/address.ts';
import { badParam, badParams, errorText, partOf } from '../../support/answers.ts';
import { addressCases, countCases, type ParamCase } from '../../support/paramCases.ts';
import { ALICE, BOB, RENT, type SendNode, sendNode, sendNodeOver, WALLETS } from '../../support/sends.ts';
import { keyOf, keypair } from '../../support/sentTransactions.ts';
import { type LedgerSpec, THREE_TIPS, testLedger } from '../../support/testNode.ts';
import { namedAddress, namedBlockhash } from '../../support/transactions.ts';

const MANUAL = { send: { confirm: 'manual' } } as const;
const NOBODY = namedAddress('nobody');
const NO_FAUCET = errorText(-32600, 'Invalid request');
const SOL = 1_000_000_000n;
const FAUCET_LAMPORTS = 1_000_000n * SOL;

/** The parts of the transaction behind the text of a signature. */
async function airdropped({ call }: SendNode, signature: string) {
  const text = await call('getTransaction', `[${signature},{"commitment":"finalized"}]`);
  if (text === 'null') return undefined;
  const { meta, slot, transaction, version } = JSON.parse(text);
  const { accountKeys, header, instructions, recentBlockhash } = transaction.message;
  return { err: meta.err, fee: meta.fee, slot, version, accountKeys, header, instructions, recentBlockhash };
}

describe('requestAirdrop refuses', () => {
  const to = `"${BOB}"`;

  it.each<ParamCase>([
    ...countCases(2, 3, to),
    ...addressCases(',5'),
    [`[${to},"5"]`, badParams('invalid type: string "5", expected u64')],
    [`[${to},-1]`, badParams('invalid value: integer `-1`, expected u64')],
    [`[${to},5,"confirmed"]`, badParams('invalid type: string "confirmed", expected struct RpcRequestAirdropConfig')],
    [`[${to},5,{"recentBlockhash":5}]`, badParams('invalid type: integer `5`, expected a string')],
    [`[${to},5,{"recentBlockhash":"1"}]`, badParam('WrongSize')],
    [`[${to},5,{"recentBlockhash":"0"}]`, badParam('Invalid')],
    ['["1",5,{"recentBlockhash":"0"}]', badParam('WrongSize')],
  ])('%s', async (params, error) => {
    expect(await sendNode().call('requestAirdrop', params)).toBe(error);
  });

  it('everything where there is no faucet, before keys are looked at and after types', async () => {
    const { call } = sendNode({ send: { faucet: 'none' } });
    expect(await call('requestAirdrop', `["${BOB}",5]`)).toBe(NO_FAUCET);
    expect(await call('requestAirdrop', '["0",5,{"recentBlockhash":"1"}]')).toBe(NO_FAUCET);
    expect(await call('requestAirdrop', '["0",-1]')).toBe(badParams('invalid value: integer `-1`, expected u64'));
  });

  it('everything where the faucet cannot sign', async () => {
    const { airdrop } = sendNode({ send: { faucet: ALICE } });
    const message = `The faucet ${ALICE} cannot sign: give its seed under \`keys\`, or name another one in \`send\``;
    expect(await airdrop(BOB, 5)).toBe(errorText(-32603, message, '{"reason":"notInLedger"}'));
  });

  it('everything where the ledger has no blockhash, unless one is given', async () => {
    const { airdrop } = sendNode({ blocks: [] });
    expect(await airdrop(BOB, 5)).toBe(
      errorText(
        -32603,
        'This ledger does not say its latest blockhash: add a block that does',
        '{"reason":"notInLedger"}',
      ),
    );
    expect(await airdrop(BOB, 5, `"recentBlockhash":"${namedBlockhash('x')}"`)).toMatch(/^"\w+"$/);
  });
});

describe('requestAirdrop', () => {
  it('is a legacy transfer that the faucet pays', async () => {
    const sends = sendNode();
    const landed = await airdropped(sends, await sends.airdrop(NOBODY, SOL));
    const faucet = landed!.accountKeys[0] as Address;
    expect(landed).toEqual({
      err: null,
      fee: 5000,
      slot: 8,
      version: undefined,
      accountKeys: [faucet, NOBODY, '11111111111111111111111111111111'],
      header: { numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1, numRequiredSignatures: 1 },
      instructions: [
        {
          accounts: [0, 1],
          data: encodeBase58(Buffer.from('0200000000ca9a3b00000000', 'hex')),
          programIdIndex: 2,
          stackHeight: 1,
        },
      ],
      recentBlockhash: namedBlockhash('5'),
    });
    expect(sends.lamports(NOBODY)).toBe(SOL);
    expect(sends.lamports(faucet)).toBe(FAUCET_LAMPORTS - SOL - 5000n);
  });

  it.each([
    ['finalized', '5'],
    ['confirmed', '5'],
    ['processed', '5'],
  ])('names a final blockhash where there is one near, at %s', async (commitment, name) => {
    const sends = sendNode();
    const landed = await airdropped(sends, await sends.airdrop(NOBODY, SOL, `"commitment":"${commitment}"`));
    expect(landed!.recentBlockhash).toBe(namedBlockhash(name));
  });

  it('names the hash four blocks below, where these are not final', async () => {
    const blocks = Array.from({ length: 10 }, (_, slot) => ({ slot }));
    const at = async (commitment: string) => {
      const sends = sendNode({ blocks, processed: 9, confirmed: 8, finalized: 2 });
      return (await airdropped(sends, await sends.airdrop(NOBODY, SOL, `"commitment":"${commitment}"`)))!
        .recentBlockhash;
    };
    expect([await at('processed'), await at('confirmed'), await at('finalized')]).toEqual(
      ['5', '4', '2'].map(namedBlockhash),
    );
  });

  it('takes the blockhash that is given; an unknown one never lands', async () => {
    const sends = sendNode();
    const given = `"recentBlockhash":"${namedBlockhash('7')}"`;
    expect((await airdropped(sends, await sends.airdrop(NOBODY, SOL, given)))!.recentBlockhash).toBe(
      namedBlockhash('7'),
    );
    const { version } = sends.live;
    const signature = await sends.airdrop(NOBODY, SOL, `"recentBlockhash":"${namedBlockhash('x')}"`);
    expect(signature).toMatch(/^"\w{87,88}"$/);
    expect(await airdropped(sends, signature)).toBeUndefined();
    expect(sends.live.version.state.chains).toEqual(version.state.chains);
    expect(sends.lamports(NOBODY)).toBe(SOL);
  });

  it('twice under one blockhash is one, and under two it is two', async () => {
    const manual = sendNode(MANUAL);
    const [first, second] = [await manual.airdrop(NOBODY, SOL), await manual.airdrop(NOBODY, SOL)];
    expect(second).toBe(first);
    expect(manual.lamports(NOBODY)).toBe(SOL);
    const auto = sendNode();
    expect(await auto.airdrop(NOBODY, SOL)).not.toBe(await auto.airdrop(NOBODY, SOL));
    expect(auto.lamports(NOBODY)).toBe(2n * SOL);
  });

  it.each([
    ['too little for rent', 5n, { InsufficientFundsForRent: { account_index: 1 } }, 0n],
    ['enough for rent', RENT, null, RENT],
    ['nothing', 0n, null, 0n],
    ['more than the faucet has', FAUCET_LAMPORTS, { InstructionError: [0, { Custom: 1 }] }, 0n],
  ])('of %s comes into a block', async (_what, lamports, err, after) => {
    const sends = sendNode();
    expect(await airdropped(sends, await sends.airdrop(NOBODY, lamports))).toMatchObject({ err, slot: 8 });
    expect(sends.lamports(NOBODY)).toBe(after);
  });

  it('can empty the faucet, which stays empty', async () => {
    const sends = sendNode();
    await sends.airdrop(NOBODY, FAUCET_LAMPORTS - 5000n);
    expect(sends.lamports(NOBODY)).toBe(FAUCET_LAMPORTS - 5000n);
    expect(await airdropped(sends, await sends.airdrop(NOBODY, RENT))).toBeUndefined();
    expect(sends.lamports(NOBODY)).toBe(FAUCET_LAMPORTS - 5000n);
  });

  it('is what the rules for sent transactions make of it', async () => {
    const sends = sendNode();
    await sends.rule({ kind: 'drop' }, {}, 1);
    await sends.rule({ kind: 'rpcError', code: -32000, message: 'no more' }, {}, 1);
    await sends.rule({ kind: 'refuse', err: 'BlockhashNotFound' }, {}, 1);
    expect(await sends.airdrop(NOBODY, SOL)).toMatch(/^"\w{86,88}"$/);
    expect(await sends.airdrop(NOBODY, SOL)).toBe('{"code":-32000,"message":"no more"}');
    expect(await sends.airdrop(NOBODY, SOL)).toMatch(/^"\w{86,88}"$/);
    expect(sends.lamports(NOBODY)).toBe(0n);
    await sends.airdrop(NOBODY, SOL);
    expect(sends.lamports(NOBODY)).toBe(SOL);
    expect(sends.live.sends.rules.map(({ hits }) => hits)).toEqual([1, 1, 1]);
  });
});

describe('the faucet', () => {
  const carol = keyOf('carol');
  const seed = keypair('carol').secretKey.slice(0, 32);
  const names: LedgerNames = {
    keys: new Map([['carol', { seed }]]),
    addresses: new Map([['$carol', carol]]),
    signatures: new Map(),
    programs: new Map(),
  };
  const over = (spec: LedgerSpec, lamports: bigint) => {
    const accounts = [...WALLETS, { address: carol, lamports }];
    return sendNodeOver(LiveLedger.create({ ...testLedger({ ...THREE_TIPS, accounts, ...spec }), names }));
  };

  it.each(['$carol', carol])('is the wallet %s of the ledger, with what it has', async (faucet) => {
    const sends = over({ send: { faucet } }, 2n * SOL);
    const landed = await airdropped(sends, await sends.airdrop(NOBODY, SOL));
    expect(landed!.accountKeys[0]).toBe(carol);
    expect(sends.lamports(carol)).toBe(SOL - 5000n);
    expect(await airdropped(sends, await sends.airdrop(NOBODY, SOL))).toMatchObject({
      err: { InstructionError: [0, { Custom: 1 }] },
    });
  });

  it('without lamports pays nothing', async () => {
    const sends = over({ send: { faucet: '$carol' } }, 0n);
    expect(await airdropped(sends, await sends.airdrop(NOBODY, SOL))).toBeUndefined();
  });

  it('that the ledger does not name has the account that the ledger gives it', async () => {
    const sends = sendNode();
    const faucet = address((await airdropped(sends, await sends.airdrop(NOBODY, SOL)))!.accountKeys[0] as string);
    const given = sendNode({ accounts: [...WALLETS, { address: faucet, lamports: 3n * SOL }] });
    await given.airdrop(NOBODY, SOL);
    expect(given.lamports(faucet)).toBe(2n * SOL - 5000n);
  });

  it('was there before everything else', async () => {
    const sends = sendNode(MANUAL);
    const signature = await sends.airdrop(NOBODY, SOL);
    await sends.node.setTips({ finalized: 8 });
    const faucet = (await airdropped(sends, signature))!.accountKeys[0] as Address;
    await sends.node.setTips({ finalized: 7, confirmed: 7 });
    expect(sends.lamports(faucet, 'finalized')).toBe(FAUCET_LAMPORTS);
    expect(partOf(await sends.call('getBalance', `["${NOBODY}"]`), 'value')).toBe('0');
  });
});
