import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StakeProgram, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { KeyFileError } from '../../../src/fixtures/keyFiles.ts';
import { ProgramFileError } from '../../../src/fixtures/programFiles.ts';
import { createNode, type LedgerNode, ledger, sol } from '../../../src/index.ts';
import { LITESVM_RANGE } from '../../../src/runtime/litesvm/litesvmPackage.ts';
import type { Blockhash } from '../../../src/solana/address.ts';
import { reasonOf } from '../../support/clients.ts';
import { LOGGING_CODE } from '../../support/compiledPrograms.ts';
import { keyOf, keypair, legacyBytes, publicKey, transfer } from '../../support/sentTransactions.ts';
import { callText } from '../../support/testNode.ts';

/** A node that executes what is sent to it. */

const LEDGER = ledger({ processed: 5, confirmed: 5, finalized: 5 }).wallet(keyOf('alice'), sol(100)).block(5);
const PROGRAM = publicKey('program');

function codeFile(data: Uint8Array = LOGGING_CODE): string {
  const folder = mkdtempSync(join(tmpdir(), 'stillnode-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'program.so');
  writeFileSync(file, data);
  return file;
}

function keyFile(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'stillnode-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'key.json');
  writeFileSync(file, JSON.stringify([...keypair(name).secretKey]));
  return file;
}

const LOADER_3 = 'BPFLoaderUpgradeab1e11111111111111111111111';
const ALICE = publicKey('anyone').toBase58();
const SIGNER = keypair('alice').publicKey.toBase58();

interface ParsedAccount {
  readonly data: { readonly parsed: { readonly info: Readonly<Record<string, string>> } };
}

async function signed(node: LedgerNode, instructions: readonly TransactionInstruction[]): Promise<string> {
  const { value } = await node.request('getLatestBlockhash');
  return Buffer.from(legacyBytes(value.blockhash as Blockhash, instructions)).toString('base64');
}

const call = (data: string) => new TransactionInstruction({ programId: PROGRAM, keys: [], data: Buffer.from(data) });

const programNode = () =>
  createNode({ ledger: LEDGER, execute: 'litesvm', programs: { [PROGRAM.toBase58()]: codeFile() } });

const LINES = [
  `Program ${PROGRAM.toBase58()} invoke [1]`,
  'Program log: Memo (len 2)',
  'Program log: hi',
  `Program ${PROGRAM.toBase58()} consumed 274 of 200000 compute units`,
  `Program ${PROGRAM.toBase58()} success`,
];

describe("execute: 'litesvm'", () => {
  it('what is sent is executed: its block has what its program did', async () => {
    const node = await programNode();
    const signature = await node.request('sendTransaction', [await signed(node, [call('hi')]), { encoding: 'base64' }]);
    const { meta } = (await node.request('getTransaction', [signature]))!;
    expect(meta).toMatchObject({ err: null, fee: 5000, logMessages: LINES, computeUnitsConsumed: 274 });
    expect(meta).not.toHaveProperty('returnData');
  });

  it('a preflight that fails tells what was executed', async () => {
    const node = await programNode();
    const data = await signed(node, [call('hi'), transfer(10 ** 15)]);
    const text = await callText(node, 'sendTransaction', JSON.stringify([data, { encoding: 'base64' }]));
    expect(JSON.parse(text)).toMatchObject({
      code: -32002,
      message: 'Transaction simulation failed: Error processing Instruction 1: custom program error: 0x1',
      data: { err: { InstructionError: [1, { Custom: 1 }] }, fee: 5000, unitsConsumed: 424 },
    });
  });

  it('simulateTransaction changes nothing', async () => {
    const node = await programNode();
    const params = [await signed(node, [call('hi'), transfer(1_000_000)]), { encoding: 'base64' }] as const;
    const first = await node.requestText('simulateTransaction', params);
    expect(JSON.parse(first).value).toMatchObject({
      err: null,
      unitsConsumed: 424,
      logs: [...LINES, ...SYSTEM_LINES].map(withLargerLimit),
    });
    expect(await node.requestText('simulateTransaction', params)).toBe(first);
    expect(await node.request('getBalance', [keyOf('alice')])).toMatchObject({ value: 100_000_000_000 });
  });

  it('a rule stands in for the program that it names, beside others that are executed', async () => {
    const node = await programNode();
    const oracle = new TransactionInstruction({ programId: publicKey('oracle'), keys: [], data: Buffer.of(1) });
    const params = async (...instructions: TransactionInstruction[]) =>
      [await signed(node, instructions), { encoding: 'base64' }] as const;
    const price = publicKey('price').toBase58();
    const send = await params(oracle, call('hi'));
    await expect(node.request('sendTransaction', send)).rejects.toMatchObject({
      code: -32002,
      data: { err: 'ProgramAccountNotFound' },
    });
    await node.onSend({
      match: { program: publicKey('oracle').toBase58() },
      then: { succeed: { accounts: { [price]: { sol: 1 } } } },
    });
    const { value } = await node.request('simulateTransaction', send);
    expect(value).toMatchObject({ err: null, unitsConsumed: 276 });
    const signature = await node.request('sendTransaction', send);
    const transaction = await node.request('getTransaction', [signature]);
    expect(transaction!.meta!.logMessages!.filter((line) => line.startsWith('Program log'))).toEqual(LINES.slice(1, 3));
    expect(await node.request('getBalance', [price])).toMatchObject({ value: 1_000_000_000 });
    // what is executed still has to succeed
    const failing = await params(oracle, call('hi'), transfer(10 ** 15));
    await expect(node.request('sendTransaction', failing)).rejects.toMatchObject({
      data: { err: { InstructionError: [2, { Custom: 1 }] } },
    });
    expect((await node.sent()).map(({ assumed }) => assumed)).toEqual([undefined, undefined, undefined]);
  });

  it('nothing is refused because it is not modelled', async () => {
    const node = await programNode();
    const stake = StakeProgram.delegate({
      stakePubkey: publicKey('stake'),
      authorizedPubkey: keypair('alice').publicKey,
      votePubkey: publicKey('vote'),
    }).instructions[0]!;
    const text = await callText(
      node,
      'sendTransaction',
      JSON.stringify([await signed(node, [stake]), { encoding: 'base64' }]),
    );
    expect(JSON.parse(text)).toMatchObject({
      code: -32002,
      data: { err: { InstructionError: [0, 'IncorrectProgramId'] } },
    });
  });

  it('a fork goes its own way, and what is reverted was never executed', async () => {
    const node = await createNode({ ledger: LEDGER, execute: 'litesvm' });
    const bob = publicKey('bob').toBase58();
    const balances = async () =>
      [await node.request('getBalance', [bob]), await fork.request('getBalance', [bob])].map(
        (each) => (each as { value: number }).value,
      );
    const send = async (to: LedgerNode, lamports: number) =>
      to.request('sendTransaction', [await signed(to, [transfer(lamports)]), { encoding: 'base64' }]);
    const fork = await node.fork();
    await send(node, 1_000_000);
    await send(fork, 2_000_000);
    const snapshot = await node.snapshot();
    await send(node, 4_000_000);
    expect(await balances()).toEqual([5_000_000, 2_000_000]);
    await node.revert(snapshot);
    expect(await balances()).toEqual([1_000_000, 2_000_000]);
    await send(node, 8_000_000);
    expect(await balances()).toEqual([9_000_000, 2_000_000]);
  });
});

describe('programs', () => {
  it('are accounts at every commitment, also where nothing is executed', async () => {
    const node = await createNode({ ledger: LEDGER, programs: { [PROGRAM.toBase58()]: codeFile() } });
    for (const commitment of ['processed', 'finalized']) {
      const config = { commitment, encoding: 'base64', dataSlice: { offset: 0, length: 4 } };
      const text = await callText(node, 'getAccountInfo', JSON.stringify([PROGRAM.toBase58(), config]), 'agave');
      expect(JSON.parse(text).value).toEqual({
        data: ['AgAAAA==', 'base64'],
        executable: true,
        lamports: (128 + 36) * 5080,
        owner: LOADER_3,
        rentEpoch: 18446744073709552000,
        space: 36,
      });
    }
  });

  it.each<[what: string, given: (file: string, keyFile: string) => object, authority: string | null]>([
    ['a file: nobody may upgrade it', (file) => ({ [PROGRAM.toBase58()]: file }), null],
    ['a file alone', (program) => ({ [PROGRAM.toBase58()]: { program } }), null],
    ['an authority by its address', (program) => ({ [PROGRAM.toBase58()]: { program, authority: ALICE } }), ALICE],
    ['files of key pairs', (program, key) => ({ [key]: { program, authority: key } }), SIGNER],
  ])('have their code in a separate account: %s', async (_, given, authority) => {
    const programs = given(codeFile(), keyFile('alice')) as Record<string, string>;
    const node = await createNode({ ledger: LEDGER, programs });
    const config = { encoding: 'jsonParsed' } as const;
    const address = authority === SIGNER ? SIGNER : PROGRAM.toBase58();
    const { value } = (await node.request('getAccountInfo', [address, config])) as { value: ParsedAccount };
    const { info } = value.data.parsed;
    expect(value.data).toEqual({
      parsed: { info: { programData: expect.any(String) }, type: 'program' },
      program: 'bpf-upgradeable-loader',
      space: 36,
    });
    const code = (await node.request('getAccountInfo', [info.programData!, config])) as { value: ParsedAccount };
    expect(code.value.data.parsed.info).toMatchObject({ authority, slot: 0 });
    const bytes = (await node.request('getAccountInfo', [info.programData!, { encoding: 'base64' }])) as {
      value: { readonly data: readonly [string, string] };
    };
    const data = Buffer.from(bytes.value.data[0], 'base64');
    // nothing is behind the code
    expect(data.subarray(45)).toEqual(Buffer.from(LOGGING_CODE));
    expect(code.value).toMatchObject({ executable: false, owner: LOADER_3, space: 45 + LOGGING_CODE.length });
  });

  it('have the rent epoch of a genesis on a localnet, as a test validator gives it to them', async () => {
    const programs = { [PROGRAM.toBase58()]: codeFile() };
    const node = await createNode({ ledger: ledger().cluster('localnet'), dialect: 'agave', programs });
    expect(await node.requestText('getAccountInfo', [PROGRAM.toBase58()])).toContain('"rentEpoch":0,');
  });

  it('of a script have their code in its ledger, which executes them', async () => {
    const script = ledger({ processed: 6 })
      .wallet('payer', sol(1))
      .program('shop', { program: codeFile(), authority: 'owner' })
      .block(6, (b) =>
        b
          .raw('shop', { data: { utf8: 'hi' } })
          .payer('payer')
          .execute('litesvm')
          .named('call'),
      );
    const node = await createNode({ ledger: script });
    const { value } = (await node.request('getAccountInfo', [
      node.address('shop'),
      { commitment: 'processed', encoding: 'jsonParsed' },
    ])) as { value: ParsedAccount };
    const code = (await node.request('getAccountInfo', [
      value.data.parsed.info.programData!,
      { commitment: 'processed', encoding: 'jsonParsed' },
    ])) as { value: ParsedAccount };
    expect(code.value.data.parsed.info).toMatchObject({ authority: node.address('owner'), slot: 0 });
    await node.setTips({ confirmed: 6 });
    const { meta } = (await node.request('getTransaction', [node.signature('call'), { commitment: 'confirmed' }]))!;
    expect(meta).toMatchObject({ err: null, computeUnitsConsumed: 274 });
  });

  it('of a script file lie beside it, and so does an IDL that only describes them', async () => {
    const folder = dirname(codeFile());
    const text = JSON.stringify({
      programs: { shop: { program: './program.so', address: PROGRAM.toBase58() } },
      slots: [{ slot: 1 }],
    });
    writeFileSync(join(folder, 'a.ledger.json'), text);
    const node = await createNode({ ledger: join(folder, 'a.ledger.json') });
    expect(node.address('shop')).toBe(PROGRAM.toBase58());
    expect(await node.requestText('getAccountInfo', [PROGRAM.toBase58(), { commitment: 'processed' }])).toContain(
      LOADER_3,
    );
  });

  it.each<[what: string, program: object, message: string]>([
    [
      'no file',
      { address: PROGRAM.toBase58() },
      '/programs/shop/idl: expected an IDL, or the path of its file, found no such member (or give the compiled program as "program")',
    ],
    [
      'an authority without a program',
      { idl: './a.json', authority: '$alice' },
      '/programs/shop/authority: authority belongs to a compiled program (give its file as "program")',
    ],
    [
      'a missing file',
      { program: './no/such.so' },
      '/programs/shop/program: cannot read the program no/such.so: there is no such file or folder',
    ],
  ])('of a script with a mistake: %s', async (_, shop, message) => {
    const error = await reasonOf(createNode({ ledger: { programs: { shop }, slots: [{ slot: 1 }] } as never }));
    expect((error as Error).message).toContain(message);
  });

  it('of a script whose authority is not a name', async () => {
    const shop = { program: codeFile(), authority: 'al' };
    const error = await reasonOf(createNode({ ledger: { programs: { shop }, slots: [{ slot: 1 }] } }));
    expect((error as Error).message).toMatch(/\/programs\/shop\/authority: .*`?al/);
  });

  it('that are loaded into a served ledger are refused, because it reads no files', async () => {
    const node = await createNode({ ledger: LEDGER });
    const error = await reasonOf(node.load({ programs: { shop: { program: './a.so' } } }, 'a.ledger.json'));
    expect((error as Error).message).toContain(
      'a ledger that is served reads no files (start the node with the program: --program ADDRESS=FILE)',
    );
  });

  it.each<[file: (folder: string) => string, message: (file: string) => string]>([
    [
      (folder) => join(folder, 'no.json'),
      (file) => `cannot read the key pair ${file}: there is no such file or folder`,
    ],
    [(folder) => `${folder}/`, (file) => `cannot read the key pair ${file}: it is a folder`],
    [
      (folder) => join(folder, 'program.so'),
      (file) =>
        `${file} is not the file of a key pair: it has to be a JSON array of 64 numbers, as solana-keygen writes it`,
    ],
  ])('whose authority or address is not a key pair', async (pathIn, message) => {
    const program = codeFile();
    const path = pathIn(dirname(program));
    for (const programs of [{ [path]: program }, { [PROGRAM.toBase58()]: { program, authority: path } }]) {
      const error = await reasonOf(createNode({ ledger: LEDGER, programs }));
      expect(error).toBeInstanceOf(KeyFileError);
      expect((error as Error).message).toBe(message(path));
    }
  });

  it('of loader 2 in a ledger keep it, in a dump too, and are executed', async () => {
    const LOADER_2 = 'BPFLoader2111111111111111111111111111111111';
    const old = LEDGER.rawAccount(PROGRAM, { owner: LOADER_2, data: LOGGING_CODE, executable: true });
    const first = await createNode({ ledger: old });
    const folder = mkdtempSync(join(tmpdir(), 'stillnode-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const { name, text } of await first.dump()) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    for (const ledger of [old, folder]) {
      const node = await createNode({ ledger, execute: 'litesvm', dialect: 'agave' });
      const { value } = (await node.request('getAccountInfo', [PROGRAM.toBase58(), { encoding: 'base64' }]))!;
      expect(value).toMatchObject({ owner: LOADER_2, executable: true, space: LOGGING_CODE.length });
      const params = [await signed(node, [call('hi')]), { encoding: 'base64' }] as const;
      expect(await node.request('simulateTransaction', params)).toMatchObject({ value: { err: null, logs: LINES } });
    }
  });

  it('are there for scripts, which may execute them', async () => {
    const script = LEDGER.with({ processed: 6 }).block(6, (b) =>
      b
        .raw(PROGRAM, { data: { utf8: 'hi' } })
        .payer('payer')
        .execute('litesvm')
        .named('call'),
    );
    const programs = { [PROGRAM.toBase58()]: codeFile() };
    const node = await createNode({ ledger: script.wallet('payer', sol(1)), programs });
    const config = { commitment: 'confirmed' } as const;
    await node.setTips({ confirmed: 6 });
    const { meta } = (await node.request('getTransaction', [node.signature('call'), config])) as { meta: object };
    const lamports = (128 + 36) * 5080;
    expect(meta).toMatchObject({ err: null, preBalances: [1_000_000_000, lamports], logMessages: LINES });
  });

  it.each([
    [() => 'no/such.so', (file: string) => `cannot read the program ${file}: there is no such file or folder`],
    [() => '/dev/null', (file: string) => `cannot read the program ${file}: it is not a regular file`],
    [() => tmpdir(), (file: string) => `cannot read the program ${file}: it is a folder`],
    [
      () => codeFile(Buffer.from('text')),
      (file: string) => `${file} is not a compiled program: it has to be an ELF file, as cargo build-sbf makes it`,
    ],
  ])('a file that is none', async (fileOf, message) => {
    const file = fileOf();
    const error = await reasonOf(createNode({ ledger: LEDGER, programs: { [PROGRAM.toBase58()]: file } }));
    expect(error).toBeInstanceOf(ProgramFileError);
    expect((error as Error).message).toBe(message(file));
  });
});

it('the version that errors name is that of package.json', () => {
  expect(manifest.peerDependencies.litesvm).toBe(LITESVM_RANGE);
  expect(manifest.peerDependenciesMeta.litesvm).toEqual({ optional: true });
});

const SYSTEM_LINES = [
  'Program 11111111111111111111111111111111 invoke [1]',
  'Program 11111111111111111111111111111111 success',
];

/** Programs that are part of the node add less to the limit. */
function withLargerLimit(line: string): string {
  return line.replace('of 200000', 'of 203000');
}
