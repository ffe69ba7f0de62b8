import type { Account } from '../../solana/account.ts';
import { encodeWith } from '../encoding/account.ts';
import { AccountTexts } from '../encoding/accountTexts.ts';
import { anyOf, withNoteAlone } from '../openrpc/schema.ts';
import { KEYED_ACCOUNTS, rpcResponse } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { programAccountsConfig } from '../params/programAccountsConfig.ts';
import { orDefaults } from '../params/structType.ts';
import { withTokenStateFilter } from '../params/tokenAccountFilters.ts';
import { address } from '../params/usualTypes.ts';
import { inContext, method, viewFrom } from './method.ts';

/**
 * Leaves out accounts of a token program that cannot be parsed, with `jsonParsed`.
 *
 * Source   agave 4.1 rpc.rs get_program_accounts; contract 4.5, 2.8
 */
export const getProgramAccounts = method({
  name: 'getProgramAccounts',
  summary: 'all accounts of a program that pass every filter, ascending by address bytes',
  params: params({ programId: address, config: orDefaults(programAccountsConfig) }),
  result: withNoteAlone(
    anyOf(KEYED_ACCOUNTS, rpcResponse(KEYED_ACCOUNTS)),
    'list of `{account, pubkey}`, ascending by the bytes of the address; in a context if asked',
  ),
  errors: ['tooManyFilters', 'tokenFilterLength', 'minContextSlotNotReached', 'base58TooLong'],

  answer({ config, programId }, context) {
    const view = viewFrom(context, config);
    const filters = withTokenStateFilter(programId, config.filters ?? []);
    const encoding = config.encoding ?? context.dialect.defaultProgramAccountsEncoding;
    const request = { encoding, dataSlice: config.dataSlice, dialect: context.dialect };
    return encodeWith(request, view, { knowsNativeMint: true }, (options) => {
      context.reasons?.filteredAccounts(programId, filters, view);
      const accounts = view.accountsOwnedBy(programId, filters);
      const onLeftOut = (account: Account) => context.reasons?.notParsed(account, view);
      const texts = new AccountTexts(context.maxResultBytes);
      const list = texts.encodeList(programId, accounts, options, onLeftOut);
      return config.withContext ? inContext(view, list, context) : list;
    });
  },
});
