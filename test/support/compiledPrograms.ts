import { LiteSVM } from 'litesvm';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { type Address, address, MEMO_PROGRAM, MEMO_V1_PROGRAM, UPGRADEABLE_LOADER } from '../../src/solana/address.ts';
import type { AccountSpec } from './testNode.ts';

/** Code of programs that LiteSVM brings. */

const svm = new LiteSVM();

/** It logs the length of the memo, and the memo. */
export const LOGGING_CODE: Uint8Array = codeOf(MEMO_PROGRAM);
/** It logs nothing. */
export const SILENT_CODE: Uint8Array = codeOf(MEMO_V1_PROGRAM);

function codeOf(program: Address): Uint8Array {
  const account = svm.getAccount(program as never);
  if (!account.exists) throw new Error(`litesvm brings no ${program}`);
  return Uint8Array.from(account.data);
}

/** A program that has its code in its own account. */
export function programAccount(program: Address, code: Uint8Array): AccountSpec {
  const owner = address('BPFLoader2111111111111111111111111111111111');
  return { address: program, owner, data: code, executable: true, lamports: 10n ** 10n };
}

/** A program that can be upgraded, and the account that has its code. */
export function upgradeableProgram(program: Address, codeAddress: Address, code: Uint8Array): readonly AccountSpec[] {
  const common = { owner: UPGRADEABLE_LOADER, lamports: 10n ** 10n };
  const pointer = Uint8Array.from([2, 0, 0, 0, ...decodeBase58(codeAddress)]);
  const header = Uint8Array.from([3, 0, 0, 0, ...new Uint8Array(41)]);
  return [
    { ...common, address: program, data: pointer, executable: true },
    { ...common, address: codeAddress, data: Buffer.concat([header, code]) },
  ];
}
