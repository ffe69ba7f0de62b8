import type { Address } from '../../solana/address.ts';
import { ProgramError } from '../programError.ts';
import type { Changes } from './accountStates.ts';
import { type MintRules, mintRulesOf } from './tokenLayouts.ts';
import { requireMint } from './tokens.ts';

/**
 * The requirements of a mint for new token accounts.
 *
 * @throws ProgramError for a missing mint, or one with unknown extensions
 */
export function requireRules(accounts: Changes, address: Address): MintRules {
  const rules = mintRulesOf(requireMint(accounts, address).account);
  if (rules !== undefined) return rules;
  throw new ProgramError(
    'InvalidAccountData',
    `${accounts.names.show(address)} has extensions that are not known`,
    'record such a transaction, or write it with `raw`, which changes no account',
  );
}
