import { ByteWriter } from '../../src/codec/bytes.ts';

/**
 * Compiled programs that make one syscall, or none.
 *
 * Source   ELF-64 object file format; sBPF v0 instruction set; Agave sol_invoke_signed_c
 * @module
 */

const [R1, R2, R3, R4, R5, FRAME] = [1, 2, 3, 4, 5, 10];
/** of members of the first account of the input: its key is behind the number of accounts and the flags of this one */
const KEY_OFFSET = 16;
const OWNER_OFFSET = KEY_OFFSET + 32;
const DATA_OFFSET = OWNER_OFFSET + 32 + 16;
/** behind the room in which the first account can grow, its rent epoch, and the flags of the second one */
const SECOND_KEY_OFFSET = DATA_OFFSET + 10_240 + 8 + 8;

function instruction(opcode: number, dst: number, src: number, offset: number, value: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setUint8(0, opcode);
  bytes.setUint8(1, dst | (src << 4));
  bytes.setInt16(2, offset, true);
  bytes.setInt32(4, value, true);
  return new Uint8Array(bytes.buffer);
}

const addValue = (dst: number, value: number) => instruction(0x07, dst, 0, 0, value);
const move = (dst: number, src: number) => instruction(0xbf, dst, src, 0, 0);
const moveValue = (dst: number, value: number) => instruction(0xb7, dst, 0, 0, value);
const store = (offset: number, src: number) => instruction(0x7b, FRAME!, src, offset, 0);
const storeValue = (offset: number, value: number) => instruction(0x7a, FRAME!, 0, offset, value);
const CALL = instruction(0x85, 0, 1, 0, -1);
const EXIT = instruction(0x95, 0, 0, 0, 0);

/** Sets a register to an address on the stack. */
const pointTo = (register: number, offset: number) => [move(register, FRAME!), addValue(register, offset)];

/** The parameters of a call: the instruction at -40, and accounts at another place of the stack. */
const callParameters = (accountsAt: number, count: number) => [
  ...pointTo(R1!, -40),
  ...pointTo(R2!, accountsAt),
  moveValue(R3!, count),
  move(R4!, FRAME!),
  moveValue(R5!, 0),
];

/**
 * It calls itself, with its own account, until it may not call any deeper. On the stack: the account at -56; the instruction at -40:
 * program, accounts and their number, data and its length.
 */
export function recursiveProgram(): Uint8Array {
  return programWith('sol_invoke_signed_c', [
    addValue(R1!, KEY_OFFSET),
    store(-56, R1!),
    storeValue(-48, 0),
    store(-40, R1!),
    ...pointTo(R2!, -56),
    store(-32, R2!),
    storeValue(-24, 1),
    store(-16, R2!),
    storeValue(-8, 0),
    ...callParameters(-56, 0),
  ]);
}

/** It calls a program that is not in the transaction, with its first account as a writable signer. */
export function callerOfNothing(): Uint8Array {
  return programWith('sol_invoke_signed_c', [
    addValue(R1!, KEY_OFFSET),
    store(-56, R1!),
    // writable and a signer
    storeValue(-48, 0x0101),
    ...[-88, -80, -72, -64].map((offset) => storeValue(offset, 1)),
    ...pointTo(R2!, -88),
    store(-40, R2!),
    ...pointTo(R2!, -56),
    store(-32, R2!),
    storeValue(-24, 1),
    store(-16, R2!),
    storeValue(-8, 0),
    ...callParameters(-56, 0),
  ]);
}

/**
 * It calls its second account with its first one, which has no data, and whose lamports are said to be on the stack, not in the input.
 * At -112: key, lamports, length of the data, data, owner, rent epoch, flags.
 */
export function callerWithOtherPointers(): Uint8Array {
  return programWith('sol_invoke_signed_c', [
    ...[-72, -64, -96, -48, -8].map((offset) => storeValue(offset, 0)),
    storeValue(-120, 1),
    ...pointTo(R2!, -120),
    store(-104, R2!),
    ...pointTo(R2!, -56),
    store(-32, R2!),
    storeValue(-24, 1),
    store(-16, R2!),
    addValue(R1!, KEY_OFFSET),
    store(-56, R1!),
    store(-112, R1!),
    addValue(R1!, OWNER_OFFSET - KEY_OFFSET),
    store(-80, R1!),
    addValue(R1!, DATA_OFFSET - OWNER_OFFSET),
    store(-88, R1!),
    addValue(R1!, SECOND_KEY_OFFSET - DATA_OFFSET),
    store(-40, R1!),
    ...callParameters(-112, 1),
  ]);
}

/** It asks whether 32 bytes 0 are a point of a curve, and succeeds if they are. */
export function curveProgram(): Uint8Array {
  return programWith('sol_curve_validate_point', [
    ...[-64, -56, -48, -40].map((offset) => storeValue(offset, 0)),
    moveValue(R1!, 0),
    ...pointTo(R2!, -64),
    ...pointTo(R3!, -32),
  ]);
}

/** Of the three accounts of a swap: the wallet has no data, the others have eight bytes. */
const ACCOUNT_BYTES = 88 + 10_240 + 8;
const [WALLET, TICKETS, POOL] = [8, 8 + ACCOUNT_BYTES, 8 + 2 * ACCOUNT_BYTES + 8];
const LAMPORTS_OFFSET = 72;
const DATA_OF_ACCOUNT = 88;
const AMOUNT = POOL! + ACCOUNT_BYTES + 8 + 8;

/** What the pool pays for a ticket, in lamports. */
export const TICKET_LAMPORTS = 1_000_000;

/**
 * A swap: it takes tickets out of an account, puts them into the pool, and pays for them from the pool. Accounts: the wallet, its tickets, the pool;
 * the data of the last two is a number of tickets, and the data of the instruction is how many are sold. It fails with 1 where there are too few.
 */
export function swapProgram(): Uint8Array {
  const load = (dst: number, offset: number) => instruction(0x79, dst, R1!, offset, 0);
  const keep = (offset: number, src: number) => instruction(0x7b, R1!, src, offset, 0);
  const add = (dst: number, src: number) => instruction(0x0f, dst, src, 0, 0);
  const subtract = (dst: number, src: number) => instruction(0x1f, dst, src, 0, 0);
  const change = (offset: number, by: typeof add, src: number) => [load(R4!, offset), by(R4!, src), keep(offset, R4!)];
  const tickets = TICKETS! + DATA_OF_ACCOUNT;
  const skipIfEnough = instruction(0x3d, R3!, R2!, 2, 0);
  return withSections([
    {
      name: '.text',
      type: 1,
      flags: 6,
      bytes: Buffer.concat([
        load(R2!, AMOUNT),
        load(R3!, tickets),
        skipIfEnough,
        moveValue(0, 1),
        EXIT,
        ...change(tickets, subtract, R2!),
        ...change(POOL! + DATA_OF_ACCOUNT, add, R2!),
        // multiply by the price
        instruction(0x27, R2!, 0, 0, TICKET_LAMPORTS),
        ...change(POOL! + LAMPORTS_OFFSET, subtract, R2!),
        ...change(WALLET! + LAMPORTS_OFFSET, add, R2!),
        moveValue(0, 0),
        EXIT,
      ]),
    },
  ]);
}

const TEXT_START = 64;

interface Section {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly bytes: Uint8Array;
  readonly link?: number;
  readonly entryBytes?: number;
}

const text = (...words: readonly string[]) => Buffer.from(`\0${words.join('\0')}\0`);

/** The sections, whose addresses are their offsets, and the call as the only relocation. */
function programWith(syscall: string, beforeCall: readonly Uint8Array[]): Uint8Array {
  const callAt = TEXT_START + beforeCall.length * 8;
  const code = Buffer.concat([...beforeCall, CALL, EXIT]);
  const symbols = new ByteWriter().append(new Uint8Array(24)).u32(1).u8(0x10).u8(0).u16(0).u64(0n).u64(0n).bytes();
  const symbolNames = padded(text(syscall));
  // the symbol of number 1, R_BPF_64_32
  const relocations = new ByteWriter().u64(BigInt(callAt)).u32(10).u32(1).bytes();
  const symbolsAt = TEXT_START + code.length;
  const namesAt = symbolsAt + symbols.length;
  const relocationsAt = namesAt + symbolNames.length;
  const dynamic = new ByteWriter();
  for (const [tag, value] of [
    [5, namesAt],
    [6, symbolsAt],
    [17, relocationsAt],
    [18, relocations.length],
    [19, 16],
    [0, 0],
  ] as const)
    dynamic.u64(BigInt(tag)).u64(BigInt(value));
  return withSections([
    { name: '.text', type: 1, flags: 6, bytes: code },
    { name: '.dynsym', type: 11, flags: 2, bytes: symbols, link: 3, entryBytes: 24 },
    { name: '.dynstr', type: 3, flags: 2, bytes: symbolNames },
    { name: '.rel.dyn', type: 9, flags: 2, bytes: relocations, link: 2, entryBytes: 16 },
    { name: '.dynamic', type: 6, flags: 3, bytes: dynamic.bytes(), link: 3, entryBytes: 16 },
  ]);
}

function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(Math.ceil(bytes.length / 8) * 8);
  whole.set(bytes);
  return whole;
}

function withSections(loaded: readonly Section[]): Uint8Array {
  const nameOfNames = '.shstrtab';
  const names = padded(text(...loaded.map(({ name }) => name), nameOfNames));
  const sections = [...loaded, { name: nameOfNames, type: 3, flags: 0, bytes: names }];
  const headers = new ByteWriter().append(new Uint8Array(64));
  let offset = TEXT_START;
  for (const { bytes, entryBytes = 0, flags, link = 0, name, type } of sections) {
    headers
      .u32(Buffer.from(names).indexOf(`${name}\0`))
      .u32(type)
      .u64(BigInt(flags));
    headers
      .u64(BigInt(flags === 0 ? 0 : offset))
      .u64(BigInt(offset))
      .u64(BigInt(bytes.length));
    headers.u32(link).u32(0).u64(8n).u64(BigInt(entryBytes));
    offset += bytes.length;
  }
  const file = new ByteWriter().append(Buffer.from('7f454c46020101000000000000000000', 'hex'));
  file.u16(3).u16(247).u32(1).u64(BigInt(TEXT_START)).u64(0n).u64(BigInt(offset)).u32(0);
  file
    .u16(64)
    .u16(56)
    .u16(0)
    .u16(64)
    .u16(sections.length + 1)
    .u16(sections.length);
  for (const { bytes } of sections) file.append(bytes);
  return file.append(headers.bytes()).bytes();
}
