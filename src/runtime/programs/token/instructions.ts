import { getAccountDataSize, initializeImmutableOwner } from './accountSize.ts';
import type { TokenInstruction } from './call.ts';
import { initializeAccount, initializeAccount2, initializeAccount3 } from './initializeAccount.ts';

/** Instructions of both programs by tag, with the name that Token-2022 logs. */
export const INSTRUCTIONS: { readonly [tag: number]: readonly [name: string, run: TokenInstruction] | undefined } = {
  1: ['InitializeAccount', initializeAccount],
  16: ['InitializeAccount2', initializeAccount2],
  18: ['InitializeAccount3', initializeAccount3],
  21: ['GetAccountDataSize', getAccountDataSize],
  22: ['InitializeImmutableOwner', initializeImmutableOwner],
};
