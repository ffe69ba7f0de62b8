import { PublicKey, StakeProgram, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import { groupOfOne } from '../../../src/live/sendQueue.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import type { InnerCall } from '../../../src/runtime/outcome.ts';
import type { SendOutcome } from '../../../src/runtime/sendRule.ts';
import { emptyAccount } from '../../../src/solana/account.ts';
import {
  type Address,
  address,
  MEMO_PROGRAM,
  MEMO_V4_PROGRAM,
  PRECOMPILES,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../../../src/solana/address.ts';
import { decodeSentTransaction } from '../../../src/solana/sentTransaction.ts';
import { errorText } from '../../support/answers.ts';
import { ALICE, ALICE_LAMPORTS, FEE, sendNode, signed, WALLETS } from '../../support/sends.ts';
import { keypair, publicKey, transfer } from '../../support/sentTransactions.ts';
import { namedAddress } from '../../support/transactions.ts';

/** Instructions whose effect is not known, and programs that are assumed to do nothing. */

const STAKE = address(StakeProgram.programId.toBase58());
const call = (program: string, data: string, ...accounts: readonly PublicKey[]) =>
  new TransactionInstruction({
    programId: new PublicKey(program),
    keys: accounts.map((pubkey) => ({ pubkey, isSigner: false, isWritable: true })),
    data: Buffer.from(data, 'hex'),
  });
const token = (data: string, ...accounts: readonly PublicKey[]) => call(TOKEN_2022_PROGRAM, data, ...accounts);
const MINT = publicKey('mint');
const SYSTEM = new PublicKey(SYSTEM_PROGRAM);
const alice = keypair('alice').publicKey;
const DELEGATE = StakeProgram.delegate({
  stakePubkey: publicKey('stake'),
  authorizedPubkey: alice,
  votePubkey: publicKey('vote'),
}).instructions[0]!;
const TOO_MUCH = transfer(Number(ALICE_LAMPORTS));
const ZERO = '00'.repeat(32);

const refusal = (what: string) =>
  errorText(
    -32603,
    `The effect of ${what} is not modelled: execute: 'litesvm' (--execute litesvm) runs the program itself, and a \`succeed\` rule of stillnode_onSend decides without it`,
    '{"reason":"notModelled"}',
  );
const named = (name: string) => refusal(`the instruction \`${name}\``);
const ofProgram = (program: string) => refusal(`an instruction of the program ${program}`);

describe('an instruction whose effect is not known', () => {
  it.each<[string, TransactionInstruction, string]>([
    ['stake', DELEGATE, named('stake delegate')],
    ['a lookup of the stake minimum', call(STAKE, '0d000000'), ofProgram(STAKE)],
    ['vote', call(VOTE_PROGRAM, '0a000000'), ofProgram(VOTE_PROGRAM)],
    [
      'the loader',
      call('BPFLoaderUpgradeab1e11111111111111111111111', '0600000001000000', publicKey('a'), publicKey('b')),
      named('bpf-upgradeable-loader extendProgram'),
    ],
    [
      'zero-knowledge proofs',
      call('ZkE1Gama1Proof11111111111111111111111111111', '00'),
      ofProgram('ZkE1Gama1Proof11111111111111111111111111111'),
    ],
    [
      'config',
      call('Config1111111111111111111111111111111111111', '00'),
      ofProgram('Config1111111111111111111111111111111111111'),
    ],
    ['signatures of secp256k1', call(PRECOMPILES.secp256k1!, '00'), ofProgram(PRECOMPILES.secp256k1!)],
    ['a transfer hook', token(`2400${ZERO}${'01'.repeat(32)}`, MINT), named('spl-token initializeTransferHook')],
    ['reallocation', token('1d0700', MINT, alice, alice, alice), named('spl-token reallocate')],
    ['a confidential burn with permission', token('2e03', MINT, MINT, alice), ofProgram(TOKEN_2022_PROGRAM)],
    ['confidential transfers', token('1b05', MINT), ofProgram(TOKEN_2022_PROGRAM)],
    ['a change of a transfer hook', token(`2401${ZERO}`, MINT, alice), named('spl-token updateTransferHook')],
    [
      'confidential fees',
      token(`2500${ZERO}${ZERO}`, MINT),
      named('spl-token initializeConfidentialTransferFeeConfig'),
    ],
    ['confidential minting', token('2a01', MINT), ofProgram(TOKEN_2022_PROGRAM)],
    ['lamports that are taken out', token('26', MINT, alice, alice), named('spl-token withdrawExcessLamports')],
    [
      'a transfer with a seed',
      call(SYSTEM_PROGRAM, `0b000000${'00'.repeat(16)}${ZERO}`, MINT, alice, MINT),
      named('system transferWithSeed'),
    ],
    ['an upgrade of a nonce', call(SYSTEM_PROGRAM, '0c000000', MINT), named('system upgradeNonce')],
    ['a batch', call(TOKEN_PROGRAM, 'ff', MINT), named('spl-token batch')],
  ])('is refused: %s', async (_, instruction, error) => {
    const sends = sendNode();
    const { version } = sends.live;
    const bytes = signed([transfer(5), instruction]);
    expect(await sends.send(bytes)).toBe(error);
    expect(await sends.send(bytes, '"skipPreflight":true')).toBe(error);
    expect(await sends.simulate(bytes)).toBe(error);
    expect(sends.live.version).toBe(version);
    const given = { options: expect.anything(), rule: null, version: 'legacy', transaction: expect.anything() };
    const { code, data, message } = JSON.parse(error);
    const sent = {
      ...given,
      sentSlot: Number(sends.live.version.state.chains.processed.tip),
      sentTime: expect.any(Number),
      signature: encodeBase58(bytes.subarray(1, 65)),
      outcome: { refused: { code: -32603 } },
      error: { code, data, message },
      fate: { fate: 'refused' },
    };
    const why = (call: number) => [
      `sent in call ${call}; refused: ${message}`,
      expect.stringContaining(`, refused: ${message}`),
    ];
    expect(await sends.node.sent()).toEqual([1, 2].map((id) => ({ ...sent, id, why: why(id) })));
  });

  it('is refused without preflight too where its block comes later', async () => {
    const sends = sendNode();
    await sends.rule({ kind: 'delay', blocks: 2n });
    expect(await sends.send(signed([DELEGATE]), '"skipPreflight":true')).toBe(named('stake delegate'));
    expect(sends.live.sends.queue).toEqual([]);
  });

  it('is not reached where the transaction fails before it, or is not taken at all', async () => {
    const sends = sendNode();
    expect(await sends.send(signed([TOO_MUCH, DELEGATE]))).toContain('"err":{"InstructionError":[0,{"Custom":1}]}');
    expect(await sends.send(signed([DELEGATE, TOO_MUCH]))).toBe(named('stake delegate'));
    const foreign = signed([DELEGATE]).fill(0, 1, 65);
    expect(await sends.send(foreign)).toContain('"err":"SignatureFailure"');
    expect(await sends.send(foreign, '"skipPreflight":true')).toBe(`"${'1'.repeat(64)}"`);
  });

  it('a later block does not wait for one that cannot be carried out any more', async () => {
    const warnings: string[] = [];
    const spy = vi.spyOn(process, 'emitWarning').mockImplementation((warning) => void warnings.push(`${warning}`));
    onTestFinished(() => spy.mockRestore());
    const sends = sendNode();
    const bytes = signed([transfer(5), DELEGATE]);
    await sends.simulate(bytes);
    await sends.live.changeSends((decided) => ({
      ...decided,
      queue: [{ ...groupOfOne(decodeSentTransaction(bytes, DEFAULT_VERSION), { kind: 'succeed' }), blocksToGo: 1n }],
    }));
    await sends.node.advance();
    const signature = encodeBase58(bytes.subarray(1, 65));
    expect(warnings).toEqual([
      `transaction ${signature} comes into no block: an instruction of ${STAKE} is not modelled: its effect is not known`,
    ]);
    expect(sends.live.sends.queue).toEqual([]);
  });
});

function innerCall({ data, keys, programId }: TransactionInstruction): InnerCall {
  const keyText = (key: PublicKey): Address => address(key.toBase58());
  const accounts = keys.map(({ pubkey, ...rights }) => ({ ...rights, address: keyText(pubkey) }));
  return { program: keyText(programId), accounts, data };
}

describe('a rule decides of it', () => {
  const SIGNATURE = `"${encodeBase58(signed([DELEGATE]).subarray(1, 65))}"`;

  it.each<[string, SendOutcome, string]>([
    ['succeed', { kind: 'succeed' }, SIGNATURE],
    ['drop', { kind: 'drop' }, SIGNATURE],
    ['failLate', { kind: 'fail', isLate: true, err: { InstructionError: [0, { Custom: 7 }] } }, SIGNATURE],
    ['fail', { kind: 'fail', isLate: false, err: { InstructionError: [0, { Custom: 7 }] } }, '"Custom":7'],
    ['feesOnly', { kind: 'feesOnly', err: 'ProgramAccountNotFound' }, '"err":"ProgramAccountNotFound"'],
    ['refuse', { kind: 'refuse', err: 'BlockhashNotFound' }, '"err":"BlockhashNotFound"'],
    [
      'rpcError',
      { kind: 'rpcError', code: -32005, message: 'later' },
      '{"code":-32005,"message":"later","data":{"numSlotsBehind":null}}',
    ],
  ])('%s', async (_, outcome, answer) => {
    const sends = sendNode();
    await sends.rule(outcome);
    expect(await sends.simulate(signed([DELEGATE]))).toMatch(/^\{"context"/);
    expect(await sends.send(signed([DELEGATE]))).toContain(answer);
  });

  it.each<[string, SendOutcome]>([
    ['delay', { kind: 'delay', blocks: 1n }],
    ['stopAt', { kind: 'stopAt', commitment: 'processed' }],
    ['fork', { kind: 'fork', dropAfter: 1n, landsAgain: true }],
  ])('%s says nothing of it', async (_, outcome) => {
    const sends = sendNode();
    await sends.rule(outcome);
    expect(await sends.send(signed([DELEGATE]))).toBe(named('stake delegate'));
  });

  it('a success leaves what the rule says, besides what is known of the others', async () => {
    const sends = sendNode();
    const account = { ...emptyAccount(namedAddress('stake')), lamports: 10n ** 9n, owner: STAKE };
    await sends.rule({ kind: 'succeed', additions: { accounts: [account] } });
    const signature = await sends.send(signed([transfer(5), DELEGATE]));
    expect(signature).toMatch(/^"\w+"$/);
    expect(sends.account(namedAddress('stake'))).toEqual(account);
    expect(sends.lamports(ALICE)).toBe(ALICE_LAMPORTS - FEE - 5n);
    const transaction = await sends.call('getTransaction', `[${signature}]`);
    expect(transaction).toContain(`"Program ${STAKE} invoke [1]","Program ${STAKE} success"]`);
  });

  it('one that names a program stands in for it, and for no other', async () => {
    const sends = sendNode();
    const memo = call(MEMO_PROGRAM, 'ff');
    await sends.rule({ kind: 'succeed' }, { program: MEMO_PROGRAM });
    expect(await sends.send(signed([memo]))).toMatch(/^"\w+"$/);
    expect(await sends.send(signed([memo, TOO_MUCH]))).toContain('"err":{"InstructionError":[1,{"Custom":1}]}');
    expect(await sends.send(signed([memo, DELEGATE]))).toBe(named('stake delegate'));
    await sends.rule({ kind: 'succeed' }, { program: STAKE });
    expect(await sends.send(signed([DELEGATE, transfer(5)]))).toMatch(/^"\w+"$/);
    expect(sends.lamports(ALICE)).toBe(ALICE_LAMPORTS - 2n * FEE - 5n);
  });

  it('a program that a rule stands in for need not be there', async () => {
    const sends = sendNode({ send: { isStrict: true } });
    const bytes = signed([call(namedAddress('oracle'), '00')]);
    expect(await sends.send(bytes)).toContain('"err":"ProgramAccountNotFound"');
    await sends.rule({ kind: 'succeed' }, { program: namedAddress('oracle') });
    expect(await sends.send(bytes)).toMatch(/^"\w+"$/);
  });

  it('the system program and checks of signatures are carried out all the same', async () => {
    const sends = sendNode();
    await sends.rule({ kind: 'succeed' }, { program: SYSTEM_PROGRAM });
    expect(await sends.send(signed([transfer(5)]))).toMatch(/^"\w+"$/);
    expect(sends.lamports(ALICE)).toBe(ALICE_LAMPORTS - FEE - 5n);
    await sends.rule({ kind: 'succeed' }, { program: PRECOMPILES.ed25519! });
    const bad = call(PRECOMPILES.ed25519!, '01');
    expect(await sends.send(signed([bad]))).toContain('"err":{"InstructionError":[0,{"Custom":4}]}');
    await sends.rule({ kind: 'succeed' }, { program: PRECOMPILES.secp256k1! });
    expect(await sends.send(signed([call(PRECOMPILES.secp256k1!, '00')]))).toMatch(/^"\w+"$/);
  });

  it('what a rule says that a program calls is carried out where it is known', async () => {
    const sends = sendNode();
    const oracle = call(namedAddress('oracle'), '00', alice, publicKey('bob'), StakeProgram.programId, SYSTEM);
    oracle.keys[0]!.isSigner = true;
    const inner = [{ ...innerCall(DELEGATE), accounts: [] }, innerCall(transfer(5))];
    const program = namedAddress('oracle');
    await sends.rule({ kind: 'succeed', additions: { inner: [{ index: 0, instructions: inner }] } }, { program });
    expect(await sends.send(signed([oracle]))).toMatch(/^"\w+"$/);
    expect(sends.lamports(ALICE)).toBe(ALICE_LAMPORTS - FEE - 5n);
  });
});

describe('a program of nobody knows what', () => {
  const warnings = () => {
    const given: unknown[] = [];
    const spy = vi
      .spyOn(process, 'emitWarning')
      .mockImplementation((warning, options) => void given.push([warning, options]));
    onTestFinished(() => spy.mockRestore());
    return given;
  };
  const sentence = (program: string) =>
    `the program ${program} is not modelled, so its instructions are assumed to succeed and to change nothing: a rule of stillnode_onSend says what they do, and execute: 'litesvm' (--execute litesvm) runs the program`;

  it('is assumed to succeed, and the send says so', async () => {
    const given = warnings();
    const sends = sendNode();
    const [shop, bank] = [namedAddress('shop'), namedAddress('bank')];
    const bytes = signed([call(shop, '00'), transfer(5), call(bank, '01'), call(shop, '02')]);
    await sends.send(bytes);
    await sends.send(signed([transfer(6)]), '"skipPreflight":true');
    await sends.send(signed([call(shop, '03')]), '"skipPreflight":true');
    expect((await sends.node.sent()).map(({ assumed }) => assumed)).toEqual([[shop, bank], undefined, [shop]]);
    expect((await sends.node.calls()).map(({ assumed }) => assumed)).toEqual([[shop, bank], undefined, [shop]]);
    expect(given).toEqual([shop, bank].map((program) => [sentence(program), { code: 'STILLNODE_ASSUMED' }]));
  });

  it('is said by each node once, and not again by its forks', async () => {
    const given = warnings();
    const shop = namedAddress('shop');
    const nodes = [sendNode(), sendNode()];
    for (const { live, send } of nodes) {
      await send(signed([call(shop, '00')]));
      expect(live.fork().warnings).toBe(live.warnings);
    }
    expect(given).toEqual(nodes.map(() => [sentence(shop), { code: 'STILLNODE_ASSUMED' }]));
  });

  it('is said where its block comes later, and not where nothing comes of it', async () => {
    warnings();
    const sends = sendNode();
    const shop = namedAddress('shop');
    await sends.rule({ kind: 'delay', blocks: 2n }, {}, 1);
    await sends.send(signed([call(shop, '00')]));
    await sends.send(signed([call(shop, '00'), TOO_MUCH]));
    await sends.rule({ kind: 'drop' }, {}, 1);
    await sends.send(signed([call(shop, '01')]));
    expect((await sends.node.sent()).map(({ assumed }) => assumed)).toEqual([[shop], undefined, undefined]);
  });

  it('is not assumed where a rule decides', async () => {
    const given = warnings();
    const sends = sendNode();
    const [decided, other] = [namedAddress('decided'), namedAddress('other')];
    await sends.rule({ kind: 'succeed' }, { program: decided });
    await sends.send(signed([call(decided, '00'), call(other, '00')]));
    await sends.rule({ kind: 'succeed' });
    await sends.send(signed([call(other, '01')]));
    expect((await sends.node.sent()).map(({ assumed }) => assumed)).toEqual([[other], undefined]);
    expect(given).toEqual([[sentence(other), { code: 'STILLNODE_ASSUMED' }]]);
  });

  it('a simulation says so to whoever asks why', async () => {
    const given = warnings();
    const sends = sendNode();
    const shop = namedAddress('shop');
    const explain = async (bytes: Uint8Array) => {
      const params = [Buffer.from(bytes).toString('base64'), { encoding: 'base64' }];
      return (await sends.node.explain('simulateTransaction', params)).why;
    };
    expect(await explain(signed([call(shop, '00')]))).toEqual([sentence(shop)]);
    expect(await explain(signed([transfer(5)]))).toEqual([]);
    expect(await explain(signed([DELEGATE]))).toEqual([JSON.parse(named('stake delegate')).message]);
    expect(given).toEqual([]);
  });
});

it('memos of the fourth program are memos to rules, and logged as that program does', async () => {
  const sends = sendNode();
  const memo = (text: string) =>
    new TransactionInstruction({
      programId: new PublicKey(MEMO_V4_PROGRAM),
      keys: [{ pubkey: alice, isSigner: true, isWritable: false }],
      data: Buffer.from(text),
    });
  await sends.rule(
    { kind: 'fail', isLate: false, err: { InstructionError: [0, { Custom: 17 }] } },
    { memo: 'order 17' },
  );
  await sends.rule({ kind: 'refuse', err: 'BlockhashNotFound' }, { instruction: 'spl-memo', nth: 2 });
  const signature = await sends.send(signed([memo('order 1')]));
  expect(await sends.send(signed([memo('order 17')]))).toContain('"err":{"InstructionError":[0,{"Custom":17}]}');
  expect(await sends.call('getTransaction', `[${signature}]`)).toContain(
    `"Program log: Signed by:","Program log: ${ALICE}","Program log: Memo (len 7)","Program log: order 1",`,
  );
  const entries = JSON.parse(await sends.call('getSignaturesForAddress', `["${ALICE}"]`));
  expect(entries).toMatchObject([{ memo: null }]);
});

it('wrapped SOL of Token-2022, whose mint is made first', async () => {
  const BLANK = namedAddress('blank');
  const sends = sendNode({
    accounts: [
      ...WALLETS,
      { address: BLANK, owner: TOKEN_2022_PROGRAM, lamports: 10n ** 9n, data: new Uint8Array(165) },
    ],
  });
  const native = new PublicKey('9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP');
  const create = token('1f', alice, native, SYSTEM);
  create.keys[0]!.isSigner = true;
  const open = token(`12${Buffer.from(alice.toBytes()).toString('hex')}`, new PublicKey(BLANK), native);
  expect(await sends.send(signed([create, open]))).toMatch(/^"\w+"$/);
  expect(Buffer.from(sends.account(BLANK)!.data).readUInt32LE(109)).toBe(1);
});
