import { encodeBase64 } from '../../codec/base64.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import { base64Vec, type Decoder, fields, fixedOption, nullable, struct, u8, u32, u64 } from '../../codec/struct.ts';
import type { Account } from '../account.ts';
import { type Address, UPGRADEABLE_LOADER } from '../address.ts';
import { pubkey } from '../pubkey.ts';
import { bincodeParser, row, stateParser, type TaggedState } from './instructionRow.ts';
import type { AccountParser, InstructionParser } from './parserTypes.ts';

const chunk = { offset: u32, bytes: base64Vec };

/** Instructions by tag. */
export const BPF_LOADER_ROWS = [row('write', ['account sw'], chunk), row('finalize', ['account sw', '_rentSysvar'])];

/** Source   solana loader-v2-interface 3.0; agave 4.1 transaction-status parse_bpf_loader */
export const parseBpfLoaderInstruction: InstructionParser = bincodeParser('bpf-loader', BPF_LOADER_ROWS);

/** Instructions by tag. */
export const UPGRADEABLE_LOADER_ROWS = [
  row('initializeBuffer', ['account w', 'authority?']),
  row('write', ['account w', 'authority s'], chunk),
  row(
    'deployWithMaxDataLen',
    [
      'payerAccount sw',
      'programDataAccount w',
      'programAccount w',
      'bufferAccount w',
      'rentSysvar',
      'clockSysvar',
      'systemProgram',
      'authority s',
    ],
    { maxDataLen: u64 },
  ),
  row('upgrade', [
    'programDataAccount w',
    'programAccount w',
    'bufferAccount w',
    'spillAccount w',
    'rentSysvar',
    'clockSysvar',
    'authority s',
  ]),
  row('setAuthority', ['account w', 'authority s', 'newAuthority??']),
  row('close', ['account w', 'recipient w', 'authority s', 'programAccount?? w']),
  row('extendProgram', ['programDataAccount w', 'programAccount w', 'systemProgram??', 'payerAccount?? sw'], {
    additionalBytes: u32,
  }),
  row('setAuthorityChecked', ['account w', 'authority s', 'newAuthority s']),
];

/** `migrate` and `extendProgramChecked` are not parsed. Source   solana loader-v3-interface 7.0; agave 4.1 transaction-status parse_bpf_loader */
export const parseUpgradeableLoaderInstruction: InstructionParser = bincodeParser(
  'bpf-upgradeable-loader',
  UPGRADEABLE_LOADER_ROWS,
);

/** A program, which names the account of its code. */
export const UPGRADEABLE_PROGRAM = struct({ tag: u32, programData: pubkey });
export const PROGRAM_TAG = 2;

/** The part of a program's account before the code: an authority has its place even where there is none. */
export const PROGRAM_DATA_HEADER = struct({ tag: u32, slot: u64, authority: fixedOption(pubkey, u8) });
export const PROGRAM_DATA_TAG = 3;

const authority = nullable(pubkey);
/** Source   agave 4.1 account-decoder: without an authority the code is shown from right behind its option tag */
const code: Decoder<JsonValue> = { read: (data) => [encodeBase64(data.takeRemaining()), 'base64'] };

const STATES: readonly TaggedState[] = [
  { type: 'uninitialized' },
  { type: 'buffer', info: fields({ authority, data: code }) },
  { type: 'program', info: fields({ programData: pubkey }) },
  { type: 'programData', info: fields({ slot: u64, authority, data: code }) },
];

/**
 * Reads an account of the upgradeable loader.
 *
 * Source   agave 4.1 account-decoder; loader-v3-interface 6.1
 */
export const parseUpgradeableLoaderAccount: AccountParser = stateParser('bpf-upgradeable-loader', STATES);

/** The separate account with the code of an upgradeable program. Source solana loader-v3-interface state.rs */
export function codeAddressOf({ data, owner }: Account): Address | undefined {
  if (owner !== UPGRADEABLE_LOADER || data.length < UPGRADEABLE_PROGRAM.size) return undefined;
  const { tag, programData } = UPGRADEABLE_PROGRAM.decode(data);
  return tag === PROGRAM_TAG ? programData : undefined;
}
