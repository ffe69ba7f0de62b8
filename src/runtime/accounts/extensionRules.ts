/**
 * What Token-2022 allows with tokens whose mint, or account, has extensions. What a node would refuse, and what depends on more
 * than the accounts, is a ProgramError.
 *
 * Source   spl-token-2022 8.0 `processor.rs`
 * @module
 */
import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import { transferFee } from '../../programs/splToken/extensions/transferFees.ts';
import type { CallSite } from '../instruction.ts';
import { ProgramError } from '../programError.ts';
import type { Changes } from './accounts.ts';
import { amountText } from './amounts.ts';
import {
  accountExtension,
  EXTENSION,
  hasFlag,
  holdsEncrypted,
  type MintRules,
  mintRulesOf,
  takesPlainTransfers,
  withheldIn,
  withWithheld,
} from './extensions.ts';
import { type Holding, requireHolding, requireMint } from './tokens.ts';

const REFUSED = 'a node would refuse it: give with `err` how the transaction fails';
const UNKNOWN = 'record such a transaction, or write it with `raw`, which changes no account';

/** @throws ProgramError where there is no such mint, or one with extensions of which nothing is known */
export function requireRules(accounts: Changes, address: Address): MintRules {
  const rules = mintRulesOf(requireMint(accounts, address).account);
  if (rules !== undefined) return rules;
  throw new ProgramError('GenericError', `${accounts.names.show(address)} has extensions that are not known`, UNKNOWN);
}

export interface TransferWay extends CallSite {
  /** whether the instruction names the mint */
  readonly isChecked: boolean;
}

/** @throws ProgramError where the tokens cannot be moved so */
export function checkTransfer(
  accounts: Changes,
  from: Holding,
  to: Holding,
  authority: Address,
  way: TransferWay,
): void {
  const { names } = accounts;
  const rules = requireRules(accounts, from.mint);
  const mint = names.show(from.mint);
  if (rules.isNonTransferable)
    throw new ProgramError('GenericError', `tokens of ${mint} cannot be transferred`, REFUSED);
  if (!way.isChecked && rules.accountExtensions.length > 0)
    throw new ProgramError(
      'GenericError',
      `tokens of ${mint} are not moved without naming the mint`,
      'use `transferChecked`',
    );
  refusePaused(accounts, from.mint, rules);
  if (rules.hook !== null)
    throw new ProgramError(
      'GenericError',
      `a transfer of ${mint} calls its transfer hook, ${names.show(rules.hook)}`,
      UNKNOWN,
    );
  refuseGuarded(accounts, from, authority, way);
  checkDestination(accounts, from, to, way);
}

function checkDestination(accounts: Changes, from: Holding, to: Holding, { followsMemo }: CallSite): void {
  const { account } = requireHolding(accounts, to);
  const shown = accounts.names.show(to.address);
  if (hasFlag(account, EXTENSION.memoTransfer) && !followsMemo)
    throw new ProgramError('GenericError', `${shown} takes no transfer without a memo`, 'put a `memo` right before it');
  if (from.address !== to.address && !takesPlainTransfers(account))
    throw new ProgramError('GenericError', `${shown} takes only confidential transfers`, REFUSED);
}

/** What is held back of a transfer, in the smallest units. */
export function feeOf(accounts: Changes, mint: Address, amount: bigint): bigint {
  const { fees } = requireRules(accounts, mint);
  return fees === undefined ? 0n : transferFee(fees, accounts.moment.epoch, amount);
}

/** @throws ProgramError where the account has no place for fees */
export function withhold(accounts: Changes, to: Holding, fee: bigint): void {
  if (fee === 0n) return;
  const { account } = requireHolding(accounts, to);
  const changed = withWithheld(account, withheldIn(account) + fee);
  if (changed === undefined)
    throw new ProgramError(
      'GenericError',
      `${accounts.names.show(to.address)} cannot withhold the fees of ${accounts.names.show(to.mint)}`,
    );
  accounts.set(changed);
}

/** @throws ProgramError where no tokens can be minted into the account */
export function checkMinting(accounts: Changes, to: Holding): void {
  const { names } = accounts;
  const rules = requireRules(accounts, to.mint);
  refusePaused(accounts, to.mint, rules);
  refuseConfidential(accounts, to.mint, rules);
  const { account } = requireHolding(accounts, to);
  const has = (type: number): boolean => accountExtension(account, type) !== undefined;
  if (rules.isNonTransferable && !(has(EXTENSION.nonTransferableAccount) && has(EXTENSION.immutableOwner)))
    throw new ProgramError(
      'GenericError',
      `${names.show(to.address)} cannot hold ${names.show(to.mint)}, which cannot be transferred`,
      REFUSED,
    );
}

/** @throws ProgramError where no tokens can be burned */
export function checkBurning(accounts: Changes, from: Holding, authority: Address, site: CallSite): void {
  const rules = requireRules(accounts, from.mint);
  refusePaused(accounts, from.mint, rules);
  refuseConfidential(accounts, from.mint, rules);
  refuseGuarded(accounts, from, authority, site);
}

/** @throws ProgramError where the account guards against the program that calls */
export function refuseGuarded(accounts: Changes, from: Holding, authority: Address, { isCalled }: CallSite): void {
  const { account, token } = requireHolding(accounts, from);
  if (isCalled && authority === token.owner && hasFlag(account, EXTENSION.cpiGuard)) throw guarded(accounts, account);
}

/** @throws ProgramError where extensions keep the account from being closed */
export function checkClosing(
  accounts: Changes,
  { address, mint }: Holding,
  account: Account,
  to: Address,
  site: CallSite,
): void {
  const { names } = accounts;
  const withheld = withheldIn(account);
  if (withheld > 0n) {
    const { decimals } = requireMint(accounts, mint).mint;
    const amount = `${amountText(withheld, decimals)} of ${names.show(mint)}`;
    throw new ProgramError('GenericError', `${names.show(address)} withholds ${amount} and cannot be closed`, REFUSED);
  }
  if (holdsEncrypted(account))
    throw new ProgramError(
      'GenericError',
      `${names.show(address)} holds encrypted tokens and cannot be closed`,
      REFUSED,
    );
  const { owner } = requireHolding(accounts, { address, mint, wallet: undefined }).token;
  if (site.isCalled && to !== owner && hasFlag(account, EXTENSION.cpiGuard)) throw guarded(accounts, account);
}

function guarded({ names }: Changes, { address }: Account): ProgramError {
  return new ProgramError(
    'GenericError',
    `${names.show(address)} guards against programs that call for its owner`,
    REFUSED,
  );
}

function refusePaused({ names }: Changes, mint: Address, { isPaused }: MintRules): void {
  if (isPaused) throw new ProgramError('GenericError', `${names.show(mint)} is paused`, REFUSED);
}

function refuseConfidential({ names }: Changes, mint: Address, { isConfidentiallyMinted }: MintRules): void {
  if (isConfidentiallyMinted)
    throw new ProgramError('GenericError', `${names.show(mint)} is minted and burned confidentially only`, REFUSED);
}
