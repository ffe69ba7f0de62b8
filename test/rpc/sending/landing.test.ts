import {
  ComputeBudgetProgram,
  TransactionInstruction as Instruction,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../../src/codec/base58.ts';
import { ByteWriter, sha256 } from '../../../src/codec/bytes.ts';
import { derivedBlockhash } from '../../../src/ledger/derivedBlockhash.ts';
import { address, type Blockhash, INCINERATOR, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { partOf } from '../../support/answers.ts';
import { type ANNA, scheduleOf } from '../../support/leaderLedger.ts';
import {
  ALICE,
  ALICE_LAMPORTS,
  BOB,
  base64,
  HASH,
  type SendNode,
  sendNode,
  signed,
  WALLETS,
} from '../../support/sends.ts';
import { keyOf, keypair, kitBytes, legacyBytes, publicKey, transfer } from '../../support/sentTransactions.ts';
import { type AccountSpec, BLOCK_TIME_BASE } from '../../support/testNode.ts';
import { mintAccount } from '../../support/tokenLedger.ts';
import { namedAddress, namedBlockhash } from '../../support/transactions.ts';

/** What is left on the ledger of transactions that were sent. */

const MANUAL = { send: { confirm: 'manual' } } as const;
const SYSTEM = '11111111111111111111111111111111';
const signatureOf = (bytes: Uint8Array) => encodeBase58(bytes.subarray(1, 65));
const PAYMENT = signed([transfer(5)]);
const SIGNATURE = signatureOf(PAYMENT);

const statusOf = async ({ call }: SendNode, signature: string, config = '') =>
  partOf(await call('getSignatureStatuses', `[["${signature}"]${config}]`), 'value', 0);
const tipsOf = ({ node }: SendNode) => node.getTips();

const UNCHECKED = '"skipPreflight":true';

describe('a transaction that lands', () => {
  it('is in a block of its own on top, whose hash and time follow from the block before', async () => {
    const sends = sendNode(MANUAL);
    await sends.send(PAYMENT);
    expect(await tipsOf(sends)).toMatchObject({ processed: 8, confirmed: 6, finalized: 5 });
    await sends.node.setTips({ finalized: 8 });
    const hash = derivedBlockhash(8n, namedBlockhash('7'));
    expect(await sends.call('getBlock', '[8,{"encoding":"base64"}]')).toBe(
      [
        `{"blockHeight":8,"blockTime":${BLOCK_TIME_BASE + 7},"blockhash":"${hash}","parentSlot":7,`,
        `"previousBlockhash":"${namedBlockhash('7')}","rewards":[],"transactions":[{"meta":{"computeUnitsConsumed":150,`,
        `"costUnits":1481,"err":null,"fee":5000,"innerInstructions":[],"loadedAddresses":{"readonly":[],"writable":[]},`,
        `"logMessages":["Program ${SYSTEM} invoke [1]","Program ${SYSTEM} success"],`,
        `"postBalances":[${ALICE_LAMPORTS - 5005n},1000005,1],"postTokenBalances":[],`,
        `"preBalances":[${ALICE_LAMPORTS},1000000,1],"preTokenBalances":[],"rewards":[],"status":{"Ok":null}},`,
        `"transaction":["${base64(PAYMENT)}","base64"]}]}`,
      ].join(''),
    );
  });

  it('moves every tip to its block, or only the processed one', async () => {
    const manual = sendNode(MANUAL);
    await manual.send(PAYMENT);
    expect(await tipsOf(manual)).toMatchObject({ processed: 8, confirmed: 6, finalized: 5 });
    await manual.node.advance();
    expect(await tipsOf(manual)).toMatchObject({ processed: 9, confirmed: 8, finalized: 7 });
    const still = sendNode({ ...MANUAL, confirmed: 7, finalized: 7 });
    await still.send(PAYMENT);
    expect(await tipsOf(still)).toMatchObject({ processed: 8, confirmed: 7, finalized: 7 });
    const auto = sendNode({ processed: 7, confirmed: 7, finalized: 7 });
    await auto.send(PAYMENT);
    expect(await tipsOf(auto)).toMatchObject({ processed: 8, confirmed: 8, finalized: 8 });
    await auto.send(signed([transfer(6)]));
    expect(await tipsOf(auto)).toMatchObject({ processed: 9, confirmed: 9, finalized: 9 });
  });

  it.each([
    ['on a block each', { confirmed: 6, finalized: 5 }, [10, 9, 8], [8, 9, 10]],
    ['over skipped slots', { confirmed: 5, finalized: 2 }, [13, 11, 8], [8, 11, 13]],
    ['two at one block', { confirmed: 5, finalized: 5 }, [10, 8, 8], [8, 10]],
  ])(
    'is final at once, and the other tips go on until they have their distance again: %s',
    async (_what, distance, tips, slots) => {
      const [processed, confirmed, finalized] = tips;
      const sends = sendNode({ blocks: [2, 3, 4, 5, 6, 7].map((slot) => ({ slot })), processed: 7, ...distance });
      await sends.send(PAYMENT, UNCHECKED);
      expect(await tipsOf(sends)).toMatchObject({ processed, confirmed, finalized, last: processed });
      expect(JSON.parse((await statusOf(sends, SIGNATURE))!)).toMatchObject({
        slot: 8,
        confirmationStatus: 'finalized',
      });
      expect(JSON.parse(await sends.call('getBlocks', '[8,20,{"commitment":"confirmed"}]'))).toEqual(
        slots.filter((slot) => slot <= confirmed!),
      );
      await sends.send(signed([transfer(6)]), UNCHECKED);
      const further = tips.map((slot) => slot + processed! - 7);
      expect(await tipsOf(sends)).toMatchObject({
        processed: further[0],
        confirmed: further[1],
        finalized: further[2],
      });
    },
  );

  it('is what reads see at each commitment as the tips reach it', async () => {
    const sends = sendNode(MANUAL);
    await sends.node.setTips({ processed: 7, confirmed: 5, finalized: 5 });
    const seen = async () => {
      const status = await statusOf(sends, SIGNATURE);
      const found = async (commitment: string) => [
        await sends
          .call('getTransaction', `["${SIGNATURE}",{"commitment":"${commitment}"}]`)
          .then((text) => text !== 'null'),
        partOf(await sends.call('getSignaturesForAddress', `["${ALICE}",{"commitment":"${commitment}"}]`), 0) !==
          undefined,
        partOf(await sends.call('getBlock', `[8,{"commitment":"${commitment}"}]`), 'code') ?? 'block',
      ];
      return [
        status,
        await found('confirmed'),
        await found('finalized'),
        sends.lamports(BOB),
        sends.lamports(BOB, 'finalized'),
      ];
    };
    const none = [false, false, '-32004'];
    const all = [true, true, 'block'];
    const status = (confirmations: string, word: string) =>
      `{"confirmationStatus":"${word}","confirmations":${confirmations},"err":null,"slot":8,"status":{"Ok":null}}`;
    expect(await seen()).toEqual(['null', none, none, 1_000_000n, 1_000_000n]);
    await sends.send(PAYMENT);
    expect(await seen()).toEqual([status('0', 'processed'), none, none, 1_000_005n, 1_000_000n]);
    await sends.node.setTips({ confirmed: 8 });
    expect(await seen()).toEqual([status('0', 'confirmed'), all, none, 1_000_005n, 1_000_000n]);
    await sends.node.setTips({ finalized: 8 });
    expect(await seen()).toEqual([status('null', 'finalized'), all, all, 1_000_005n, 1_000_005n]);
    await sends.node.expireStatuses();
    expect(await statusOf(sends, SIGNATURE)).toBe('null');
    expect(await statusOf(sends, SIGNATURE, ',{"searchTransactionHistory":true}')).toBe(status('null', 'finalized'));
  });

  it('pays the leader half of what its signatures cost, and all of its priority fee; the rest is burned', async () => {
    const leaderSchedules = new Map([[0n, scheduleOf(0)]]);
    const sends = sendNode({
      cluster: { leaderSchedules },
      accounts: [...WALLETS, ...[...scheduleOf(0).keys()].map((address) => ({ address, lamports: 2_000_000n }))],
    });
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000n });
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 500 });
    await sends.send(signed([price, limit, transfer(5)]));
    const text = await sends.call('getBlock', '[8,{"transactionDetails":"none","rewards":true}]');
    const leader = partOf(text, 'rewards', 0, 'pubkey')!.slice(1, -1);
    expect([...scheduleOf(0).keys()]).toContain(leader);
    expect(partOf(text, 'rewards')).toBe(
      `[{"commission":null,"lamports":3000,"postBalance":2003000,"pubkey":"${leader}","rewardType":"Fee"}]`,
    );
    expect(sends.lamports(leader as typeof ANNA)).toBe(2_003_000n);
    expect(sends.lamports(ALICE)).toBe(ALICE_LAMPORTS - 5505n);
  });

  it('keeps an amount of no tokens without a double, as blocks have it', async () => {
    const mint = mintAccount({ address: namedAddress('mint'), decimals: 3 });
    const sends = sendNode({ accounts: [...WALLETS, mint] });
    const create = createAssociated(publicKey('bob'), publicKey('mint'));
    const bytes = signed([create]);
    await sends.send(bytes);
    const text = await sends.call('getTransaction', `["${signatureOf(bytes)}"]`);
    expect(partOf(text, 'meta', 'postTokenBalances', 0, 'uiTokenAmount')).toBe(
      '{"amount":"0","decimals":3,"uiAmount":null,"uiAmountString":"0"}',
    );
    expect(partOf(text, 'meta', 'innerInstructions', 0, 'instructions', 3, 'stackHeight')).toBe('2');
  });
});

function createAssociated(owner: PublicKey, mint: PublicKey): TransactionInstruction {
  const program = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
  const token = new PublicKey(TOKEN_PROGRAM);
  const [created] = PublicKey.findProgramAddressSync(
    [owner, token, mint].map((key) => key.toBytes()),
    program,
  );
  const keys = [
    { pubkey: new PublicKey(ALICE), isSigner: true, isWritable: true },
    { pubkey: created, isSigner: false, isWritable: true },
    ...[owner, mint, SystemProgram.programId, token].map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })),
  ];
  return new Instruction({ keys, programId: program });
}

describe('a transaction that fails in its block', () => {
  it('has paid its fee, and done nothing else', async () => {
    const sends = sendNode();
    const bytes = signed([transfer(5e9)]);
    await sends.send(bytes, '"skipPreflight":true');
    expect(await statusOf(sends, signatureOf(bytes))).toBe(
      '{"confirmationStatus":"finalized","confirmations":null,"err":{"InstructionError":[0,{"Custom":1}]},"slot":8,"status":{"Err":{"InstructionError":[0,{"Custom":1}]}}}',
    );
    expect(sends.lamports(ALICE)).toBe(ALICE_LAMPORTS - 5000n);
    expect(sends.lamports(BOB)).toBe(1_000_000n);
  });

  it('without being run has no logs, no inner instructions and no units', async () => {
    const sends = sendNode({ send: { isStrict: true } });
    const bytes = signed([new Instruction({ keys: [], programId: publicKey('program') })]);
    await sends.send(bytes, '"skipPreflight":true');
    const text = await sends.call('getTransaction', `["${signatureOf(bytes)}"]`);
    expect(partOf(text, 'meta')).toBe(
      [
        '{"computeUnitsConsumed":0,"costUnits":1020,"err":"ProgramAccountNotFound","fee":5000,"innerInstructions":null,',
        '"loadedAddresses":{"readonly":[],"writable":[]},"logMessages":null,',
        `"postBalances":[${ALICE_LAMPORTS - 5000n},0],"postTokenBalances":[],"preBalances":[${ALICE_LAMPORTS},0],`,
        '"preTokenBalances":[],"rewards":[],"status":{"Err":"ProgramAccountNotFound"}}',
      ].join(''),
    );
  });

  it('late has passed its preflight', async () => {
    const sends = sendNode();
    await sends.rule({ kind: 'fail', isLate: true, err: { InstructionError: [0, { Custom: 7 }] } });
    expect(await sends.send(PAYMENT)).toBe(`"${SIGNATURE}"`);
    expect(partOf((await statusOf(sends, SIGNATURE))!, 'err')).toBe('{"InstructionError":[0,{"Custom":7}]}');
    expect(sends.lamports(BOB)).toBe(1_000_000n);
  });
});

describe('a nonce', () => {
  const VALUE = namedBlockhash('nonce');
  const nonce = (value: Uint8Array): AccountSpec => {
    const data = new ByteWriter();
    data.u32(1).u32(1).append(decodeBase58(ALICE)).append(value).u64(5000n);
    return { address: namedAddress('nonce'), owner: SYSTEM_PROGRAM, data: data.bytes(), lamports: 1_447_680n };
  };
  const advance = SystemProgram.nonceAdvance({
    noncePubkey: publicKey('nonce'),
    authorizedPubkey: keypair('alice').publicKey,
  });
  const accounts = [...WALLETS, nonce(decodeBase58(VALUE))];
  const next = encodeBase58(sha256('DURABLE_NONCE', decodeBase58(namedBlockhash('7'))));
  const storedNonce = ({ account }: SendNode) => encodeBase58(account(namedAddress('nonce'))!.data.subarray(40, 72));

  it.each([
    ['succeeds', [advance, transfer(5)], 1_000_005n, 1_447_680n],
    ['fails', [advance, transfer(5e9)], 1_000_000n, 1_447_680n],
  ])('advances where the transaction %s', async (_how, instructions, bob, rent) => {
    const sends = sendNode({ accounts });
    const bytes = legacyBytes(VALUE, instructions);
    await sends.send(bytes, '"skipPreflight":true');
    expect(await statusOf(sends, signatureOf(bytes))).not.toBe('null');
    expect([storedNonce(sends), sends.lamports(BOB), sends.lamports(namedAddress('nonce'))]).toEqual([next, bob, rent]);
    const { version } = sends.live;
    await sends.send(bytes, '"skipPreflight":true');
    expect(sends.live.version).toBe(version);
    // the value that it has now is that of the next block, so another one has to come first
    await sends.node.advance();
    expect(await sends.send(legacyBytes(next as Blockhash, [advance]))).toMatch(/^"/);
  });

  it('advances where only the fee is paid', async () => {
    const sends = sendNode({ accounts });
    await sends.rule({ kind: 'feesOnly', err: 'ProgramAccountNotFound' });
    await sends.send(legacyBytes(VALUE, [advance, transfer(5)]), '"skipPreflight":true');
    expect(storedNonce(sends)).toBe(next);
  });
});

it('a nonce account needs as much as the ledger asks for', async () => {
  const data = new ByteWriter().u64(1000n).u64(0x3ff0000000000000n).u8(50).bytes();
  const rent = { address: address('SysvarRent111111111111111111111111111111111'), data };
  const [alice, carol] = [keypair('alice').publicKey, keypair('carol').publicKey];
  const errOf = async (lamports: number) => {
    const sends = sendNode({ accounts: [...WALLETS, rent] });
    const of = { fromPubkey: alice, noncePubkey: carol, authorizedPubkey: alice, lamports };
    const { instructions } = SystemProgram.createNonceAccount(of);
    return partOf(await sends.simulate(signed(instructions, { signers: ['alice', 'carol'] })), 'value', 'err');
  };
  expect(await errOf(208_000)).toBe('null');
  expect(await errOf(207_999)).toBe('{"InstructionError":[1,"InsufficientFunds"]}');
});

it('what the incinerator is sent is gone at the end of the block', async () => {
  const sends = sendNode();
  const bytes = signed([
    SystemProgram.transfer({
      fromPubkey: keypair('alice').publicKey,
      toPubkey: new PublicKey(INCINERATOR),
      lamports: 1_000_000,
    }),
  ]);
  await sends.send(bytes);
  const text = await sends.call('getTransaction', `["${signatureOf(bytes)}"]`);
  expect(partOf(text, 'meta', 'postBalances', 1)).toBe('1000000');
  expect(await sends.call('getAccountInfo', `["${INCINERATOR}"]`)).toContain('"value":null');
});

describe('who has enough for the rent is marked', () => {
  const OTHER = namedAddress('other');
  const touch = new Instruction({
    keys: [{ pubkey: publicKey('other'), isSigner: false, isWritable: true }],
    programId: publicKey('program'),
  });
  const spec = (address: typeof ALICE, lamports: bigint): AccountSpec => ({ address, lamports, rentEpoch: 3n });
  const rentEpochs = async (otherLamports: bigint, bytes: Uint8Array) => {
    const accounts = [spec(ALICE, ALICE_LAMPORTS), spec(OTHER, otherLamports), NONCE];
    const sends = sendNode({ accounts });
    await sends.send(bytes, '"skipPreflight":true');
    expect(await statusOf(sends, signatureOf(bytes))).not.toBe('null');
    return [ALICE, OTHER].map((address) => sends.account(address)!.rentEpoch);
  };
  const value = namedBlockhash('nonce');
  const data = new ByteWriter().u32(1).u32(1).append(decodeBase58(ALICE)).append(decodeBase58(value)).u64(5000n);
  const NONCE: AccountSpec = { address: namedAddress('nonce'), owner: SYSTEM_PROGRAM, data: data.bytes() };
  const advance = SystemProgram.nonceAdvance({
    noncePubkey: publicKey('nonce'),
    authorizedPubkey: keypair('alice').publicKey,
  });
  const MARK = 2n ** 64n - 1n;

  it.each<[how: string, lamports: bigint, bytes: Uint8Array, epochs: readonly bigint[]]>([
    ['each account that may be written, though nothing writes it', 890_880n, signed([touch]), [MARK, MARK]],
    ['but none that has too little', 890_879n, signed([touch]), [MARK, 3n]],
    ['and nobody where the transaction fails', 890_880n, signed([touch, transfer(5e9)]), [3n, 3n]],
    ['but the payer of one with a nonce', 890_880n, legacyBytes(value, [advance, touch, transfer(5e9)]), [MARK, 3n]],
  ])('%s', async (_how, lamports, bytes, epochs) => {
    expect(await rentEpochs(lamports, bytes)).toEqual(epochs);
  });
});

describe('nothing happens, and the ledger stays as it was', () => {
  const cases: readonly (readonly [what: string, bytes: () => Uint8Array | Promise<Uint8Array>])[] = [
    ['of a bad signature', () => PAYMENT.with(1, PAYMENT[1]! ^ 1)],
    ['of an unknown blockhash', () => legacyBytes(namedBlockhash('unknown'), [transfer(5)])],
    [
      'of a payer who is not there',
      () => legacyBytes(HASH, [transfer(5, keypair('carol').publicKey)], { signers: ['carol'] }),
    ],
    ['of version 1', () => kitBytes(1, HASH, 5)],
    ['of bytes behind it', () => Buffer.concat([PAYMENT, Buffer.of(0)])],
    [
      'of a heap that cannot be',
      () =>
        signed([
          new Instruction({ keys: [], programId: ComputeBudgetProgram.programId, data: Buffer.of(1, 1, 0, 0, 0) }),
        ]),
    ],
  ];

  it.each(cases)('%s', async (_what, bytes) => {
    const sends = sendNode(MANUAL);
    const { version } = sends.live;
    expect(await sends.send(await bytes(), '"skipPreflight":true')).toMatch(/^"\w+"$/);
    expect(sends.live.version).toBe(version);
  });

  it('of what landed before, where the hash is recent', async () => {
    const sends = sendNode(MANUAL);
    await sends.send(PAYMENT);
    const { version } = sends.live;
    await sends.send(PAYMENT, '"skipPreflight":true');
    expect(sends.live.version).toBe(version);
  });

  it.each([
    ['drop', { kind: 'drop' }],
    ['refuse', { kind: 'refuse', err: 'BlockhashNotFound' }],
  ] as const)('by the rule %s', async (_what, then) => {
    const sends = sendNode();
    await sends.rule(then);
    const { version } = sends.live;
    await sends.send(PAYMENT, '"skipPreflight":true');
    expect(sends.live.version).toBe(version);
  });
});

describe('a blockhash', () => {
  it.each([
    [150, true],
    [151, false],
  ])('lets a transaction in %i blocks after it: %s', async (blocks, lands) => {
    const sends = sendNode();
    // block 5 is two blocks below the tip already
    await sends.node.advance(blocks - 2);
    await sends.send(PAYMENT, '"skipPreflight":true');
    expect((await statusOf(sends, SIGNATURE)) !== 'null').toBe(lands);
  });

  it('of a wallet that was created just before pays at once', async () => {
    const sends = sendNode();
    const carol = keypair('carol').publicKey;
    const fund = SystemProgram.transfer({
      fromPubkey: keypair('alice').publicKey,
      toPubkey: carol,
      lamports: 5_000_000,
    });
    await sends.send(signed([fund]));
    expect(await sends.send(legacyBytes(HASH, [transfer(5, carol)], { signers: ['carol'] }))).toMatch(/^"/);
    expect(sends.lamports(keyOf('carol'))).toBe(4_994_995n);
  });
});
