/**
 * Numbers in instruction data and the names the node gives them: index = number.
 *
 * Source   spl-token-2022-interface 2.1 `AuthorityType`, `ExtensionType`, `AccountState`; agave 4.1 `parse_token.rs`
 * @module
 */

/** u8 */
export const AUTHORITY_TYPES: readonly string[] = [
  'mintTokens',
  'freezeAccount',
  'accountOwner',
  'closeAccount',
  'transferFeeConfig',
  'withheldWithdraw',
  'closeMint',
  'interestRate',
  'permanentDelegate',
  'confidentialTransferMint',
  'transferHookProgramId',
  'confidentialTransferFeeConfig',
  'metadataPointer',
  'groupPointer',
  'groupMemberPointer',
  'scaledUiAmount',
  'pause',
];

/** u16. Not all are the names that account data has: there it is `scaledUiAmountConfig` and `pausableConfig`. */
export const EXTENSION_TYPES: readonly string[] = [
  'uninitialized',
  'transferFeeConfig',
  'transferFeeAmount',
  'mintCloseAuthority',
  'confidentialTransferMint',
  'confidentialTransferAccount',
  'defaultAccountState',
  'immutableOwner',
  'memoTransfer',
  'nonTransferable',
  'interestBearingConfig',
  'cpiGuard',
  'permanentDelegate',
  'nonTransferableAccount',
  'transferHook',
  'transferHookAccount',
  'confidentialTransferFeeConfig',
  'confidentialTransferFeeAmount',
  'metadataPointer',
  'tokenMetadata',
  'groupPointer',
  'tokenGroup',
  'groupMemberPointer',
  'tokenGroupMember',
  'confidentialMintBurn',
  'scaledUiAmount',
  'pausable',
  'pausableAccount',
];

/** u8 */
export const ACCOUNT_STATES: readonly string[] = ['uninitialized', 'initialized', 'frozen'];
