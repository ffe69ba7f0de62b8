import { rpcErrors } from '../../errors.ts';
import { LedgerView } from '../../ledger/view.ts';
import { idlProgramsOf } from '../../rpc/encoding/describedTransaction.ts';
import { objectOf } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { addressText, type Key } from '../../script/building/keyBuilders.ts';
import { readDescribedAccount } from '../../solana/idl/describeAccount.ts';
import { IdlDataError } from '../../solana/idl/readFields.ts';
import { text } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { knownAddressOf } from '../parse/parseAddress.ts';

/** An account by the IDL of its program. */
export interface AccountFields {
  /** name of the program in the script */
  readonly program: string;
  /** type of the account in the IDL */
  readonly account: string;
  // biome-ignore lint/suspicious/noExplicitAny: its members depend on the IDL
  readonly fields: any;
}

export interface FieldsMethod {
  /**
   * The fields of an account, by the IDL of its program. Integers beyond 32 bits are text, bytes are `{ base64 }`.
   * @example
   * const { fields } = await node.fields('order1');
   * @throws RpcError if its program has no IDL
   */
  fields(address: Key): Promise<AccountFields>;
}

const PARAMS = { address: text };

export const fields = controlMethod({
  name: 'fields',
  summary: 'the fields of an account at the processed tip, by the IDL of its program',
  params: PARAMS,
  result:
    '`{"program","account","fields"}`: names of the program and of its type, and the values; integers beyond 32 bits as text, bytes as `{"base64"}`',
  schema: objectOf({ program: TEXT, account: TEXT, fields: {} }),
  errors: ['unknownName'],

  run({ address: addressParam }, { now: { state } }) {
    const address = knownAddressOf(addressParam, state);
    const account = new LedgerView(state, 'processed', { keepOrphan: true }).account(address);
    if (account === undefined) throw rpcErrors.unknownName(`the ledger has no account ${addressParam}`);
    try {
      return { ...readDescribedAccount(account, idlProgramsOf(state), addressParam) };
    } catch (error) {
      if (error instanceof IdlDataError) throw rpcErrors.unknownName(error.message);
      throw error;
    }
  },

  library: (call): FieldsMethod => ({ fields: (address) => call(addressText(address)) }),
});
