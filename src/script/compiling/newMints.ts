import type { NewMint } from '../../runtime/names/collectNames.ts';
import { TOKEN_PROGRAM } from '../../solana/address.ts';
import { tokenKindOf } from '../../solana/programs/splToken/layout.ts';
import { type AddressNode, NO_REPORTS } from '../../syntax/values.ts';
import type { AccountKind, AccountNode } from '../format/accounts.ts';
import type { InstructionNode } from '../format/instructions.ts';
import type { Script } from '../format/script.ts';
import type { TransactionNode } from '../format/transactions.ts';

/**
 * The mints that a script makes, which say under which token program its associated accounts are.
 * @module
 */

/** The mints of a script: those of its accounts, and those that its successful transactions create or write. */
export function* newMints({ accounts, slots }: Pick<Script, 'accounts' | 'slots'>): Iterable<NewMint> {
  yield* mintsAmong(accounts);
  for (const slot of slots)
    if (slot.kind === 'blocks') for (const transaction of slot.transactions) yield* mintsOf(transaction);
}

function* mintsOf({ instructions, outcome }: TransactionNode): Iterable<NewMint> {
  if (outcome.err !== undefined || outcome.neverRan !== undefined) return;
  yield* createdMints(instructions);
  for (const group of outcome.inner) yield* createdMints(group.instructions);
  yield* mintsAmong(outcome.accounts.flatMap(({ account }) => account ?? []));
}

function* createdMints(instructions: readonly InstructionNode[]): Iterable<NewMint> {
  for (const { arguments: args, name } of instructions)
    if (name === 'createMint') yield newMint(args.mint, args.program);
}

/** The mints among described accounts. */
export function* mintsAmong(nodes: readonly AccountNode[]): Iterable<NewMint> {
  for (const { accountKind, address } of nodes) {
    if (accountKind.kind === 'mint') yield newMint(address, accountKind.program);
    else if (isRawMint(accountKind)) yield newMint(address, accountKind.owner);
  }
}

/** Whether an account is given by bytes that are those of a mint. */
export function isRawMint(kind: AccountKind): kind is Extract<AccountKind, { kind: 'raw' }> {
  return kind.kind === 'raw' && tokenKindOf(kind.data) === 'mint';
}

const TOKEN: AddressNode = { value: TOKEN_PROGRAM, at: NO_REPORTS };

function newMint(mint: AddressNode, program: AddressNode = TOKEN): NewMint {
  return { mint, program };
}
