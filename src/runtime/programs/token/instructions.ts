import { getAccountDataSize, initializeImmutableOwner } from './accountSize.ts';
import type { TokenInstruction } from './call.ts';
import { closeAccount } from './closing.ts';
import { approve, approveChecked, revoke } from './delegation.ts';
import { freezeAccount, thawAccount } from './freezing.ts';
import { initializeAccount, initializeAccount2, initializeAccount3 } from './initializeAccount.ts';
import { initializeMint, initializeMint2 } from './initializeMint.ts';
import { initializeMultisig, initializeMultisig2 } from './initializeMultisig.ts';
import { syncNative, unwrapLamports, withdrawExcessLamports } from './native.ts';
import { setAuthority } from './setAuthority.ts';
import { burn, burnChecked, mintTo, mintToChecked } from './supply.ts';
import { transfer, transferChecked } from './transfer.ts';
import { amountToUiAmount, uiAmountToAmount } from './uiAmounts.ts';

/** Instructions of both programs by tag, with the name that Token-2022 logs. */
export const INSTRUCTIONS: { readonly [tag: number]: readonly [name: string, run: TokenInstruction] | undefined } = {
  0: ['InitializeMint', initializeMint],
  1: ['InitializeAccount', initializeAccount],
  2: ['InitializeMultisig', initializeMultisig],
  3: ['Transfer', transfer],
  4: ['Approve', approve],
  5: ['Revoke', revoke],
  6: ['SetAuthority', setAuthority],
  7: ['MintTo', mintTo],
  8: ['Burn', burn],
  9: ['CloseAccount', closeAccount],
  10: ['FreezeAccount', freezeAccount],
  11: ['ThawAccount', thawAccount],
  12: ['TransferChecked', transferChecked],
  13: ['ApproveChecked', approveChecked],
  14: ['MintToChecked', mintToChecked],
  15: ['BurnChecked', burnChecked],
  16: ['InitializeAccount2', initializeAccount2],
  17: ['SyncNative', syncNative],
  18: ['InitializeAccount3', initializeAccount3],
  19: ['InitializeMultisig2', initializeMultisig2],
  20: ['InitializeMint2', initializeMint2],
  21: ['GetAccountDataSize', getAccountDataSize],
  22: ['InitializeImmutableOwner', initializeImmutableOwner],
  23: ['AmountToUiAmount', amountToUiAmount],
  24: ['UiAmountToAmount', uiAmountToAmount],
  38: ['WithdrawExcessLamports', withdrawExcessLamports],
  45: ['UnwrapLamports', unwrapLamports],
};
