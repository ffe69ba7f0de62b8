import { isJsonArray, type JsonValue } from '../codec/json.ts';
import { readMembers } from '../document/members.ts';
import { readText } from '../document/readers.ts';
import { type AccountSet, setAccount as setAccountMove } from '../ledger/moves/setAccount.ts';
import type { Address } from '../model/address.ts';
import { readArguments, readOptional, readWord } from './arguments.ts';
import type { Verb } from './verb.ts';

interface Params {
  /** a word for an address */
  readonly address: string;
  readonly account: JsonValue;
  readonly from: AccountSet['from'];
}

/** What the account is depends on the ledger, so it is read when the call runs. */
export const setAccount: Verb<Params> = {
  name: 'stillnode_setAccount',

  describe: ({ ANY_OBJECT, closedObjectOf, orNull, TEXT, withDefault, wordOf }) => ({
    summary: 'sets an account, or deletes it',
    params: {
      address: TEXT,
      account: orNull(ANY_OBJECT),
      'config?': closedObjectOf({ 'from?': withDefault(wordOf('always', 'processed'), 'always') }),
    },
    result: 'its address in base58',
    schema: TEXT,
    errors: [],
  }),

  readParams: (params) => {
    const rest = readArguments(params, ['address', 'account', 'config?'], (address, _account, config) => {
      const text = readText(address!);
      const from = readOptional(config!, (at) => readMembers(at, { from: readFrom }))?.from ?? 'always';
      return text === undefined ? undefined : { address: text, from };
    });
    return { ...rest, account: (isJsonArray(params) ? params[1] : undefined) ?? null };
  },

  async run({ account, address, from }, { live }) {
    // loaded only when needed: most nodes compile no script
    const { accountOf, addressOf } = await import('./words/account.ts');
    let found: Address | undefined;
    await live.moveAccount((before) => {
      const set = { address: addressOf(address, before), from };
      found = set.address;
      const state = account === null ? null : accountOf(address, account, before);
      return { state: setAccountMove(before, set.address, state, from), set };
    });
    return found ?? null;
  },
};

function readFrom(at: Parameters<typeof readText>[0]): AccountSet['from'] | undefined {
  return readWord(at, ['always', 'processed']);
}
