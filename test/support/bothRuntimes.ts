import { expect } from 'vitest';
import type { Account } from '../../src/solana/account.ts';
import type { Address } from '../../src/solana/address.ts';
import type { Instruction, InstructionAccount } from '../../src/solana/instruction.ts';
import { byLiteSvm, byRuntime, type Result } from './liteSvmSystem.ts';

/** Metas as text: an address, and after a space its flags, `s` for a signer and `w` for writable. */
export function metas(...texts: readonly string[]): readonly InstructionAccount[] {
  return texts.map((text) => {
    const [address, flags = ''] = text.split(' ');
    return { address: address as Address, isSigner: flags.includes('s'), isWritable: flags.includes('w') };
  });
}

/** What both the runtime and litesvm answer; they have to agree. */
export function expectSame(accounts: readonly Account[], instructions: readonly Instruction[]): Result {
  const ours = byRuntime(accounts, instructions);
  expect(ours).toEqual(byLiteSvm(accounts, instructions));
  return ours;
}
