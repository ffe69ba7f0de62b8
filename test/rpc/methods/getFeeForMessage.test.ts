import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  Ed25519Program,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import type { Address } from '../../../src/solana/address.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../../src/solana/lookupTable.ts';
import { BOTH_DIALECTS, badParams, contextText, errorText, tooOld } from '../../support/answers.ts';
import { contextConfigCases, countCases, type ParamCase } from '../../support/paramCases.ts';
import {
  type AccountSpec,
  type BlockSpec,
  callText,
  type LedgerSpec,
  THREE_TIPS,
  testNode,
} from '../../support/testNode.ts';
import { namedAddress, namedBlockhash } from '../../support/transactions.ts';

const key = (name: string) => new PublicKey(namedAddress(name));
const PAYER = key('payer');
const TRANSFER = SystemProgram.transfer({ fromPubkey: PAYER, toPubkey: key('recipient'), lamports: 1 });
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

function message(instructions: TransactionInstruction[], recentBlockhash: string = namedBlockhash('5')) {
  return new TransactionMessage({ payerKey: PAYER, recentBlockhash, instructions });
}
const legacy = (...instructions: TransactionInstruction[]) =>
  text(message(instructions).compileToLegacyMessage().serialize());
const v0 = (...instructions: TransactionInstruction[]) => text(message(instructions).compileToV0Message().serialize());
const GOOD = legacy(TRANSFER);

const NODE = testNode({ ...THREE_TIPS });
const TYPE = 'solana_message::versions::VersionedMessage';
const refused = (reason: string) => errorText(-32602, reason);
const undecodable = (reason: string) => refused(`failed to deserialize ${TYPE}: ${reason}`);
const invalid = (reason: string) => refused(`invalid transaction message: ${reason}`);
const answer = (slot: number, fee: number | bigint | null) => contextText(`${fee}`, slot);

const askOver = (ledger: LedgerSpec, data: string, commitment = 'processed') =>
  callText(testNode(ledger), 'getFeeForMessage', `["${data}",{"commitment":"${commitment}"}]`);

describe.each(BOTH_DIALECTS)('getFeeForMessage params (%s)', (dialect) => {
  const ask = (params: string) => callText(NODE, 'getFeeForMessage', params, dialect);

  it.each<ParamCase>([
    ...countCases(1, 2, `"${GOOD}"`),
    ...contextConfigCases(`"${GOOD}",`),
    ['[null]', badParams('invalid type: null, expected a string')],
    ['[5]', badParams('invalid type: integer `5`, expected a string')],
    ['["someInvalidMessage"]', refused('invalid base64 encoding: InvalidPadding')],
    ['["a*aa"]', refused('invalid base64 encoding: InvalidByte(1, 42)')],
    ['["aaaaa"]', refused('invalid base64 encoding: InvalidLength(5)')],
    ['["aab="]', refused('invalid base64 encoding: InvalidLastSymbol(2, 98)')],
    ['[""]', undecodable('Attempting to read 1 bytes')],
    ['["AQ=="]', undecodable('Attempting to read 2 bytes')],
    ['["gg=="]', undecodable('Invalid tag encoding: 2')],
    [`["${'A'.repeat(1645)}"]`, refused(`base64 encoded ${TYPE} too large: 1645 bytes (max: encoded/raw 1644/1232)`)],
    [`["${'é'.repeat(823)}"]`, refused(`base64 encoded ${TYPE} too large: 1646 bytes (max: encoded/raw 1644/1232)`)],
    [`["${'A'.repeat(1644)}"]`, refused(`decoded ${TYPE} too large: 1233 bytes (max: 1232 bytes)`)],
    // the configuration is decoded first; then come the message, the tip, the rules
    ['["*",{"minContextSlot":-1}]', badParams('invalid value: integer `-1`, expected u64')],
    ['["gg==",{"minContextSlot":99}]', undecodable('Invalid tag encoding: 2')],
    [`["${text(new Uint8Array(99))}",{"minContextSlot":6}]`, tooOld(5)],
    [`["${text(new Uint8Array(99))}"]`, invalid('index out of bounds')],
    [`["${text(Uint8Array.of(0x80, ...new Uint8Array(99)))}"]`, invalid('invalid value')],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([`["${GOOD}"]`, `["${GOOD}",null]`, `["${GOOD}",{"commitment":"bogus","minContextSlot":5}]`])(
    '%s asks for finalized',
    async (params) => {
      expect(await ask(params)).toBe(answer(5, 5000));
    },
  );

  it('1232 bytes are a message still', async () => {
    const bytes = Uint8Array.of(...Buffer.from(GOOD, 'base64'), ...new Uint8Array(1232)).subarray(0, 1232);
    expect(text(bytes)).toHaveLength(1644);
    expect(await ask(`["${text(bytes)}"]`)).toBe(answer(5, 5000));
  });
});

describe('getFeeForMessage fees', () => {
  const program = (name: string, ...data: number[]) =>
    new TransactionInstruction({ keys: [], programId: new PublicKey(name), data: Buffer.from(data) });
  const signer = (name: string) =>
    new TransactionInstruction({
      keys: [{ pubkey: key(name), isSigner: true, isWritable: false }],
      programId: key('program'),
    });
  const ed25519 = Ed25519Program.createInstructionWithPublicKey({
    publicKey: PAYER.toBytes(),
    message: Buffer.from('m'),
    signature: new Uint8Array(64),
  });
  const SECP256K1 = 'KeccakSecp256k11111111111111111111111111111';
  const SECP256R1 = 'Secp256r1SigVerify1111111111111111111111111';
  const unitPrice = (microLamports: bigint) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
  const unitLimit = (units: number) => ComputeBudgetProgram.setComputeUnitLimit({ units });

  it.each<[what: string, instructions: TransactionInstruction[], fee: number | bigint]>([
    ['a transfer', [TRANSFER], 5000],
    ['nothing', [], 5000],
    ['three signers', [signer('a'), signer('b')], 15000],
    ['a verified signature', [ed25519], 10000],
    ['signatures of all kinds', [ed25519, program(SECP256K1, 3), program(SECP256R1, 255, 9)], 5000 * (1 + 1 + 3 + 255)],
    ['a verifier without data', [program(SECP256R1)], 5000],
    ['a limit without a price', [unitLimit(1_400_000), TRANSFER], 5000],
    ['a price and the default limit', [unitPrice(1_000_000n), TRANSFER], 5000 + 6000],
    ['a price and a limit, rounded up', [unitPrice(3n), unitLimit(400_000), TRANSFER], 5000 + 2],
    ['the greatest price', [unitPrice(18446744073709551615n), unitLimit(1_400_000)], 18446744073709551615n],
    ['budgets that contradict', [unitPrice(1_000_000n), unitLimit(5), unitLimit(6)], 5000],
  ])('%s', async (_what, instructions, fee) => {
    const ledger = { blocks: [{ slot: 5 }] };
    expect(await askOver(ledger, legacy(...instructions))).toBe(answer(5, fee));
    expect(await askOver(ledger, v0(...instructions))).toBe(answer(5, fee));
  });

  it('version 1: its own priority fee does not count', async () => {
    const writer = new ByteWriter();
    writer
      .u8(0x81)
      .u8(2)
      .u8(0)
      .u8(1)
      .u32(0b111)
      .append(decodeBase58(namedBlockhash('5')))
      .u8(0)
      .u8(3);
    for (const name of ['payer', 'other', 'program']) writer.append(decodeBase58(namedAddress(name)));
    writer.u64(1_000_000n).u32(200_000);
    expect(await askOver({ blocks: [{ slot: 5 }] }, text(writer.bytes()))).toBe(answer(5, 10000));
  });
});

describe('getFeeForMessage blockhashes', () => {
  const at = (hash: string) => text(message([TRANSFER], hash).compileToLegacyMessage().serialize());
  const numbered = (count: number) => Array.from({ length: count }, (_, slot) => ({ slot }));

  it('are known for 300 blocks, valid or not', async () => {
    const ledger = { blocks: numbered(302) };
    expect(await askOver(ledger, at(namedBlockhash('301')))).toBe(answer(301, 5000));
    expect(await askOver(ledger, at(namedBlockhash('1')))).toBe(answer(301, 5000));
    expect(await askOver(ledger, at(namedBlockhash('0')))).toBe(answer(301, null));
  });

  it('of newer blocks than the commitment has are not known yet', async () => {
    const ledger = { blocks: numbered(9), finalized: 5, confirmed: 6, processed: 7 };
    expect(await askOver(ledger, at(namedBlockhash('6')), 'finalized')).toBe(answer(5, null));
    expect(await askOver(ledger, at(namedBlockhash('6')), 'confirmed')).toBe(answer(6, 5000));
    expect(await askOver(ledger, at(namedBlockhash('8')), 'processed')).toBe(answer(7, null));
  });

  it('an empty ledger knows none', async () => {
    expect(await askOver({}, GOOD)).toBe(answer(0, null));
  });
});

describe('getFeeForMessage durable nonces', () => {
  const NONCE = namedBlockhash('nonce');
  const BLOCKS: readonly BlockSpec[] = [{ slot: 5 }];
  const advance = SystemProgram.nonceAdvance({ noncePubkey: key('nonce account'), authorizedPubkey: PAYER });
  const at = (...instructions: TransactionInstruction[]) =>
    text(message(instructions, NONCE).compileToLegacyMessage().serialize());

  function nonceAccount(version = 1, state = 1, nonce: string = NONCE): AccountSpec {
    const data = new ByteWriter();
    data
      .u32(version)
      .u32(state)
      .append(decodeBase58(namedAddress('payer')))
      .append(decodeBase58(nonce))
      .u64(5000n);
    return { address: namedAddress('nonce account'), data: data.bytes() };
  }
  const feeWith = (account: AccountSpec, data = at(advance, TRANSFER)) =>
    askOver({ blocks: BLOCKS, accounts: [account] }, data);

  it('count as long as the account holds them', async () => {
    expect(await feeWith(nonceAccount())).toBe(answer(5, 5000));
    expect(await feeWith(nonceAccount(), at(advance))).toBe(answer(5, 5000));
  });

  it.each<[what: string, account: AccountSpec]>([
    ['another nonce', nonceAccount(1, 1, namedBlockhash('advanced'))],
    ['a legacy nonce', nonceAccount(0)],
    ['an uninitialized account', nonceAccount(1, 0)],
    ['another owner', { ...nonceAccount(), owner: namedAddress('owner') }],
    ['data cut short', { ...nonceAccount(), data: nonceAccount().data!.subarray(0, 79) }],
    ['another account', { ...nonceAccount(), address: namedAddress('another') }],
  ])('null: %s', async (_what, account) => {
    expect(await feeWith(account)).toBe(answer(5, null));
  });

  it.each<[what: string, instructions: TransactionInstruction[]]>([
    ['an advance that is not first', [TRANSFER, advance]],
    ['no advance', [TRANSFER]],
    ['no instruction', []],
    ['an advance of nothing', [new TransactionInstruction({ ...advance, keys: [] })]],
    ['one by another program', [new TransactionInstruction({ ...advance, programId: key('program') })]],
    ['other data', [new TransactionInstruction({ ...advance, data: Buffer.from([4, 0, 0, 1]) })]],
    [
      'one that cannot be written',
      [new TransactionInstruction({ ...advance, keys: advance.keys.map((meta) => ({ ...meta, isWritable: false })) })],
    ],
  ])('null: %s', async (_what, instructions) => {
    expect(await feeWith(nonceAccount(), at(...instructions))).toBe(answer(5, null));
  });
});

describe('getFeeForMessage lookup tables', () => {
  const TABLE = namedAddress('table');
  const NEVER = 18446744073709551615n;
  const BLOCKS: readonly BlockSpec[] = [{ slot: 5 }, { slot: 6 }, { slot: 7 }];

  interface TableSpec {
    readonly tag?: number;
    readonly deactivated?: bigint;
    readonly extended?: bigint;
    readonly startIndex?: number;
    readonly authority?: number;
    readonly surplus?: number;
    readonly owner?: Address;
  }

  const ADDRESSES = ['one', 'two', 'three'];

  /** Three addresses, the last of them added at `extended`. */
  function table(spec: TableSpec = {}): AccountSpec {
    const data = new ByteWriter();
    data
      .u32(spec.tag ?? 1)
      .u64(spec.deactivated ?? NEVER)
      .u64(spec.extended ?? 3n)
      .u8(spec.startIndex ?? 2);
    data
      .u8(spec.authority ?? 1)
      .append(new Uint8Array(32))
      .u16(0);
    for (const name of ADDRESSES) data.append(decodeBase58(namedAddress(name)));
    data.append(new Uint8Array(spec.surplus ?? 0));
    return { address: TABLE, owner: spec.owner ?? LOOKUP_TABLE_PROGRAM, data: data.bytes() };
  }

  /** A message that looks one of the addresses up. */
  function lookingUp(name: string): string {
    const state = {
      deactivationSlot: NEVER,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses: [...ADDRESSES, 'four'].map(key),
    };
    const tableAccount = new AddressLookupTableAccount({ key: new PublicKey(TABLE), state });
    const transfer = SystemProgram.transfer({ fromPubkey: PAYER, toPubkey: key(name), lamports: 1 });
    return text(message([transfer]).compileToV0Message([tableAccount]).serialize());
  }
  const ask = (spec: TableSpec, name = 'one', blocks = BLOCKS) =>
    askOver({ blocks, accounts: [table(spec)] }, lookingUp(name));

  const NOT_FOUND = invalid('Attempted to lookup addresses from a table that does not exist');
  const BAD_DATA = invalid('Attempted to lookup addresses from an invalid account');
  const BAD_INDEX = invalid('Address lookup contains an invalid index');

  it.each<[what: string, spec: TableSpec, name: string, answer: string]>([
    ['an address', {}, 'three', answer(7, 5000)],
    ['one that is not in the table', {}, 'four', BAD_INDEX],
    ['one that the newest block added', { extended: 7n }, 'three', answer(7, 5000)],
    ['one that is added in the next block', { extended: 8n }, 'three', BAD_INDEX],
    ['one from before that', { extended: 8n }, 'two', answer(7, 5000)],
    ['a table without an authority', { authority: 0 }, 'one', answer(7, 5000)],
    [
      'an account of another program',
      { owner: namedAddress('owner') },
      'one',
      invalid('Attempted to lookup addresses from an account owned by the wrong program'),
    ],
    ['an account that is no table yet', { tag: 0 }, 'one', BAD_DATA],
    ['an authority that is neither there nor not', { authority: 2 }, 'one', BAD_DATA],
    ['half an address', { surplus: 16 }, 'one', BAD_DATA],
    ['an extension from beyond the end', { extended: 8n, startIndex: 4 }, 'one', BAD_DATA],
    ['a table that is deactivated now', { deactivated: 7n }, 'one', answer(7, 5000)],
    ['one that was a while ago', { deactivated: 5n }, 'one', answer(7, 5000)],
    ['one that was long ago', { deactivated: 4n }, 'one', NOT_FOUND],
  ])('%s', async (_what, spec, name, expected) => {
    expect(await ask(spec, name)).toBe(expected);
  });

  it('no table', async () => {
    expect(await askOver({ blocks: BLOCKS }, lookingUp('one'))).toBe(NOT_FOUND);
  });

  it('an account too short for a table', async () => {
    const account = { ...table(), data: table().data!.subarray(0, 55) };
    expect(await askOver({ blocks: BLOCKS, accounts: [account] }, lookingUp('one'))).toBe(BAD_DATA);
  });

  it('a deactivated table serves for 512 blocks', async () => {
    const numbered = Array.from({ length: 514 }, (_, i) => ({ slot: 5 + i, ...(i === 513 && { name: '5' }) }));
    expect(await ask({ deactivated: 6n }, 'one', numbered)).toBe(answer(518, 5000));
    expect(await ask({ deactivated: 5n }, 'one', numbered)).toBe(NOT_FOUND);
  });
});
