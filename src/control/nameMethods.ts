import { signatureIn } from '../ledger/state.ts';
import { listOf, mapOf, objectOf, withDefault } from '../rpc/openrpc/schema.ts';
import { ADDRESS, SIGNATURE, U64 } from '../rpc/openrpc/schemas.ts';
import { namedLedger } from '../runtime/names/ledgerNames.ts';
import { addressIn } from '../script/building/builtKeys.ts';
import { TOKEN_PROGRAM } from '../solana/address.ts';
import { readU64 } from '../syntax/readers.ts';
import { text } from './arguments.ts';
import { controlMethod } from './controlMethod.ts';
import { knownAddressOf } from './parse/parseAccount.ts';

/**
 * The names of accounts and transactions, which scripts give.
 * @module
 */

export const address = controlMethod({
  name: 'stillnode_address',
  summary: 'the address of a name or derivation, with the keys and mints of the ledger',
  params: { words: text },
  result: 'address in base58',
  schema: ADDRESS,
  errors: ['unknownName'],
  run: ({ words }, { now }) => knownAddressOf(words, now.state),
});

export const signature = controlMethod({
  name: 'stillnode_signature',
  summary: 'the signature of a named transaction of a script',
  params: { name: text, 'copy?': { schema: withDefault(U64, 0), read: readU64 } },
  result: 'signature',
  schema: SIGNATURE,
  errors: ['unknownName'],
  run: ({ copy = 0n, name }, { now }) => signatureIn(now.state, name, Number(copy)),
});

export const names = controlMethod({
  name: 'stillnode_names',
  summary: 'every name of an account and of a transaction',
  params: {},
  result:
    '`{"accounts","tokenPrograms","transactions"}`: addresses by `$name` and derivation, the programs of mints besides the Token program by address, signatures of all copies by name',
  schema: objectOf({ accounts: mapOf(ADDRESS), tokenPrograms: mapOf(ADDRESS), transactions: mapOf(listOf(SIGNATURE)) }),

  run(_params, { now: { state } }) {
    const ledger = namedLedger(state);
    const keys = Array.from(state.names.keys.keys(), (name) => [`$${name}`, addressIn(ledger, `$${name}`)] as const);
    const accounts = new Map([...keys, ...state.names.addresses]);
    const programs = Array.from(accounts.values(), (mint) => [mint, ledger.tokenProgramOf(mint)] as const);
    return {
      accounts: Object.fromEntries(accounts),
      tokenPrograms: Object.fromEntries(programs.filter(([, program]) => program && program !== TOKEN_PROGRAM)),
      transactions: Object.fromEntries(state.names.signatures),
    };
  },
});
