import type { JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { setAccount } from '../../ledger/moves/setAccount.ts';
import { accountsAt, type LedgerState } from '../../ledger/state.ts';
import { tokenAccountOf, tokenProgramOf } from '../../runtime/accounts/tokens.ts';
import { associatedAddress } from '../../runtime/derive.ts';
import { type Account, emptyAccount } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import { ACCOUNT_STATES, TOKEN_ACCOUNT, type TokenAccount } from '../../solana/programs/splToken/layout.ts';
import { presentOf } from '../../syntax/members.ts';
import { boolean, object, oneOf, plainAddress, syntax, type TypeOf, u64 } from '../../syntax/syntax.ts';
import { hex } from '../../syntax/values.ts';
import type { ControlContext } from '../controlMethod.ts';
import { accountOf } from '../parse/parseAccount.ts';
import { NULL_RESULT, optionalOrNull, surfnetMethod, valueInContext, withoutNull } from './surfnetMethod.ts';

/** Aliases that set accounts at every commitment at once, from their state at the processed tip. @module */

const ACCOUNT_UPDATE = object({
  lamports: optionalOrNull(u64),
  data: optionalOrNull(hex),
  owner: optionalOrNull(plainAddress),
  executable: optionalOrNull(boolean),
  rentEpoch: optionalOrNull(u64),
});

export const surfnetSetAccount = surfnetMethod({
  name: 'setAccount',
  summary: 'changes the given members of an account, or creates it; `data` is hex; as Surfpool has it',
  params: { pubkey: plainAddress, update: ACCOUNT_UPDATE },
  ...NULL_RESULT,

  run: ({ pubkey, update }, context) =>
    replaceAccount(pubkey, context, (state) => ({
      ...(accountIn(state, pubkey) ?? emptyAccount(pubkey)),
      ...withoutNull(update),
    })),
});

/** An address, or the text `null` for none. */
const addressOrNone = syntax((at) => (at.value === 'null' ? ('null' as const) : plainAddress(at)), {
  type: 'string',
  description: 'address; "null": none',
});

const TOKEN_UPDATE = object({
  amount: optionalOrNull(u64),
  delegate: optionalOrNull(addressOrNone),
  state: optionalOrNull(oneOf(ACCOUNT_STATES)),
  delegatedAmount: optionalOrNull(u64),
  closeAuthority: optionalOrNull(addressOrNone),
});

const TOKEN_PARAMS = {
  owner: plainAddress,
  mint: plainAddress,
  update: TOKEN_UPDATE,
  tokenProgram: optionalOrNull(plainAddress),
};

export const surfnetSetTokenAccount = surfnetMethod({
  name: 'setTokenAccount',
  summary: 'changes the given members of the associated token account of an owner, or creates it; as Surfpool has it',
  params: TOKEN_PARAMS,
  ...NULL_RESULT,

  async run({ mint, owner, tokenProgram, update }, context) {
    const { state } = context.now;
    const address = associatedAddress(owner, mint, programOf(mint, tokenProgram, state));
    return replaceAccount(address, context, (before) => {
      const account = tokenAccountIn(before, address, { owner, mint });
      return withTokens(account, tokenChanges(update));
    });
  },
});

async function replaceAccount(
  address: Address,
  { live }: ControlContext,
  change: (state: LedgerState) => Account,
): Promise<JsonValue> {
  const { state } = await live.moveAccount((before) => {
    const account = change(before);
    // an account without lamports does not exist
    const state = setAccount(before, address, account.lamports === 0n ? null : account, 'always');
    return { state, set: { address, from: 'always' } };
  });
  return valueInContext(state, 'null');
}

function accountIn(state: LedgerState, address: Address): Account | undefined {
  return accountsAt(state, state.chains.processed).get(address);
}

/** The token program of a mint. A program that the call names must be the same. */
function programOf(mint: Address, requested: Address | null | undefined, state: LedgerState): Address {
  const program = tokenProgramOf(accountIn(state, mint));
  if (program === undefined) throw rpcErrors.invalidArgument(`mint: the ledger has no mint ${mint}`);
  if (program === (requested ?? program)) return program;
  throw rpcErrors.invalidArgument(`tokenProgram: expected the program of the mint, ${program}, found ${requested}`);
}

/** The token account, or a new one with the extensions that its mint requires. */
function tokenAccountIn(state: LedgerState, address: Address, holder: { owner: Address; mint: Address }): Account {
  const existing = accountIn(state, address);
  if (existing === undefined) return accountOf(address, address, { token: holder }, state)[0]!;
  if (tokenAccountOf(existing) !== undefined) return existing;
  throw rpcErrors.invalidArgument(`owner: ${address}, the account of this owner, is not an initialized token account`);
}

function tokenChanges({ closeAuthority, delegate, ...others }: TypeOf<typeof TOKEN_UPDATE>): Partial<TokenAccount> {
  return presentOf({
    ...withoutNull(others),
    closeAuthority: noneOf(closeAuthority),
    delegate: noneOf(delegate),
  });
}

function noneOf(address: Address | 'null' | null | undefined): Address | null | undefined {
  if (address === 'null') return null;
  return address ?? undefined;
}

/** The account with changed members. The lamports of wrapped SOL follow its amount. */
function withTokens(account: Account, changes: Partial<TokenAccount>): Account {
  const data = Uint8Array.from(account.data);
  TOKEN_ACCOUNT.change(data, changes);
  const reserve = TOKEN_ACCOUNT.get(data, 'nativeReserve');
  const lamports = reserve === null ? account.lamports : reserve + TOKEN_ACCOUNT.get(data, 'amount');
  return { ...account, data, lamports };
}
