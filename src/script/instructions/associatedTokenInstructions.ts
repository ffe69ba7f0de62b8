import { requireRules } from '../../runtime/accounts/tokenLayouts.ts';
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM } from '../../solana/address.ts';
import { readonlyAccount, writableAccount, writableSigner } from '../../solana/instruction.ts';
import { boolean, object, optional, withDefault } from '../../syntax/syntax.ts';
import { address } from '../../syntax/values.ts';
import { resolveEach, scriptInstruction } from './scriptInstruction.ts';
import { mintFacts } from './tokenFacts.ts';

/** Source spl-associated-token-account-interface 2.0 */
const CREATE = 0;
const CREATE_IDEMPOTENT = 1;

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
    ({ idempotent, ...words }, context) => {
      const { accounts, names } = context;
      const keys = resolveEach(context, words);
      if (keys === undefined) return undefined;
      const { mint, owner, payer = context.payer ?? owner } = keys;
      const { program } = mintFacts(context, mint);
      const account = names.associated(owner, mint, program);
      if (accounts.get(account) === undefined) requireRules(accounts, mint);
      return {
        program: ASSOCIATED_TOKEN_PROGRAM,
        accounts: [
          writableSigner(payer),
          writableAccount(account),
          ...[owner, mint, SYSTEM_PROGRAM, program].map(readonlyAccount),
        ],
        data: Uint8Array.of(idempotent ? CREATE_IDEMPOTENT : CREATE),
      };
    },
  ),
};
