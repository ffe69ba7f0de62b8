import { encodeBase64 } from '../../codec/base64.ts';
import { readByteVec } from '../bincode.ts';
import { bincodeParser, type InstructionRow, row } from '../instructionRow.ts';
import type { InstructionParser } from '../parsed.ts';

/** By tag. */
const ROWS: readonly InstructionRow[] = [
  row('write', ['account'], (data) => ({ offset: data.u32(), bytes: encodeBase64(readByteVec(data)) })),
  { type: 'finalize', minAccounts: 2, info: ([account]) => ({ account }) },
];

/** Source   solana loader-v2-interface 3.0; agave 4.1 transaction-status parse_bpf_loader */
export const parseBpfLoaderInstruction: InstructionParser = bincodeParser('bpf-loader', ROWS);
