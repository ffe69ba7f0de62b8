import { saturateU64 } from '../../codec/bigints.ts';
import { advanceNonceCall, createAccountCall, transferCall } from '../../runtime/programs/system/systemCalls.ts';
import { described, object, u64 } from '../../syntax/syntax.ts';
import { address, withLamports, withOptionalLamports } from '../../syntax/values.ts';
import { resolveEach, scriptInstruction } from './scriptInstruction.ts';

/** Instructions of the system program. */
export const SYSTEM_INSTRUCTIONS = {
  transfer: scriptInstruction(
    described(withLamports({ from: address, to: address }), 'Sends SOL from a wallet.'),
    ({ from, lamports, to }, context) => {
      const keys = resolveEach(context, { from, to });
      return keys && transferCall(keys.from, keys.to, lamports);
    },
  ),

  createAccount: scriptInstruction(
    described(
      withOptionalLamports({
        from: described(address, 'pays'),
        account: address,
        owner: described(address, 'the program'),
        space: described(u64, 'bytes'),
      }),
      'Creates an account for a program.',
    ),
    (args, context) => {
      const { space, lamports = saturateU64(context.accounts.minimumBalance(Number(space))) } = args;
      const keys = resolveEach(context, { from: args.from, account: args.account, owner: args.owner });
      return keys && createAccountCall(keys.from, keys.account, { lamports, space, owner: keys.owner });
    },
  ),

  advanceNonce: scriptInstruction(
    object({ nonce: described(address, 'the nonce account'), authority: address }, 'Advances a durable nonce.'),
    (args, context) => {
      const keys = resolveEach(context, args);
      return keys && advanceNonceCall(keys.nonce, keys.authority);
    },
  ),
};
