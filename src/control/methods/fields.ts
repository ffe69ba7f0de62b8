import { rpcErrors } from '../../errors.ts';
import { processedView } from '../../ledger/view.ts';
import { idlProgramsOf } from '../../rpc/encoding/describedTransaction.ts';
import { objectOf, withName, withNote, withType } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { IdlDataError } from '../../solana/idl/budget.ts';
import { readDescribedAccount } from '../../solana/idl/describeAccount.ts';
import { KEY } from '../codeArgument.ts';
import { controlMethod } from '../controlMethod.ts';
import { knownAddressOf } from '../parse/parseAddress.ts';

const PARAMS = { address: KEY };

export const fields = controlMethod({
  name: 'fields',
  effect: 'reads',
  summary: 'the fields of an account at the processed tip, by the IDL of its program',
  doc: [
    '@example',
    "const { fields } = await node.fields('order1');",
    '@throws RpcError if the program of the account has no IDL',
  ],
  params: PARAMS,
  result: withName(
    'AccountFields',
    objectOf({
      program: withNote(TEXT, 'name of the program in the script'),
      account: withNote(TEXT, 'type of the account in the IDL'),
      fields: withNote(
        withType('Readonly<Record<string, unknown>>', {}),
        'integers beyond 32 bits are text, bytes `{"base64"}`',
      ),
    }),
    'an account of a program with an IDL, by its fields',
  ),
  errors: ['unknownName'],

  run({ address: addressParam }, { now: { state } }) {
    const address = knownAddressOf(addressParam, state);
    const account = processedView(state).account(address);
    if (account === undefined) throw rpcErrors.unknownName(`the ledger has no account ${addressParam}`);
    try {
      return { ...readDescribedAccount(account, idlProgramsOf(state), addressParam) };
    } catch (error) {
      if (error instanceof IdlDataError) throw rpcErrors.unknownName(error.message);
      throw error;
    }
  },
});
