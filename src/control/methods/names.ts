import { listOf, mapOf, objectOf, withNote } from '../../rpc/openrpc/schema.ts';
import { ADDRESS, SIGNATURE } from '../../rpc/openrpc/schemas.ts';
import { namedLedger } from '../../runtime/names/ledgerNames.ts';
import { addressIn } from '../../script/building/keysInLedger.ts';
import { TOKEN_PROGRAM } from '../../solana/address.ts';
import { controlMethod } from '../controlMethod.ts';

export const names = controlMethod({
  name: 'names',
  effect: 'reads',
  summary: 'every name of an account and of a transaction',
  result: objectOf({
    accounts: withNote(mapOf(ADDRESS), 'addresses by `$name` and derivation'),
    tokenPrograms: withNote(
      mapOf(ADDRESS),
      'by the address of a mint its token program, if it is not the Token program',
    ),
    transactions: withNote(mapOf(listOf(SIGNATURE)), 'signatures of all copies by name'),
  }),

  run(_args, { now: { state } }) {
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
  library: false,
});
