import { EXTENSION, requiredExtensions } from '../../accounts/extensions.ts';
import { TOKEN_ACCOUNT_BYTES } from '../../accounts/layouts.ts';
import type { TokenCall } from './call.ts';
import { addExtension, bytesWith, checkFirstExtension, extensionTypes, kindOfExtension } from './extensionEntries.ts';
import { readExtensionList } from './instructionData.ts';
import { ACCOUNT_TYPE, readNewTokenState, requireMintState } from './reading.ts';
import { tokenError } from './tokenErrors.ts';

/** Returns the bytes of an account of a mint, as u64. */
export function getAccountDataSize(call: TokenCall): void {
  const added = call.isExtended
    ? readExtensionList(call, (type) => type === 0 || kindOfExtension(type) !== undefined)
    : [];
  if (added.some((type) => kindOfExtension(type) !== ACCOUNT_TYPE))
    throw tokenError('ExtensionTypeMismatch', 'accounts have no such extension');
  const mint = call.next();
  call.requireOwned(mint);
  requireMintState(call, mint);
  const required = call.isExtended ? requiredExtensions(extensionTypes(call, mint)) : [];
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(bytesWith([...required, ...added], TOKEN_ACCOUNT_BYTES)));
  call.invocation.setReturnData(size);
}

/** The older program knows no extensions: it only looks at the account. */
export function initializeImmutableOwner(call: TokenCall): void {
  const account = call.next();
  call.requireOwnedFirst(account);
  readNewTokenState(call, account);
  if (!call.isExtended) return;
  checkFirstExtension(call, account, ACCOUNT_TYPE);
  addExtension(call, account, EXTENSION.immutableOwner);
}
