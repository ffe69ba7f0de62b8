import type { JsonText } from '../../codec/jsonText.ts';
import type { Account } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import { encodeWith } from '../encoding/account.ts';
import { AccountTexts } from '../encoding/accountTexts.ts';
import { resolveTokenScope } from '../encoding/tokenMint.ts';
import { withNote } from '../openrpc/schema.ts';
import { KEYED_ACCOUNTS, rpcResponse } from '../openrpc/schemas.ts';
import { accountConfig } from '../params/accountConfig.ts';
import type { ValuesOf } from '../params/paramType.ts';
import { variants } from '../params/paramType.ts';
import { orDefaults } from '../params/structType.ts';
import { tokenAccountFilters } from '../params/tokenAccountFilters.ts';
import { address } from '../params/usualTypes.ts';
import { inContext, type MethodContext, viewFrom } from './method.ts';

/** The common part of getTokenAccountsByOwner and getTokenAccountsByDelegate. */

/** The parameters after the holder. Source agave 4.1 RpcTokenAccountsFilter */
export const tokenAccountParams = {
  mintOrProgramId: variants({ mint: address, programId: address }),
  config: orDefaults(accountConfig('binary')),
};

export const tokenAccountResult = {
  result: rpcResponse(withNote(KEYED_ACCOUNTS, 'ascending by the bytes of the address')),
  errors: ['minContextSlotNotReached', 'base58TooLong', 'mintNotRecorded'],
} as const;

interface TokenAccountsRequest extends ValuesOf<typeof tokenAccountParams> {
  readonly role: 'owner' | 'delegate';
  readonly holder: Address;
}

/** Answers with token accounts. With `jsonParsed`, accounts that cannot be parsed are left out. */
export function answerTokenAccounts(
  { config, holder, mintOrProgramId, role }: TokenAccountsRequest,
  context: MethodContext,
): JsonText | Promise<JsonText> {
  const view = viewFrom(context, config);
  if ('mint' in mintOrProgramId) context.reasons?.mint(mintOrProgramId.mint, view);
  const { programId, mint } = resolveTokenScope(mintOrProgramId, view);
  const accounts = view.accountsOwnedBy(programId, tokenAccountFilters({ [role]: holder, mint }));
  if (context.reasons !== undefined) {
    const filters = tokenAccountFilters({ [role]: holder });
    context.reasons.tokenAccountsOf(accounts, { role, holder, programId, mint, filters }, view);
  }
  const request = { encoding: config.encoding, dataSlice: config.dataSlice, dialect: context.dialect };
  return encodeWith(request, view, { knowsNativeMint: true }, (options) => {
    const onLeftOut = (account: Account) => context.reasons?.notParsed(account, view);
    const texts = new AccountTexts(context.maxResultBytes);
    return inContext(view, texts.encodeList(programId, accounts, options, onLeftOut), context);
  });
}
