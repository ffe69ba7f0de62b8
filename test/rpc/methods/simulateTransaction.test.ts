import { ComputeBudgetProgram, PublicKey, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import type { JsonText } from '../../../src/codec/jsonText.ts';
import { address, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { badParam, badParams, contextText, errorText, partOf, tooOld } from '../../support/answers.ts';
import { countCases, type ParamCase } from '../../support/paramCases.ts';
import {
  ALICE,
  ALICE_LAMPORTS,
  BOB,
  base64,
  HASH,
  sendNode,
  signed,
  WALLETS,
  withBadSignature,
} from '../../support/sends.ts';
import { kitBytes, legacyBytes, publicKey, transfer } from '../../support/sentTransactions.ts';
import type { AccountSpec, LedgerSpec } from '../../support/testNode.ts';
import { protocolFor } from '../../support/testNode.ts';
import { mintAccount } from '../../support/tokenLedger.ts';
import { namedAddress, namedBlockhash } from '../../support/transactions.ts';

const SYSTEM = '11111111111111111111111111111111';
const RAN = [`Program ${SYSTEM} invoke [1]`, `Program ${SYSTEM} success`];
const PAYMENT = signed([transfer(5)]);
const UNKNOWN = legacyBytes(namedBlockhash('unknown'), [transfer(5)]);
const MINT = mintAccount({ address: namedAddress('mint'), decimals: 3 });
const TOKEN_KEY = new PublicKey(TOKEN_PROGRAM);
const refused = (message: string): JsonText => errorText(-32602, message);

/** The members of a value that differ from those of a payment of 5 lamports; in JSON text. */
interface Shown {
  readonly accounts?: JsonText;
  readonly err?: JsonText;
  readonly fee?: JsonText;
  readonly inner?: JsonText;
  readonly size?: number;
  readonly logs?: readonly string[];
  /** null: no balances at all */
  readonly balances?: { readonly pre: readonly bigint[]; readonly post: readonly bigint[] } | null;
  readonly replacement?: JsonText;
  readonly returnData?: JsonText;
  readonly units?: number;
}

const BEFORE = [ALICE_LAMPORTS, 1_000_000n, 1n];
const PAID = [ALICE_LAMPORTS - 5005n, 1_000_005n, 1n];
const NOT_RUN: Shown = { fee: 'null', size: 0, logs: [], units: 0, balances: { pre: BEFORE, post: BEFORE } };

function valueText(shown: Shown = {}): JsonText {
  const { accounts = 'null', err = 'null', fee = '5000', inner = 'null', logs = RAN, size = 206, units = 150 } = shown;
  const { balances = { pre: BEFORE, post: PAID }, replacement = 'null', returnData = 'null' } = shown;
  const post = balances && `[${balances.post.join(',')}]`;
  const pre = balances && `[${balances.pre.join(',')}]`;
  const tokens = balances && '[]';
  return [
    `{"accounts":${accounts},"err":${err},"fee":${fee},"innerInstructions":${inner},"loadedAccountsDataSize":${size},`,
    `"loadedAddresses":{"readonly":[],"writable":[]},"logs":${JSON.stringify(logs)},"postBalances":${post},`,
    `"postTokenBalances":${tokens},"preBalances":${pre},"preTokenBalances":${tokens},`,
    `"replacementBlockhash":${replacement},"returnData":${returnData},"unitsConsumed":${units}}`,
  ].join('');
}

const answer = (shown?: Shown, slot = 5): JsonText => contextText(valueText(shown), slot);

describe('simulateTransaction refuses', () => {
  const text = `"${base64(PAYMENT)}"`;
  const with64 = (members: string) => `[${text},{"encoding":"base64",${members}}]`;
  const encodings = '`binary`, `base58`, `base64`, `jsonParsed`, `base64+zstd`';
  const BASE58 = refused('base58 encoding not supported');

  it.each<ParamCase>([
    ...countCases(1, 2, text),
    ['[null]', badParams('invalid type: null, expected a string')],
    [`[${text},"base64"]`, badParams('invalid type: string "base64", expected struct RpcSimulateTransactionConfig')],
    [with64('"sigVerify":null'), badParams('invalid type: null, expected a boolean')],
    [with64('"replaceRecentBlockhash":1'), badParams('invalid type: integer `1`, expected a boolean')],
    [with64('"innerInstructions":null'), badParams('invalid type: null, expected a boolean')],
    [with64('"accounts":{}'), badParams('missing field `addresses`')],
    [
      with64('"accounts":{"addresses":[],"encoding":"x"}'),
      badParams(`unknown variant \`x\`, expected one of ${encodings}`),
    ],
    ['["!",{"encoding":"json"}]', refused('unsupported encoding: json. Supported encodings: base58, base64')],
    ['["!"]', refused("invalid base58 encoding: InvalidCharacter { character: '!', index: 0 }")],
    // the ledger comes next, then what cannot be asked for together
    [with64('"minContextSlot":6,"sigVerify":true,"replaceRecentBlockhash":true'), tooOld(5)],
    [
      with64('"sigVerify":true,"replaceRecentBlockhash":true,"accounts":{"addresses":[],"encoding":"base58"}'),
      refused('sigVerify may not be used with replaceRecentBlockhash'),
    ],
    // accounts come last
    [with64('"accounts":{"addresses":[],"encoding":"base58"}'), BASE58],
    [with64('"accounts":{"addresses":[],"encoding":"binary"}'), BASE58],
    [with64('"accounts":{"addresses":["1","1","1","1"],"encoding":"base58"}'), BASE58],
    [with64('"accounts":{"addresses":["1","1","1","1"]}'), refused('Too many accounts provided; max 3')],
    [with64('"accounts":{"addresses":["1"]}'), badParam('WrongSize')],
    [with64(`"accounts":{"addresses":["${BOB}","0"]}`), badParam('Invalid')],
  ])('%s', async (params, error) => {
    expect(await sendNode().call('simulateTransaction', params)).toBe(error);
  });

  it('a transaction that breaks the rules, before its signatures are looked at', async () => {
    const unreadable = new TransactionInstruction({ keys: [], programId: ComputeBudgetProgram.programId });
    const bytes = withBadSignature(signed([unreadable]));
    expect(await sendNode().simulate(bytes, '"sigVerify":true')).toBe(
      refused('invalid transaction: Error processing Instruction 0: invalid instruction data'),
    );
  });
});

describe('simulateTransaction of what', () => {
  it('succeeds', async () => {
    const { live, simulate } = sendNode();
    const { version } = live;
    expect(await simulate(PAYMENT)).toBe(answer());
    expect(live.version).toBe(version);
  });

  it('succeeds, of version 1', async () => {
    const node = sendNode({ protocol: protocolFor('4.3', 'mainnet'), apiVersion: '4.1.0' });
    expect(await node.simulate(await kitBytes(1, HASH, 5))).toBe(answer());
  });

  it('is in no block: the balances as they are', async () => {
    const err = '"BlockhashNotFound"';
    expect(await sendNode().simulate(UNKNOWN)).toBe(answer({ ...NOT_RUN, err }));
    expect(await sendNode().simulate(UNKNOWN, '"innerInstructions":true')).toBe(answer({ ...NOT_RUN, err }));
  });

  it('only pays its fee', async () => {
    const bytes = signed([new TransactionInstruction({ keys: [], programId: publicKey('program') })]);
    const shown: Shown = {
      err: '"ProgramAccountNotFound"',
      size: 0,
      logs: [],
      units: 0,
      balances: { pre: [ALICE_LAMPORTS, 0n], post: [ALICE_LAMPORTS - 5000n, 0n] },
    };
    expect(await sendNode({ send: { isStrict: true } }).simulate(bytes, '"innerInstructions":true')).toBe(
      answer(shown),
    );
  });

  it('fails', async () => {
    const logs = [
      `Program ${SYSTEM} invoke [1]`,
      `Transfer: insufficient lamports ${ALICE_LAMPORTS - 5000n}, need 5000000000`,
      `Program ${SYSTEM} failed: custom program error: 0x1`,
    ];
    const shown = {
      err: '{"InstructionError":[0,{"Custom":1}]}',
      inner: '[]',
      logs,
      balances: { pre: BEFORE, post: [ALICE_LAMPORTS - 5000n, 1_000_000n, 1n] },
    };
    expect(await sendNode().simulate(signed([transfer(5e9)]), '"innerInstructions":true')).toBe(answer(shown));
  });

  it('goes beyond its limit of compute units', async () => {
    const budget = `${ComputeBudgetProgram.programId}`;
    const run = (units: number) =>
      sendNode().simulate(signed([ComputeBudgetProgram.setComputeUnitLimit({ units }), transfer(5)]));
    const set = [`Program ${budget} invoke [1]`, `Program ${budget} success`];
    const exceeded = await run(299);
    expect(partOf(exceeded, 'value', 'err')).toBe('{"InstructionError":[1,"ComputationalBudgetExceeded"]}');
    expect(partOf(exceeded, 'value', 'logs')).toBe(
      JSON.stringify([...set, RAN[0], `Program ${SYSTEM} failed: Computational budget exceeded`]),
    );
    expect(partOf(exceeded, 'value', 'unitsConsumed')).toBe('299');
    const within = await run(300);
    expect(partOf(within, 'value', 'logs')).toBe(JSON.stringify([...set, ...RAN]));
    expect(partOf(within, 'value', 'unitsConsumed')).toBe('300');
  });

  it('was processed, at the commitments that have seen it', async () => {
    const { send, simulate } = sendNode({ send: { confirm: 'manual' } });
    await send(PAYMENT);
    const pre = PAID;
    const shown = { ...NOT_RUN, err: '"AlreadyProcessed"', balances: { pre, post: pre } };
    expect(await simulate(PAYMENT, '"commitment":"processed"')).toBe(answer(shown, 8));
    expect(await simulate(PAYMENT, '"commitment":"confirmed"')).toBe(answer({}, 6));
    // no commitment at all
    expect(await simulate(PAYMENT, '"commitment":"bogus"')).toBe(answer());
  });

  it('a rule decides, which is not counted', async () => {
    const { live, rule, simulate } = sendNode();
    await rule({ kind: 'refuse', err: 'ProgramCacheHitMaxLimit' }, { nth: 2 });
    await rule({ kind: 'fail', isLate: false, err: { InstructionError: [0, { Custom: 7 }] }, logs: ['a'], units: 3n });
    const shown = {
      err: '{"InstructionError":[0,{"Custom":7}]}',
      logs: ['a'],
      units: 3,
      balances: { pre: BEFORE, post: [ALICE_LAMPORTS - 5000n, 1_000_000n, 1n] },
    };
    for (let i = 0; i < 3; i++) expect(await simulate(PAYMENT)).toBe(answer(shown));
    expect(live.sends.rules.map(({ matches: fits, hits }) => [fits, hits])).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it.each(['SignatureFailure', 'ProgramCacheHitMaxLimit'] as const)(
    'a rule refuses as %s: no balances',
    async (err) => {
      const { rule, simulate } = sendNode();
      await rule({ kind: 'refuse', err });
      expect(await simulate(PAYMENT)).toBe(answer({ ...NOT_RUN, err: `"${err}"`, balances: null }));
    },
  );

  it('fails late, is dropped or waits: it succeeds', async () => {
    for (const then of [
      { kind: 'fail', isLate: true, err: { InstructionError: [0, { Custom: 7 }] } },
      { kind: 'drop' },
      { kind: 'delay', blocks: 5n },
      { kind: 'stopAt', commitment: 'processed' },
      { kind: 'fork', dropAfter: 1n, landsAgain: false },
      { kind: 'unhealthy', slotsBehind: 5n },
      { kind: 'rpcError', code: -32603, message: 'no' },
    ] as const) {
      const { rule, simulate } = sendNode();
      await rule(then);
      expect(await simulate(PAYMENT)).toBe(answer());
    }
  });

  it('a node that is behind is asked', async () => {
    expect(await sendNode({ cluster: { slotsBehind: 42n } }).simulate(PAYMENT)).toBe(answer());
  });
});

describe('simulateTransaction, signatures', () => {
  const zeros = Uint8Array.from(PAYMENT).fill(0, 1, 65);
  const BAD: Shown = { ...NOT_RUN, err: '"SignatureFailure"', balances: null };

  it('are not looked at unless that is asked for', async () => {
    for (const bytes of [zeros, withBadSignature(PAYMENT)]) {
      expect(await sendNode().simulate(bytes)).toBe(answer());
      expect(await sendNode().simulate(bytes, '"sigVerify":true')).toBe(answer(BAD));
    }
    expect(await sendNode().simulate(PAYMENT, '"sigVerify":true')).toBe(answer());
  });

  it('that are bad: the accounts are not looked at, but counted', async () => {
    const asking = (addresses: string) =>
      sendNode().simulate(zeros, `"sigVerify":true,"innerInstructions":true,"accounts":{"addresses":[${addresses}]}`);
    expect(await asking('"1","0"')).toBe(answer({ ...BAD, accounts: '[null,null]' }));
    expect(await asking('"1","1","1","1"')).toBe(refused('Too many accounts provided; max 3'));
  });
});

describe('simulateTransaction with replaceRecentBlockhash', () => {
  const replacement = (slot: number) =>
    `{"blockhash":"${namedBlockhash(`${slot}`)}","lastValidBlockHeight":${slot + 150}}`;
  const replacing = '"replaceRecentBlockhash":true';

  it('takes the newest one of the commitment', async () => {
    expect(await sendNode().simulate(UNKNOWN, replacing)).toBe(answer({ replacement: replacement(5) }));
    expect(await sendNode().simulate(UNKNOWN, `${replacing},"commitment":"processed"`)).toBe(
      answer({ replacement: replacement(7) }, 7),
    );
  });

  it('shows it also of what fails, and of what was processed under another one', async () => {
    const { send, simulate } = sendNode({ send: { confirm: 'manual' } });
    await send(PAYMENT);
    const { blockhash } = sendNodeTip(await simulate(PAYMENT, `${replacing},"commitment":"processed"`));
    const post = [PAID[0]! - 5005n, PAID[1]! + 5n, 1n];
    expect(await simulate(PAYMENT, `${replacing},"commitment":"processed"`)).toBe(
      answer(
        {
          replacement: `{"blockhash":"${blockhash}","lastValidBlockHeight":158}`,
          balances: { pre: PAID, post },
        },
        8,
      ),
    );
    const absent = { pre: [0n, 1_000_000n, 1n], post: [0n, 1_000_000n, 1n] };
    expect(await sendNode({ accounts: [WALLETS[1]!] }).simulate(UNKNOWN, replacing)).toBe(
      answer({ ...NOT_RUN, err: '"AccountNotFound"', replacement: replacement(5), balances: absent }),
    );
  });

  function sendNodeTip(text: JsonText): { readonly blockhash: string } {
    return JSON.parse(partOf(text, 'value', 'replacementBlockhash')!);
  }

  it.each<[spec: LedgerSpec, what: string]>([
    [{ blocks: [] }, 'its latest blockhash'],
    [{ blocks: [{ slot: 5, blockHeight: null }] }, 'its block height'],
  ])('of a ledger that does not have it', async (spec, what) => {
    expect(await sendNode(spec).simulate(UNKNOWN, replacing)).toBe(
      errorText(-32603, `This ledger does not say ${what}: add a block that does`, '{"reason":"notInLedger"}'),
    );
  });
});

describe('simulateTransaction, accounts', () => {
  const wallet = (lamports: bigint, owner = SYSTEM) =>
    `{"data":["","base64"],"executable":false,"lamports":${lamports},"owner":"${owner}","rentEpoch":18446744073709551615,"space":0}`;
  const show = (addresses: readonly string[]) => `"accounts":{"addresses":${JSON.stringify(addresses)}}`;
  const OTHER = namedAddress('other');
  const hex = (key: string) => Buffer.from(decodeBase58(key)).toString('hex');

  it('are those after it, and of others those of the ledger', async () => {
    const accounts = [...WALLETS, { address: OTHER, lamports: 7n }];
    const shown = `[${wallet(PAID[0]!)},${wallet(PAID[1]!)},${wallet(7n)}]`;
    expect(await sendNode({ accounts }).simulate(PAYMENT, show([ALICE, BOB, OTHER]))).toBe(answer({ accounts: shown }));
    const program = `{"data":["c3lzdGVtX3Byb2dyYW0=","base64"],"executable":true,"lamports":1,"owner":"NativeLoader1111111111111111111111111111111","rentEpoch":18446744073709551615,"space":14}`;
    expect(await sendNode().simulate(PAYMENT, show([SYSTEM, OTHER]))).toBe(answer({ accounts: `[${program},null]` }));
  });

  it('of the transaction are there without lamports too', async () => {
    const all = signed([transfer(Number(ALICE_LAMPORTS - 5000n))]);
    const { simulate } = sendNode();
    expect(partOf(await simulate(all, show([ALICE])), 'value', 'accounts', 0)).toBe(wallet(0n));
    const idle = new TransactionInstruction({
      keys: [{ pubkey: publicKey('other'), isSigner: false, isWritable: false }],
      programId: publicKey('program'),
    });
    expect(partOf(await simulate(signed([idle]), show([OTHER])), 'value', 'accounts', 0)).toBe(wallet(0n));
  });

  it('that may be written and have enough for the rent are marked', async () => {
    const accounts = [
      { ...WALLETS[0]!, rentEpoch: 0n },
      { ...WALLETS[1]!, rentEpoch: 0n },
      { address: OTHER, lamports: 7n, rentEpoch: 0n },
    ];
    const keys = [BOB, OTHER].map((key) => ({ pubkey: new PublicKey(key), isSigner: false, isWritable: true }));
    const touch = new TransactionInstruction({ keys, programId: publicKey('program') });
    const text = await sendNode({ accounts }).simulate(signed([touch]), show([ALICE, BOB, OTHER]));
    const poor = wallet(7n).replace('18446744073709551615', '0');
    expect(partOf(text, 'value', 'accounts')).toBe(`[${wallet(ALICE_LAMPORTS - 5000n)},${wallet(1_000_000n)},${poor}]`);
  });

  it('the one with the instructions is there for this transaction, as the last of them reads it', async () => {
    const sysvar = 'Sysvar1nstructions1111111111111111111111111';
    const reading = new TransactionInstruction({
      keys: [{ pubkey: new PublicKey(sysvar), isSigner: false, isWritable: false }],
      programId: publicKey('program'),
      data: Buffer.of(9, 8),
    });
    const text = await sendNode().simulate(signed([reading, transfer(5)]), show([sysvar]));
    const account = JSON.parse(text).value.accounts[0];
    expect({ ...account, data: Buffer.from(account.data[0], 'base64').toString('hex') }).toEqual({
      data: [
        '0200',
        // where each begins
        '06004d00',
        `010000${hex(sysvar)}${hex(namedAddress('program'))}02000908`,
        `020003${hex(ALICE)}02${hex(BOB)}${hex(SYSTEM)}0c00020000000500000000000000`,
        '0100',
      ].join(''),
      executable: false,
      lamports: 0,
      owner: 'Sysvar1111111111111111111111111111111111111',
      rentEpoch: 0,
      space: 193,
    });
  });

  it('of what fails are null, and not looked at', async () => {
    const { simulate } = sendNode();
    expect(partOf(await simulate(UNKNOWN, show([ALICE, '0'])), 'value', 'accounts')).toBe('[null,null]');
    expect(partOf(await simulate(signed([transfer(5e9)]), show([ALICE, '0'])), 'value', 'accounts')).toBe(
      '[null,null]',
    );
    expect(partOf(await simulate(PAYMENT, show([])), 'value', 'accounts')).toBe('[]');
  });

  it('are those of the commitment', async () => {
    const { node, simulate } = sendNode();
    const state = { lamports: 500_000_000, owner: SYSTEM, data: ['', 'base64'], executable: false, rentEpoch: 0 };
    await node.setAccount(ALICE, state, { from: 'processed' });
    const at = async (commitment: string) => {
      const text = await simulate(PAYMENT, `"commitment":"${commitment}",${show([ALICE])}`);
      return partOf(text, 'value', 'accounts', 0, 'lamports');
    };
    expect([await at('processed'), await at('confirmed'), await at('finalized')]).toEqual([
      `${500_000_000n - 5005n}`,
      `${PAID[0]}`,
      `${PAID[0]}`,
    ]);
  });

  it('are also base64+zstd', async () => {
    const text = await sendNode().simulate(PAYMENT, `"accounts":{"addresses":["${ALICE}"],"encoding":"base64+zstd"}`);
    expect(partOf(text, 'value', 'accounts', 0, 'data', 1)).toBe('"base64+zstd"');
  });
});

describe('simulateTransaction, what programs return and rules add', () => {
  it('return data', async () => {
    const accounts = [...WALLETS, MINT];
    const call = new TransactionInstruction({
      keys: [{ pubkey: publicKey('mint'), isSigner: false, isWritable: false }],
      programId: TOKEN_KEY,
      data: Buffer.of(21),
    });
    const text = await sendNode({ accounts }).simulate(signed([call]));
    expect(partOf(text, 'value', 'returnData')).toBe(
      `{"data":["pQAAAAAAAAA=","base64"],"programId":"${TOKEN_PROGRAM}"}`,
    );
    expect(partOf(text, 'value', 'logs')).toContain(`"Program return: ${TOKEN_PROGRAM} pQAAAAAAAAA="`);
  });

  it('of a rule: accounts, logs, units, return data, inner instructions', async () => {
    const { rule, simulate } = sendNode();
    const program = namedAddress('program');
    await rule({
      kind: 'succeed',
      additions: {
        logs: ['Program log: hello'],
        units: 777n,
        returnData: { programId: program, data: Buffer.of(1) },
        inner: [{ index: 0, instructions: [{ program, accounts: [], data: Buffer.of(5, 6) }] }],
      },
    });
    const calling = new TransactionInstruction({
      keys: [{ pubkey: publicKey('program'), isSigner: false, isWritable: false }],
      programId: publicKey('caller'),
    });
    const text = await simulate(signed([calling]), '"innerInstructions":true');
    expect(partOf(text, 'value', 'err')).toBe('null');
    expect(partOf(text, 'value', 'logs')).toBe('["Program log: hello"]');
    expect(partOf(text, 'value', 'unitsConsumed')).toBe('777');
    expect(partOf(text, 'value', 'returnData')).toBe(`{"data":["AQ==","base64"],"programId":"${program}"}`);
    expect(partOf(text, 'value', 'innerInstructions')).toBe(
      `[{"index":0,"instructions":[{"accounts":[],"data":"PB","programId":"${program}","stackHeight":2}]}]`,
    );
  });
});

describe('simulateTransaction of the creation of a token account', () => {
  const ASSOCIATED = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
  const owner = publicKey('bob');
  const mint = publicKey('mint');
  const [created] = PublicKey.findProgramAddressSync(
    [owner, TOKEN_KEY, mint].map((key) => key.toBytes()),
    ASSOCIATED,
  );
  const other = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false });
  const create = new TransactionInstruction({
    keys: [
      { pubkey: new PublicKey(ALICE), isSigner: true, isWritable: true },
      { pubkey: created, isSigner: false, isWritable: true },
      ...[owner, mint, new PublicKey(SYSTEM), TOKEN_KEY].map(other),
    ],
    programId: ASSOCIATED,
  });
  const simulated = (...accounts: readonly AccountSpec[]) =>
    sendNode({ accounts: [...WALLETS, MINT, ...accounts] }).simulate(
      signed([create]),
      `"innerInstructions":true,"accounts":{"addresses":["${created}"],"encoding":"jsonParsed"}`,
    );

  it('parses what it calls', async () => {
    const text = await simulated();
    expect(partOf(text, 'value', 'err')).toBe('null');
    const { value } = JSON.parse(text);
    const [group] = value.innerInstructions;
    expect(value.innerInstructions).toHaveLength(1);
    expect(group.index).toBe(0);
    expect(group.instructions.map(({ parsed, program, stackHeight }: never) => [program, parsed, stackHeight])).toEqual(
      [
        ['spl-token', { type: 'getAccountDataSize', info: { mint: `${mint}`, extensionTypes: ['immutableOwner'] } }, 2],
        [
          'system',
          {
            type: 'createAccount',
            info: { lamports: 2_039_280, newAccount: `${created}`, owner: TOKEN_PROGRAM, source: ALICE, space: 165 },
          },
          2,
        ],
        ['spl-token', { type: 'initializeImmutableOwner', info: { account: `${created}` } }, 2],
        ['spl-token', { type: 'initializeAccount3', info: { account: `${created}`, mint: `${mint}`, owner: BOB } }, 2],
      ],
    );
  });

  it('fails where it makes more than 64 calls, and does not show the one too many', async () => {
    const creations = Array.from({ length: 13 }, (_, i) => {
      const wallet = publicKey(`wallet ${i}`);
      const [account] = PublicKey.findProgramAddressSync(
        [wallet, TOKEN_KEY, mint].map((key) => key.toBytes()),
        ASSOCIATED,
      );
      const keys = [create.keys[0]!, { ...create.keys[1]!, pubkey: account }, other(wallet), ...create.keys.slice(3)];
      return new TransactionInstruction({ keys, programId: ASSOCIATED });
    });
    const simulate = (count: number) =>
      sendNode({ accounts: [...WALLETS, MINT] }).simulate(
        signed(creations.slice(0, count)),
        '"innerInstructions":true',
      );
    expect(partOf(await simulate(12), 'value', 'err')).toBe('null');
    const text = await simulate(13);
    expect(partOf(text, 'value', 'err')).toBe('{"InstructionError":[12,"MaxInstructionTraceLengthExceeded"]}');
    const groups = JSON.parse(text).value.innerInstructions as { readonly instructions: readonly unknown[] }[];
    expect(groups.map(({ instructions }) => instructions.length)).toEqual([...new Array(12).fill(4), 3]);
  });

  it('pays the rent that the ledger asks for', async () => {
    const data = new ByteWriter().u64(1000n).u64(0x3ff0000000000000n).u8(50).bytes();
    const rent = { address: address('SysvarRent111111111111111111111111111111111'), data };
    expect(partOf(await simulated(rent), 'value', 'accounts', 0, 'lamports')).toBe('293000');
  });

  it('shows its balance, and the account as it is then', async () => {
    const text = await simulated();
    expect(partOf(text, 'value', 'preTokenBalances')).toBe('[]');
    expect(partOf(text, 'value', 'postTokenBalances')).toBe(
      `[{"accountIndex":1,"mint":"${mint}","owner":"${BOB}","programId":"${TOKEN_PROGRAM}","uiTokenAmount":{"amount":"0","decimals":3,"uiAmount":0.0,"uiAmountString":"0"}}]`,
    );
    expect(partOf(text, 'value', 'accounts')).toBe(
      `[{"data":{"parsed":{"info":{"isNative":false,"mint":"${mint}","owner":"${BOB}","state":"initialized","tokenAmount":{"amount":"0","decimals":3,"uiAmount":0.0,"uiAmountString":"0"}},"type":"account"},"program":"spl-token","space":165},"executable":false,"lamports":2039280,"owner":"${TOKEN_PROGRAM}","rentEpoch":18446744073709551615,"space":165}]`,
    );
  });
});
