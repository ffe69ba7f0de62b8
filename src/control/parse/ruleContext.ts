import { decodeBase58 } from '../../codec/base58.ts';
import { isActive } from '../../gates.ts';
import { epochOf, epochScheduleOf } from '../../ledger/epochs.ts';
import type { MinimumBalance } from '../../ledger/rent.ts';
import { minimumBalancesOf } from '../../ledger/rent.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { wholeView } from '../../ledger/view.ts';
import { unixTimestampOf } from '../../rpc/encoding/tokenMint.ts';
import { BankAccounts } from '../../runtime/accounts/bankAccounts.ts';
import { Changes } from '../../runtime/accounts/changes.ts';
import { namedLedger, namesOf } from '../../runtime/names/ledgerNames.ts';
import type { Names } from '../../runtime/names/names.ts';
import type { Address } from '../../solana/address.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import type { Syntax } from '../../syntax/syntax.ts';
import type { AddressNode } from '../../syntax/values.ts';

/** The ledger that rules and matches are read for: at its processed tip, when the rule is added. */
export interface RuleContext {
  readonly names: Names;
  readonly accounts: BankAccounts;
  readonly minimumBalance: MinimumBalance;
  readonly unixTimestamp: bigint;
  /** whether the next block may have transactions whose payer cannot pay */
  readonly hasInvalidFeePayers: boolean;
  /** a new list of changes, which is empty; its messages have these names */
  readonly changes: (names: Names) => Changes;
}

/** The description of a value that is read with a ledger. */
export interface RuleSyntax<T> extends Pick<Syntax<T>, 'schema'> {
  (at: Cursor, ruleContext: RuleContext): T | undefined;
}

/** Makes a description of a reader that needs a ledger. @param schema the schema of the value */
export function withRuleContext<T>(
  read: (at: Cursor, ruleContext: RuleContext) => T | undefined,
  { schema }: Pick<Syntax<unknown>, 'schema'>,
): RuleSyntax<T> {
  return Object.assign((at: Cursor, ruleContext: RuleContext) => read(at, ruleContext), { schema });
}

/** The address of a node in a match: a name that the ledger does not know would never match, and is refused. */
export function knownAddress({ accounts, names }: RuleContext, node: AddressNode | undefined): Address | undefined {
  return names.resolveKnown(node, (address) => accounts.get(address) !== undefined);
}

/** Warns of names that look misspelled. It is called after the whole rule was read. */
export function warnOfTypos({ accounts, names }: RuleContext): void {
  names.warnOfTypos((address) => accounts.get(address) !== undefined);
}

/** The context of rules and matches that are added now. */
export function ruleContextOf(state: LedgerState): RuleContext {
  const view = wholeView(state);
  const names = namesOf(namedLedger(state));
  const accounts = new BankAccounts(view.accounts);
  const { tip } = state.chains.processed;
  const { blockhash } = state.history.block(tip) ?? {};
  const unixTimestamp = unixTimestampOf(view) ?? 0n;
  const clock = {
    slot: tip,
    epoch: epochOf(epochScheduleOf(state), tip),
    unixTimestamp,
    parentHash: blockhash === undefined ? new Uint8Array(32) : decodeBase58(blockhash),
  };
  const minimumBalance = minimumBalancesOf(view);
  const changes = (names: Names) => new Changes(accounts, clock, names, new Set(), minimumBalance);
  const hasInvalidFeePayers = isActive(state.protocol.gates.invalidFeePayer, tip + 1n);
  return { names, accounts, minimumBalance, unixTimestamp, hasInvalidFeePayers, changes };
}
