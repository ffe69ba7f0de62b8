import { encodeBase64 } from '../../codec/base64.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import { byteVec, type Decoder, fields, fixedOption, nullable, struct, u8, u32, u64 } from '../../codec/struct.ts';
import { pubkey } from '../pubkey.ts';
import { type AccountState, bincodeParser, type InstructionRow, row, stateParser } from './instructionRow.ts';
import type { AccountParser, InstructionParser } from './parsed.ts';

const base64: Decoder<string> = { read: (data) => encodeBase64(byteVec.read(data)) };
const chunk = fields({ offset: u32, bytes: base64 });

/** Instructions by tag. */
const BPF_LOADER_ROWS: readonly InstructionRow[] = [
  row('write', ['account'], chunk),
  row('finalize', ['account', '_rentSysvar']),
];

/** Source   solana loader-v2-interface 3.0; agave 4.1 transaction-status parse_bpf_loader */
export const parseBpfLoaderInstruction: InstructionParser = bincodeParser('bpf-loader', BPF_LOADER_ROWS);

const DEPLOY_ACCOUNTS = [
  'payerAccount',
  'programDataAccount',
  'programAccount',
  'bufferAccount',
  'rentSysvar',
  'clockSysvar',
  'systemProgram',
  'authority',
];
const UPGRADE_ACCOUNTS = [
  'programDataAccount',
  'programAccount',
  'bufferAccount',
  'spillAccount',
  'rentSysvar',
  'clockSysvar',
  'authority',
];
const PAYERS = ['systemProgram??', 'payerAccount??'];

/** Instructions by tag. */
const ROWS: readonly InstructionRow[] = [
  row('initializeBuffer', ['account', 'authority?']),
  row('write', ['account', 'authority'], chunk),
  row('deployWithMaxDataLen', DEPLOY_ACCOUNTS, { maxDataLen: u64 }),
  row('upgrade', UPGRADE_ACCOUNTS),
  row('setAuthority', ['account', 'authority', 'newAuthority??']),
  row('close', ['account', 'recipient', 'authority', 'programAccount??']),
  row('extendProgram', ['programDataAccount', 'programAccount', ...PAYERS], { additionalBytes: u32 }),
  row('setAuthorityChecked', ['account', 'authority', 'newAuthority']),
];

/** `migrate` and `extendProgramChecked` are not parsed. Source   solana loader-v3-interface 7.0; agave 4.1 transaction-status parse_bpf_loader */
export const parseUpgradeableLoaderInstruction: InstructionParser = bincodeParser('bpf-upgradeable-loader', ROWS);

/** A program, which names the account of its code. */
export const UPGRADEABLE_PROGRAM = struct({ tag: u32, programData: pubkey });
export const PROGRAM_TAG = 2;

/** The part of a program's account before the code: an authority has its place even where there is none. */
export const PROGRAM_DATA_HEADER = struct({ tag: u32, slot: u64, authority: fixedOption(pubkey, u8) });
export const PROGRAM_DATA_TAG = 3;

const authority = nullable(pubkey);
/** Source   agave 4.1 account-decoder: without an authority the code is shown from right behind its option tag */
const code: Decoder<JsonValue> = { read: (data) => [encodeBase64(data.rest()), 'base64'] };

const STATES: readonly AccountState[] = [
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
