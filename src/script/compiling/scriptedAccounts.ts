import { U64_MAX } from '../../codec/bigints.ts';
import { formatUnits } from '../../codec/decimalUnits.ts';
import type { BankAccounts } from '../../runtime/accounts/bankAccounts.ts';
import { mintOf, tokenAccountOf, withSupply } from '../../runtime/accounts/tokens.ts';
import type { Names } from '../../runtime/names/names.ts';
import { upgradeableProgram } from '../../runtime/upgradeableProgram.ts';
import { emptyAccount } from '../../solana/account.ts';
import { type Address, NATIVE_MINT } from '../../solana/address.ts';
import type { AccountKind, AccountNode } from '../format/accounts.ts';
import type { CompiledProgramNode } from '../format/script.ts';
import type { AccountSetting } from './accountSetting.ts';
import { metadataAccount } from './mintMetadata.ts';
import { isRawMint } from './newMints.ts';
import { accountContent } from './scriptedContent.ts';
import { readUnits } from './tokenUnits.ts';

type MintKind = Extract<AccountKind, { kind: 'mint' }>;
type MintNode = AccountNode & { readonly accountKind: MintKind };

/** Puts compiled programs into `setting.accounts`. @returns their addresses, and those of their code */
export function setPrograms(
  nodes: readonly CompiledProgramNode[],
  { accounts, minimumBalance, names }: AccountSetting,
): Set<Address> {
  const used = new Set<Address>();
  for (const { address, at, authority: node, code } of nodes) {
    const authority = node === undefined ? null : names.resolve(node);
    if (authority === undefined) continue;
    if (used.has(address)) at.refuse(`duplicate account ${names.show(address)}`);
    for (const account of upgradeableProgram({ address, code, authority }, minimumBalance, U64_MAX)) {
      accounts.set(account);
      used.add(account.address);
    }
  }
  return used;
}

/**
 * Puts described accounts into `setting.accounts`, one account a step; wrong ones are reported and left out.
 *
 * @param used addresses that the script has already; those of the accounts are added
 */
export function* setScriptedAccounts(
  nodes: readonly AccountNode[],
  setting: AccountSetting,
  used: Set<Address> = new Set(),
): Iterable<void> {
  const { accounts, names } = setting;
  const mints = nodes.filter(isMint);
  for (const node of nodes.toSorted((a, b) => rankOf(a) - rankOf(b))) yield setAccount(node, setting, used);
  const supplies = sumsByMint(used, accounts);
  for (const node of mints) setSupply(node, names, accounts, supplies);
}

function isMint(node: AccountNode): node is MintNode {
  return node.accountKind.kind === 'mint';
}

/** Mints are set before other accounts. */
function rankOf({ accountKind }: AccountNode): number {
  if (accountKind.kind === 'mint') return 0;
  return isRawMint(accountKind) ? 1 : 2;
}

function setAccount(node: AccountNode, setting: AccountSetting, used: Set<Address>): void {
  const { accounts, minimumBalance, names } = setting;
  const address = names.resolve(node.address);
  if (address === undefined) return;
  if (used.has(address)) {
    node.at.refuse(`duplicate account ${names.show(address)}`);
    return;
  }
  used.add(address);
  const content = accountContent(address, node, setting);
  if (content === undefined) return;
  const { lamports = minimumBalance(content.data.length), ...rest } = content;
  const account = { ...emptyAccount(address), ...rest, lamports: node.lamports ?? lamports };
  accounts.set(account);
  const mint = mintOf(account);
  if (mint === undefined) return;
  const metadata = node.metadata && metadataAccount(node.metadata, { address, ...mint }, setting);
  if (metadata !== undefined) accounts.set(metadata);
  if (metadata !== undefined) used.add(metadata.address);
}

function sumsByMint(addresses: Iterable<Address>, accounts: BankAccounts): ReadonlyMap<Address, bigint> {
  const sums = new Map<Address, bigint>();
  for (const address of addresses) {
    const token = tokenAccountOf(accounts.get(address));
    if (token !== undefined) sums.set(token.mint, (sums.get(token.mint) ?? 0n) + token.amount);
  }
  return sums;
}

function setSupply(
  { address: node, at, accountKind }: MintNode,
  names: Names,
  accounts: BankAccounts,
  sums: ReadonlyMap<Address, bigint>,
) {
  const address = names.resolve(node);
  const account = address && accounts.get(address);
  const mint = mintOf(account);
  if (address === undefined || account === undefined || mint === undefined || address === NATIVE_MINT) return;
  const sum = sums.get(address) ?? 0n;
  const supply = accountKind.supply === undefined ? sum : readUnits(accountKind.supply, mint.decimals);
  if (supply === undefined) return;
  if (supply < sum)
    at.refuse(
      `the supply of ${names.show(address)} is ${formatUnits(supply, mint.decimals)}, and its accounts hold ${formatUnits(sum, mint.decimals)}`,
    );
  accounts.set(withSupply({ account, mint }, supply));
}
