import { AddressLookupTableAccount, ComputeBudgetProgram, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import type { JsonText } from '../../../src/codec/jsonText.ts';
import type { SendOutcome } from '../../../src/runtime/sendRule.ts';
import type { TransactionError } from '../../../src/solana/meta.ts';
import { badParams, errorText, tooOld } from '../../support/answers.ts';
import { countCases, type ParamCase } from '../../support/paramCases.ts';
import {
  ALICE_LAMPORTS,
  BAD_SIGNATURE,
  base64,
  HASH,
  NO_BLOCKHASH,
  PROCESSED_ALREADY,
  preflightText,
  sendNode,
  signed,
  WALLETS,
  withBadSignature,
} from '../../support/sends.ts';
import { keypair, kitBytes, legacyBytes, publicKey, transfer, v0Bytes } from '../../support/sentTransactions.ts';
import type { LedgerSpec } from '../../support/testNode.ts';
import { protocolFor } from '../../support/testNode.ts';
import { namedBlockhash } from '../../support/transactions.ts';

const TYPE = 'solana_transaction::versioned::VersionedTransaction';
const SYSTEM = '11111111111111111111111111111111';
const PAYMENT = signed([transfer(5)]);
const UNKNOWN = legacyBytes(namedBlockhash('unknown'), [transfer(5)]);
/** A request to the compute budget that cannot be read. */
const BROKEN = signed([new TransactionInstruction({ keys: [], programId: ComputeBudgetProgram.programId })]);
const refused = (message: string): JsonText => errorText(-32602, message);
const signatureText = (bytes: Uint8Array): JsonText => `"${encodeBase58(bytes.subarray(1, 65))}"`;
const UNHEALTHY: LedgerSpec = { cluster: { slotsBehind: 42n } };
const BEHIND = errorText(-32005, 'Node is behind by 42 slots', '{"numSlotsBehind":42}');

describe('sendTransaction refuses parameters', () => {
  const text = `"${base64(PAYMENT)}"`;
  const words = 'expected one of `processed`, `confirmed`, `finalized`';
  const cut = base64(PAYMENT.subarray(0, 10));

  it.each<ParamCase>([
    ...countCases(1, 2, text),
    ['[null]', badParams('invalid type: null, expected a string')],
    ['[5]', badParams('invalid type: integer `5`, expected a string')],
    [`[${text},"base64"]`, badParams('invalid type: string "base64", expected struct RpcSendTransactionConfig')],
    [
      `[${text},{"encoding":"x"}]`,
      badParams('unknown variant `x`, expected one of `binary`, `base64`, `base58`, `json`, `jsonParsed`'),
    ],
    [`[${text},{"maxRetries":-1}]`, badParams('invalid value: integer `-1`, expected usize')],
    [`[${text},{"minContextSlot":"5"}]`, badParams('invalid type: string "5", expected u64')],
    [`[${text},{"preflightCommitment":"recent"}]`, badParams(`unknown variant \`recent\`, ${words}`)],
    [`[${text},{"skipPreflight":null}]`, badParams('invalid type: null, expected a boolean')],
    ['["",{"encoding":"json"}]', refused('unsupported encoding: json. Supported encodings: base58, base64')],
    [
      '["",{"encoding":"jsonParsed"}]',
      refused('unsupported encoding: jsonParsed. Supported encodings: base58, base64'),
    ],
    [`["${'1'.repeat(1684)}"]`, refused(`base58 encoded ${TYPE} too large: 1684 bytes (max: encoded/raw 1683/1232)`)],
    ['["!"]', refused("invalid base58 encoding: InvalidCharacter { character: '!', index: 0 }")],
    ['["!!!!",{"encoding":"base64"}]', refused('invalid base64 encoding: InvalidByte(0, 33)')],
    [`["${'1'.repeat(1233)}"]`, refused(`decoded ${TYPE} too large: 1233 bytes (max: 1232 bytes)`)],
    [`["${cut}",{"encoding":"base64"}]`, refused(`failed to deserialize ${TYPE}: Attempting to read 64 bytes`)],
    // all is decoded before the encoding is looked at, and the encoding before the text
    ['["!",{"encoding":"json","skipPreflight":null}]', badParams('invalid type: null, expected a boolean')],
    ['["!",{"encoding":"json"}]', refused('unsupported encoding: json. Supported encodings: base58, base64')],
    // the bytes come before the ledger
    [
      `["${cut}",{"encoding":"base64","minContextSlot":99}]`,
      refused(`failed to deserialize ${TYPE}: Attempting to read 64 bytes`),
    ],
  ])('%s', async (params, error) => {
    expect(await sendNode().call('sendTransaction', params)).toBe(error);
  });
});

describe('sendTransaction answers with the first signature', () => {
  it.each([
    ['legacy', PAYMENT],
    ['v0', v0Bytes(HASH, [transfer(5)])],
  ])('of a %s transaction in every encoding', async (_version, bytes) => {
    for (const [text, encoding] of [
      [base64(bytes), 'base64'],
      [encodeBase58(bytes), 'base58'],
      [encodeBase58(bytes), 'binary'],
    ])
      expect(await sendNode().call('sendTransaction', `["${text}",{"encoding":"${encoding}"}]`)).toBe(
        signatureText(bytes),
      );
    expect(await sendNode().call('sendTransaction', `["${encodeBase58(bytes)}"]`)).toBe(signatureText(bytes));
  });

  it('of version 1, whose signatures stand behind the message', async () => {
    const bytes = await kitBytes(1, HASH, 5);
    expect(await sendNode({ protocol: protocolFor('4.3', 'mainnet'), apiVersion: '4.1.0' }).send(bytes)).toBe(
      `"${encodeBase58(bytes.subarray(-64))}"`,
    );
  });

  it('of all that keeps the rules, where the preflight is skipped', async () => {
    const poor = legacyBytes(HASH, [transfer(5, keypair('carol').publicKey)], { signers: ['carol'] });
    const zeros = Uint8Array.of(...PAYMENT).fill(0, 1, 65);
    for (const bytes of [PAYMENT, withBadSignature(PAYMENT), UNKNOWN, poor, zeros, signed([transfer(2e9)])])
      expect(await sendNode(UNHEALTHY).send(bytes, '"skipPreflight":true')).toBe(signatureText(bytes));
    expect(signatureText(zeros)).toBe(`"${'1'.repeat(64)}"`);
  });
});

describe('sendTransaction looks at', () => {
  it('minContextSlot at the commitment of the preflight, or at processed without one', async () => {
    const at = (config: string) => sendNode().send(PAYMENT, config);
    expect(await at('"minContextSlot":6')).toBe(tooOld(5));
    expect(await at('"minContextSlot":5')).toBe(signatureText(PAYMENT));
    expect(await at('"minContextSlot":7,"preflightCommitment":"confirmed"')).toBe(tooOld(6));
    expect(await at('"minContextSlot":6,"preflightCommitment":"confirmed"')).toBe(signatureText(PAYMENT));
    expect(await at('"minContextSlot":8,"skipPreflight":true')).toBe(tooOld(7));
    expect(await at('"minContextSlot":7,"skipPreflight":true,"preflightCommitment":"finalized"')).toBe(
      signatureText(PAYMENT),
    );
  });

  it('minContextSlot before the rules for transactions, and at these without a preflight too', async () => {
    const message = 'invalid transaction: Error processing Instruction 0: invalid instruction data';
    expect(await sendNode().send(BROKEN, '"minContextSlot":6')).toBe(tooOld(5));
    expect(await sendNode().send(BROKEN)).toBe(refused(message));
    expect(await sendNode(UNHEALTHY).send(withBadSignature(BROKEN), '"skipPreflight":true')).toBe(refused(message));
  });

  it('signatures before health and blockhashes, and health before blockhashes', async () => {
    expect(await sendNode(UNHEALTHY).send(withBadSignature(UNKNOWN))).toBe(BAD_SIGNATURE);
    expect(await sendNode().send(withBadSignature(UNKNOWN))).toBe(BAD_SIGNATURE);
    expect(await sendNode(UNHEALTHY).send(UNKNOWN)).toBe(BEHIND);
    expect(await sendNode().send(UNKNOWN)).toBe(NO_BLOCKHASH);
  });

  it('every signature', async () => {
    const cosigned = new TransactionInstruction({
      keys: [{ pubkey: keypair('carol').publicKey, isSigner: true, isWritable: false }],
      programId: publicKey('program'),
    });
    const bytes = signed([cosigned], { signers: ['alice', 'carol'] });
    expect(await sendNode().send(bytes)).toBe(signatureText(bytes));
    expect(await sendNode().send(bytes.with(70, bytes[70]! ^ 1))).toBe(BAD_SIGNATURE);
  });

  it.each([
    ['5', 'finalized', true],
    ['5', 'processed', true],
    ['6', 'finalized', false],
    ['6', 'confirmed', true],
    ['7', 'confirmed', false],
    ['7', 'processed', true],
  ])('the blockhash of block %s at %s: %s', async (name, commitment, isKnown) => {
    const bytes = legacyBytes(namedBlockhash(name), [transfer(5)]);
    const answer = isKnown ? signatureText(bytes) : NO_BLOCKHASH;
    expect(await sendNode().send(bytes, `"preflightCommitment":"${commitment}"`)).toBe(answer);
    if (commitment === 'finalized') expect(await sendNode().send(bytes)).toBe(answer);
  });

  it('lookup tables at the commitment of the preflight', async () => {
    const state = { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0 };
    const table = new AddressLookupTableAccount({
      key: publicKey('table'),
      state: { ...state, addresses: [publicKey('bob')] },
    });
    const message = "invalid transaction: Transaction loads an address table account that doesn't exist";
    const bytes = v0Bytes(HASH, [transfer(5)], { tables: [table] });
    expect(await sendNode().send(bytes)).toBe(refused(message));
    expect(await sendNode().send(bytes, '"skipPreflight":true')).toBe(refused(message));
  });

  it('health: also of a node that does not know how far it is behind, by a rule', async () => {
    const { rule, send } = sendNode();
    await rule({ kind: 'unhealthy', slotsBehind: null });
    expect(await send(withBadSignature(PAYMENT))).toBe(BAD_SIGNATURE);
    expect(await send(PAYMENT)).toBe(errorText(-32005, 'Node is unhealthy', '{"numSlotsBehind":null}'));
  });
});

describe('sendTransaction, a preflight that fails', () => {
  const poor = { accounts: [{ ...WALLETS[0]!, lamports: 4999n }] };

  it('for what is in no block has nothing but err', async () => {
    expect(await sendNode(poor).send(PAYMENT)).toBe(
      preflightText('Insufficient funds for fee', '"InsufficientFundsForFee"'),
    );
    expect(await sendNode({ accounts: [] }).send(PAYMENT)).toBe(
      preflightText('Attempt to debit an account but found no record of a prior credit.', '"AccountNotFound"'),
    );
  });

  it('for what only pays its fee has the fee', async () => {
    const bytes = signed([new TransactionInstruction({ keys: [], programId: publicKey('program') })]);
    expect(await sendNode({ send: { isStrict: true } }).send(bytes)).toBe(
      preflightText('Attempt to load a program that does not exist', '"ProgramAccountNotFound"', { fee: 5000 }),
    );
    const wallet = { address: WALLETS[1]!.address, lamports: 1n };
    const called = signed([new TransactionInstruction({ keys: [], programId: publicKey('bob') })]);
    expect(await sendNode({ accounts: [WALLETS[0]!, wallet] }).send(called)).toBe(
      preflightText('This program may not be used for executing instructions', '"InvalidProgramForExecution"', {
        fee: 5000,
      }),
    );
  });

  it('for what is executed has fee, logs, size and units', async () => {
    const bytes = signed([transfer(5_000_000_000)]);
    const logs = [
      `Program ${SYSTEM} invoke [1]`,
      `Transfer: insufficient lamports ${ALICE_LAMPORTS - 5000n}, need 5000000000`,
      `Program ${SYSTEM} failed: custom program error: 0x1`,
    ];
    expect(await sendNode().send(bytes)).toBe(
      preflightText(
        'Error processing Instruction 0: custom program error: 0x1',
        '{"InstructionError":[0,{"Custom":1}]}',
        { fee: 5000, logs, size: 206, units: 150 },
      ),
    );
  });

  it('for an account that is left with too little has logs of success', async () => {
    const bytes = signed([transfer(5)]);
    const accounts = [WALLETS[0]!];
    expect(await sendNode({ accounts }).send(bytes)).toBe(
      preflightText(
        'Transaction results in an account (1) with insufficient funds for rent',
        '{"InsufficientFundsForRent":{"account_index":1}}',
        { fee: 5000, logs: [`Program ${SYSTEM} invoke [1]`, `Program ${SYSTEM} success`], size: 142, units: 150 },
      ),
    );
  });

  it('leaves the ledger as it was', async () => {
    const { live, send } = sendNode();
    const { version } = live;
    await send(UNKNOWN);
    await send(signed([transfer(5_000_000_000)]));
    expect(live.version).toBe(version);
  });
});

describe('sendTransaction, the same again', () => {
  it('is refused as soon as the commitment of the preflight has seen it, and taken without a preflight', async () => {
    const { send } = sendNode({ send: { confirm: 'manual' } });
    expect(await send(PAYMENT)).toBe(signatureText(PAYMENT));
    expect(await send(PAYMENT)).toBe(signatureText(PAYMENT));
    expect(await send(PAYMENT, '"preflightCommitment":"processed"')).toBe(PROCESSED_ALREADY);
    expect(await send(PAYMENT, '"skipPreflight":true')).toBe(signatureText(PAYMENT));
  });

  it('is final at once by default', async () => {
    const { send } = sendNode();
    await send(PAYMENT);
    expect(await send(PAYMENT)).toBe(PROCESSED_ALREADY);
  });

  it('is too old before it is looked for', async () => {
    const { node, send } = sendNode();
    await send(PAYMENT);
    await node.advance(145);
    expect(await send(PAYMENT)).toBe(NO_BLOCKHASH);
  });
});

describe('sendTransaction, rules', () => {
  const err: TransactionError = { InstructionError: [0, { Custom: 6001 }] };
  const failed = preflightText(
    'Error processing Instruction 0: custom program error: 0x1771',
    '{"InstructionError":[0,{"Custom":6001}]}',
    { fee: 5000, logs: ['Program log: no'], size: 206, units: 7 },
  );
  const fail = { kind: 'fail', isLate: false, err, logs: ['Program log: no'], units: 7n } as const;
  const SIGNATURE = signatureText(PAYMENT);
  const given = errorText(-32016, 'later', '{"contextSlot":1}');

  it.each<[what: string, then: SendOutcome, withPreflight: JsonText, without: JsonText]>([
    ['succeed', { kind: 'succeed' }, SIGNATURE, SIGNATURE],
    ['fail', fail, failed, SIGNATURE],
    ['fail late', { ...fail, isLate: true }, SIGNATURE, SIGNATURE],
    [
      'refuse',
      { kind: 'refuse', err: 'ProgramCacheHitMaxLimit' },
      preflightText('Program cache hit max limit', '"ProgramCacheHitMaxLimit"'),
      SIGNATURE,
    ],
    [
      'feesOnly',
      { kind: 'feesOnly', err: 'ProgramAccountNotFound' },
      preflightText('Attempt to load a program that does not exist', '"ProgramAccountNotFound"', { fee: 5000 }),
      SIGNATURE,
    ],
    ['drop', { kind: 'drop' }, SIGNATURE, SIGNATURE],
    ['delay', { kind: 'delay', blocks: 2n }, SIGNATURE, SIGNATURE],
    ['stopAt', { kind: 'stopAt', commitment: 'processed' }, SIGNATURE, SIGNATURE],
    ['fork', { kind: 'fork', dropAfter: 1n, landsAgain: false }, SIGNATURE, SIGNATURE],
    ['rpcError', { kind: 'rpcError', code: -32016, message: 'later', data: { contextSlot: 1 } }, given, given],
    [
      'rpcError without data',
      { kind: 'rpcError', code: -32603, message: 'no' },
      errorText(-32603, 'no'),
      errorText(-32603, 'no'),
    ],
    ['unhealthy', { kind: 'unhealthy', slotsBehind: 42n }, BEHIND, SIGNATURE],
  ])('%s', async (_what, then, withPreflight, without) => {
    for (const [config, answer] of [
      ['', withPreflight],
      ['"skipPreflight":true', without],
    ] as const) {
      const { rule, send } = sendNode();
      await rule(then);
      expect(await send(PAYMENT, config)).toBe(answer);
    }
  });

  it('come behind the checks of the node', async () => {
    const { rule, send } = sendNode();
    await rule({ kind: 'refuse', err: 'ProgramCacheHitMaxLimit' });
    expect(await send(withBadSignature(PAYMENT))).toBe(BAD_SIGNATURE);
    expect(await send(UNKNOWN)).toBe(NO_BLOCKHASH);
  });

  it('do not count what is no transaction', async () => {
    const { live, rule, send } = sendNode();
    await rule(fail, { nth: 2 });
    await send(BROKEN);
    expect(live.sends.rules[0]).toMatchObject({ matches: 0, hits: 0 });
    await send(UNKNOWN);
    expect(live.sends.rules[0]).toMatchObject({ matches: 1, hits: 0 });
    expect(await send(PAYMENT)).toBe(failed);
    expect(live.sends.rules[0]).toMatchObject({ matches: 2, hits: 1 });
  });
});

describe('stillnode_sent has as the outcome of a send', () => {
  const FAIL: SendOutcome = { kind: 'fail', isLate: false, err: { InstructionError: [0, { Custom: 6001 }] } };
  const GIVEN: SendOutcome = { kind: 'rpcError', code: -32016, message: 'later' };

  it.each<[what: string, then: SendOutcome | undefined, bytes: Uint8Array, config: string, outcome: object | string]>([
    ['success without a rule', undefined, PAYMENT, '', 'succeed'],
    ['the outcome of its rule where it was accepted', FAIL, PAYMENT, '"skipPreflight":true', 'fail'],
    ['the refusal of the preflight', undefined, UNKNOWN, '', { refused: { code: -32002, err: 'BlockhashNotFound' } }],
    [
      'the refusal of its signature',
      undefined,
      withBadSignature(PAYMENT),
      '',
      { refused: { code: -32002, err: 'SignatureFailure' } },
    ],
    [
      'the refusal that its rule brings',
      FAIL,
      PAYMENT,
      '',
      { refused: { code: -32002, err: { InstructionError: [0, { Custom: 6001 }] } } },
    ],
    [
      'the refusal that comes before its rule',
      FAIL,
      UNKNOWN,
      '',
      { refused: { code: -32002, err: 'BlockhashNotFound' } },
    ],
    ['an error that is no failed preflight', GIVEN, PAYMENT, '', { refused: { code: -32016 } }],
  ])('%s', async (_what, then, bytes, config, outcome) => {
    const { node, rule, send } = sendNode();
    if (then !== undefined) await rule(then);
    await send(bytes, config);
    const sent = await node.sent();
    expect(sent.map((one) => one.outcome)).toEqual([outcome]);
    expect(sent[0]!.rule).toBe(then === undefined ? null : 'rule-1');
  });

  it('the refusal of a node that is behind', async () => {
    const { node, send } = sendNode(UNHEALTHY);
    await send(PAYMENT);
    expect((await node.sent()).map(({ outcome }) => outcome)).toEqual([{ refused: { code: -32005 } }]);
  });
});
