/**
 * A program in sBPF v3 of a few instructions: `r0 = 0`, as often as asked, and the end.
 *
 * Source   ELF-64 object file format; solana-sbpf 0.13 elf.rs, load_with_strict_parser
 * @module
 */

const CODE_ADDRESS = 0x1_0000_0000n;
const FILE_HEADER = 64;
const PROGRAM_HEADER = 56;
const READABLE_CODE = 1;

/** @param more instructions besides the two that a program needs */
export function smallestProgram(more = 0): Uint8Array {
  const setZero = [0xb7, 0, 0, 0, 0, 0, 0, 0];
  const code = Uint8Array.from([
    ...Array(more + 1)
      .fill(setZero)
      .flat(),
    0x95,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const file = Buffer.alloc(FILE_HEADER + PROGRAM_HEADER);
  file.write('7f454c46020101', 'hex');
  // a shared object for BPF
  file.writeUInt16LE(3, 16);
  file.writeUInt16LE(247, 18);
  file.writeUInt32LE(1, 20);
  file.writeBigUInt64LE(CODE_ADDRESS, 24);
  file.writeBigUInt64LE(BigInt(FILE_HEADER), 32);
  // sBPF v3
  file.writeUInt32LE(3, 48);
  file.writeUInt16LE(FILE_HEADER, 52);
  file.writeUInt16LE(PROGRAM_HEADER, 54);
  file.writeUInt16LE(1, 56);
  file.writeUInt16LE(64, 58);
  // one part that is loaded: the code
  file.writeUInt32LE(1, FILE_HEADER);
  file.writeUInt32LE(READABLE_CODE, FILE_HEADER + 4);
  file.writeBigUInt64LE(BigInt(file.length), FILE_HEADER + 8);
  file.writeBigUInt64LE(CODE_ADDRESS, FILE_HEADER + 16);
  file.writeBigUInt64LE(CODE_ADDRESS, FILE_HEADER + 24);
  file.writeBigUInt64LE(BigInt(code.length), FILE_HEADER + 32);
  file.writeBigUInt64LE(BigInt(code.length), FILE_HEADER + 40);
  return Buffer.concat([file, code]);
}
