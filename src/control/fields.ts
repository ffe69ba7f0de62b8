import { rpcErrors } from '../errors.ts';
import { LedgerView } from '../ledger/view.ts';
import { idlProgramsOf } from '../rpc/encoding/describedTransaction.ts';
import { objectOf } from '../rpc/openrpc/schema.ts';
import { TEXT } from '../rpc/openrpc/schemas.ts';
import { readDescribedAccount } from '../solana/idl/describeAccount.ts';
import { IdlDataError } from '../solana/idl/readFields.ts';
import { text } from './arguments.ts';
import { controlMethod } from './controlMethod.ts';
import { knownAddressOf } from './parse/parseAccount.ts';

export const fields = controlMethod({
  name: 'stillnode_fields',
  summary: 'the fields of an account at the processed tip, by the IDL of its program',
  params: { address: text },
  result:
    '`{"program","account","fields"}`: names of the program and of its type, and the values; integers beyond 32 bits as text, bytes as `{"base64"}`',
  schema: objectOf({ program: TEXT, account: TEXT, fields: {} }),
  errors: ['unknownName'],

  run({ address: words }, { now: { state } }) {
    const address = knownAddressOf(words, state);
    const account = new LedgerView(state, 'processed', { keepOrphan: true }).account(address);
    if (account === undefined) throw rpcErrors.unknownName(`the ledger has no account ${words}`);
    try {
      return { ...readDescribedAccount(account, idlProgramsOf(state), words) };
    } catch (error) {
      if (error instanceof IdlDataError) throw rpcErrors.unknownName(error.message);
      throw error;
    }
  },
});
