import type { Address } from '../../solana/address.ts';
import { type AddressExpression, parseAddressExpression } from '../../syntax/addressExpression.ts';
import { expressionAddress } from './expressionAddress.ts';
import type { NameScope } from './nameScope.ts';
import { namesIn } from './nameUses.ts';
import type { NewAddresses } from './newAddresses.ts';

/** An address as it was written, and the one that it stands for. */
export interface ResolvedText {
  readonly expression: AddressExpression;
  /** the names of accounts in it, without their dollar */
  readonly names: readonly string[];
  readonly address: Address;
}

/**
 * The address of a text such as `$alice` or `$ata(alice,usdc)`.
 *
 * @param newAddresses counts what is computed for it
 * @throws ScriptError, ProgramError
 */
export function resolveText(text: string, scope: NameScope, newAddresses?: NewAddresses): ResolvedText {
  const expression = parseAddressExpression(text);
  newAddresses?.add(text, expression, scope);
  return { expression, names: namesIn(expression), address: expressionAddress(expression, scope) };
}
