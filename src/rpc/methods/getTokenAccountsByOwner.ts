import { encodeAccountList, prepareAccountOptions } from '../encoding/account.ts';
import { resolveTokenScope } from '../encoding/tokenMint.ts';
import { readTokenAccounts, type TokenAccountsParams, tokenAccountFilters } from '../params/tokenAccounts.ts';
import { inContext, type Method, viewFrom } from './method.ts';

/**
 * With `jsonParsed`, accounts that cannot be parsed are left out.
 *
 * Source   agave 4.1 rpc.rs get_token_accounts_by_owner
 */
export const getTokenAccountsByOwner: Method<TokenAccountsParams> = {
  name: 'getTokenAccountsByOwner',

  describe: ({ accountConfig, ADDRESS, contextWith, KEYED_ACCOUNTS, TOKEN_SCOPE }) => ({
    summary: 'the token accounts of an owner, of one mint or of one token program',
    params: { owner: ADDRESS, mintOrProgramId: TOKEN_SCOPE, 'config?': accountConfig('binary') },
    result: 'context and a list of `{account, pubkey}`, ascending by the bytes of the address',
    schema: contextWith(KEYED_ACCOUNTS),
    errors: ['minContextSlotNotReached', 'base58TooLong'],
  }),

  readParams: readTokenAccounts,

  async answer({ holder: owner, scope, config }, context) {
    const view = viewFrom(context, config);
    if ('mint' in scope) context.reasons?.mint(scope.mint, view);
    const { programId, mint } = resolveTokenScope(scope, view);
    const accounts = view.accountsOwnedBy(programId, tokenAccountFilters({ owner, mint }));
    if (accounts.length === 0)
      context.reasons?.noTokenAccounts(
        { role: 'owner', holder: owner, programId, mint, filters: tokenAccountFilters({ owner }) },
        view,
      );
    const request = { encoding: config.encoding ?? 'binary', dataSlice: config.dataSlice, dialect: context.dialect };
    const options = await prepareAccountOptions(request, view, { knowsNativeMint: true }, view.state.protocol.version);
    const value = encodeAccountList(programId, accounts, options, (account) => context.reasons?.leftOut(account, view));
    return inContext(view, value, context);
  },
};
