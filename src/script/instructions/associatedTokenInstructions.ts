import { requireExtensionsBy } from '../../runtime/accounts/newAccountExtensions.ts';
import { ASSOCIATED_TOKEN } from '../../solana/programs/associatedToken.ts';
import { boolean, object, optional, withDefault } from '../../syntax/syntax.ts';
import { address } from '../../syntax/values.ts';
import { resolveEach, scriptInstruction } from './scriptInstruction.ts';
import { mintFacts } from './tokenFacts.ts';

/** Instructions of the associated token account program. */
export const ASSOCIATED_TOKEN_INSTRUCTIONS = {
  createAssociatedAccount: scriptInstruction(
    object(
      {
        owner: address,
        mint: address,
        payer: optional(address, "default: the transaction's, else the owner"),
        idempotent: withDefault(boolean, false),
      },
      'Creates the associated token account of a wallet.',
    ),
    ({ idempotent, ...nodes }, context) => {
      const { accounts, names } = context;
      const keys = resolveEach(context, nodes);
      if (keys === undefined) return undefined;
      const { mint, owner, payer = context.payer ?? owner } = keys;
      const { program } = mintFacts(context, mint);
      const account = names.associated(owner, mint, program);
      if (accounts.get(account) === undefined) requireExtensionsBy(accounts, mint);
      const { create, createIdempotent } = ASSOCIATED_TOKEN;
      return (idempotent ? createIdempotent : create).build({
        source: payer,
        account,
        wallet: owner,
        mint,
        tokenProgram: program,
      });
    },
  ),
};
