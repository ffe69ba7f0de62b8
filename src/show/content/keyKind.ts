import { isBase58Text } from '../../codec/base58.ts';
import { isAddressSized, isSignatureSized } from '../../model/address.ts';

/** What a text is by its form: 64 or 32 bytes of base58; undefined: neither. */
export function keyKind(text: string): 'signature' | 'address' | undefined {
  if (!isBase58Text(text)) return undefined;
  if (isSignatureSized(text)) return 'signature';
  return isAddressSized(text) ? 'address' : undefined;
}
