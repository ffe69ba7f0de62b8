import type { JsonText } from '../codec/json.ts';
import { encodeAccountList } from '../encoding/accountList.ts';
import { prepareAccountOptions } from '../encoding/accountOptions.ts';
import { resolveTokenScope } from '../encoding/tokenMint.ts';
import { readTokenAccounts, type TokenAccountsParams } from '../params/tokenAccounts.ts';
import { tokenAccountFilters } from '../params/tokenFilters.ts';
import { inContext, type Method, type MethodContext, viewFrom } from './method.ts';

/**
 * Answers `getTokenAccountsByOwner`: the token accounts of an owner, of one mint or of one token program.
 *
 * Params   [owner, { mint } | { programId }, { encoding: binary, dataSlice, commitment, minContextSlot }]
 * Result   context and a list of { account, pubkey }, ascending by address bytes; under jsonParsed without those that do
 *          not parse
 * Units    lamports, rentEpoch, space: u64
 * Errors   minContextSlotNotReached -32016; invalidParam -32602: unrecognized Token program id, could not find mint, Token
 *          mint could not be unpacked, not a Token mint; base58TooLong -32600, unless an encoding or a slice is asked for
 * Source   agave 4.1 rpc.rs get_token_accounts_by_owner
 */
export const getTokenAccountsByOwner: Method<TokenAccountsParams> = {
  name: 'getTokenAccountsByOwner',

  readParams: readTokenAccounts,

  async answer({ holder: owner, scope, config }: TokenAccountsParams, context: MethodContext): Promise<JsonText> {
    const view = viewFrom(context, config.commitment, config.minContextSlot);
    const { programId, mint } = await resolveTokenScope(scope, view);
    const accounts = view.accountsOwnedBy(programId, tokenAccountFilters({ owner, mint }));
    const request = { encoding: config.encoding ?? 'binary', dataSlice: config.dataSlice, dialect: context.dialect };
    const options = await prepareAccountOptions(request, view, { knowsNativeMint: true });
    const value = encodeAccountList(programId, accounts, options);
    return inContext(view, value, context);
  },
};
