import { isAddressText, isSignatureText } from '../../model/address.ts';

/** What a text is by its form: 64 or 32 bytes of base58; undefined: neither. */
export function keyKind(text: string): 'signature' | 'address' | undefined {
  if (isSignatureText(text)) return 'signature';
  return isAddressText(text) ? 'address' : undefined;
}
