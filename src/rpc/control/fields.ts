import { rpcErrors } from '../../errors.ts';
import { LedgerView } from '../../ledger/view.ts';
import { accountTypeOf, IdlDataError, readFields } from '../../solana/idl/readFields.ts';
import { objectOf } from '../openrpc/schema.ts';
import { TEXT } from '../openrpc/schemas.ts';
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
    const program = [...state.names.programs.values()].find((each) => each.address === account.owner);
    if (program === undefined)
      throw rpcErrors.unknownName(`${words} belongs to ${account.owner}, and no program with an IDL has this address`);
    const type = accountTypeOf(account.data, program.idl);
    if (type === undefined)
      throw rpcErrors.unknownName(`the data of ${words} begins as no account of ${program.name} does`);
    try {
      return { program: program.name, account: type.name, fields: readFields(account.data, type, program.idl) };
    } catch (error) {
      if (error instanceof IdlDataError)
        throw rpcErrors.unknownName(`the data of ${words} is no ${type.name} of ${program.name}: ${error.message}`);
      throw error;
    }
  },
});
