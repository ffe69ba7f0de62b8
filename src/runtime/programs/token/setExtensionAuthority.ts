import { decodeBase58 } from '../../../codec/base58.ts';
import { SYSTEM_PROGRAM } from '../../../model/address.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import { requireAuthority } from './authority.ts';
import type { TokenCall } from './call.ts';
import { extensionAddress } from './extensionChecks.ts';
import { requireExtension } from './extensionEntries.ts';
import { mayNot } from './sentences.ts';
import { tokenError } from './tokenErrors.ts';

const ADDRESS_BYTES = 32;

/** By the number of the kind of authority: the extension that has it, and where. */
const PLACES: { readonly [type: number]: readonly [extension: number, offset: number] } = {
  4: [EXTENSION.transferFeeConfig, 0],
  5: [EXTENSION.transferFeeConfig, ADDRESS_BYTES],
  6: [EXTENSION.mintCloseAuthority, 0],
  7: [EXTENSION.interestBearingConfig, 0],
  8: [EXTENSION.permanentDelegate, 0],
  9: [EXTENSION.confidentialTransferMint, 0],
  10: [EXTENSION.transferHook, 0],
  11: [EXTENSION.confidentialTransferFeeConfig, 0],
  12: [EXTENSION.metadataPointer, 0],
  13: [EXTENSION.groupPointer, 0],
  14: [EXTENSION.groupMemberPointer, 0],
  15: [EXTENSION.scaledUiAmount, 0],
  16: [EXTENSION.pausable, 0],
  17: [EXTENSION.permissionedBurn, 0],
};

/** An authority of an extension of a mint. */
export function setExtensionAuthority(
  call: TokenCall,
  mint: LoadedAccount,
  { type, to, from }: { readonly type: number; readonly to: string | null; readonly from: LoadedAccount },
): void {
  const [extension, offset] = PLACES[type]!;
  const allowed = extensionAddress(requireExtension(call, mint, extension), offset);
  if (allowed === null)
    throw tokenError('AuthorityTypeNotSupported', `${call.show(mint)} has no such authority any more`);
  const what = `change the authorities of ${call.show(mint)}`;
  requireAuthority(call, allowed, from, mayNot(call, what, from, allowed));
  setExtensionAddress(call, mint, extension, offset, to);
}

/** @throws ProgramError InvalidArgument for the address of zeros, which means nobody */
export function setExtensionAddress(
  call: TokenCall,
  account: LoadedAccount,
  extension: number,
  offset: number,
  to: string | null,
): void {
  if (to === SYSTEM_PROGRAM) throw new ProgramError('InvalidArgument', `${SYSTEM_PROGRAM} is nobody`);
  account.edit();
  const value = requireExtension(call, account, extension);
  if (to === null) value.fill(0, offset, offset + ADDRESS_BYTES);
  else value.set(decodeBase58(to), offset);
}
