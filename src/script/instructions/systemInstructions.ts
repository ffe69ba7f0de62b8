import { saturateU64 } from '../../codec/bigints.ts';
import { SYSTEM } from '../../solana/programs/system.ts';
import { count, described, object } from '../../syntax/syntax.ts';
import { address, withLamports, withOptionalLamports } from '../../syntax/values.ts';
import { resolveEach, scriptInstruction } from './scriptInstruction.ts';

/** Instructions of the system program. */
export const SYSTEM_INSTRUCTIONS = {
  transfer: scriptInstruction(
    described(withLamports({ from: address, to: address }), 'Sends SOL from a wallet.'),
    ({ from, lamports, to }, context) => {
      const accounts = resolveEach(context, { source: from, destination: to });
      return accounts && SYSTEM.transfer.build(accounts, { lamports });
    },
  ),

  createAccount: scriptInstruction(
    described(
      withOptionalLamports({
        from: described(address, 'pays'),
        account: address,
        owner: described(address, 'the program'),
        space: described(count, 'bytes'),
      }),
      'Creates an account for a program.',
    ),
    (args, context) => {
      const { space, lamports = saturateU64(context.accounts.minimumBalance(Number(space))) } = args;
      const keys = resolveEach(context, { from: args.from, account: args.account, owner: args.owner });
      return (
        keys &&
        SYSTEM.createAccount.build(
          { source: keys.from, newAccount: keys.account },
          { lamports, space, owner: keys.owner },
        )
      );
    },
  ),

  advanceNonce: scriptInstruction(
    object({ nonce: described(address, 'the nonce account'), authority: address }, 'Advances a durable nonce.'),
    ({ authority, nonce }, context) => {
      const accounts = resolveEach(context, { nonceAccount: nonce, nonceAuthority: authority });
      return accounts && SYSTEM.advanceNonce.build(accounts);
    },
  ),
};
