import type { Account } from '../model/account.ts';
import { type Address, LOADER_V2 } from '../model/address.ts';

/**
 * A compiled program that succeeds and does nothing.
 *
 * Source   ELF-64 object file format; solana-sbpf elf_parser
 */
const CODE: Uint8Array = Buffer.from(
  [
    // header: a shared object for BPF, which starts at 64; three headers of sections at 104, the last one of names
    '7f454c460201010000000000000000000300f7000100000040000000000000000000000000000000',
    '680000000000000000000000400038000000400003000200',
    // at 64: r0 = 0, exit
    'b7000000000000009500000000000000',
    // at 80: .text, .shstrtab
    '002e74657874002e736873747274616200'.padEnd(48, '0'),
    // at 104: no section, the code, the names
    ''.padEnd(128, '0'),
    '010000000100000006000000000000004000000000000000400000000000000010'.padEnd(128, '0'),
    '070000000300000000000000000000000000000000000000500000000000000011'.padEnd(128, '0'),
  ].join(''),
  'hex',
);

/** A program that does nothing, at the address of one that a rule stands in for. */
export function standInFor(program: Address, known: Account | undefined): Account {
  const { lamports, rentEpoch } = known ?? { lamports: 1n, rentEpoch: 0n };
  return { address: program, owner: LOADER_V2, data: CODE, executable: true, lamports, rentEpoch };
}
