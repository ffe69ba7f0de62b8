import type { LiteSVM } from 'litesvm';
import { decodeBase58 } from '../../codec/base58.ts';
import { type Account, emptyAccount, sameAccount } from '../../solana/account.ts';
import {
  type Address,
  CLOCK_SYSVAR,
  EPOCH_SCHEDULE_SYSVAR,
  LAST_RESTART_SLOT_SYSVAR,
  MEMO_PROGRAM,
  MEMO_V4_PROGRAM,
  NATIVE_LOADER,
  RECENT_BLOCKHASHES_SYSVAR,
  RENT_SYSVAR,
  SLOT_HASHES_SYSVAR,
  SYSVAR_OWNER,
} from '../../solana/address.ts';
import { extendedBefore } from '../../solana/lookupTable.ts';
import { codeAddressOf } from '../../solana/programs/loaders.ts';
import { CLOCK } from '../../solana/sysvars.ts';
import type { Bank } from '../bank.ts';
import { programBinary } from '../cluster/programBinaries.ts';
import type { StandsFor } from '../outcome.ts';
import type { RunnableTransaction } from '../runnableTransaction.ts';
import type { LiteSvmPackage } from './litesvmPackage.ts';
import { ELF_LOADERS, emptyProgramFor, hasCode, isProgram, withoutCode } from './programCode.ts';

/** Sysvars that programs read without naming them. The slot and stake histories are large, and stay those of a new cluster. */
const SYSVARS: readonly Address[] = [
  RENT_SYSVAR,
  RECENT_BLOCKHASHES_SYSVAR,
  EPOCH_SCHEDULE_SYSVAR,
  LAST_RESTART_SLOT_SYSVAR,
  SLOT_HASHES_SYSVAR,
];

/** The sysvars of the block that a transaction is executed in. */
function sysvarsOf(bank: Bank): readonly Account[] {
  const clock = bank.sysvar(CLOCK_SYSVAR);
  const accounts = SYSVARS.flatMap((name) => bank.sysvar(name) ?? []);
  if (clock !== undefined) accounts.push({ ...clock, data: clockData(clock.data, bank) });
  return accounts.map((account) => ({ ...account, owner: SYSVAR_OWNER, executable: false, lamports: 1n }));
}

function clockData(data: Uint8Array, { clock }: Bank): Uint8Array {
  const { slot, epoch, unixTimestamp } = clock;
  const changed = new Uint8Array(CLOCK.size);
  changed.set(data.subarray(0, CLOCK.size));
  CLOCK.change(changed, { slot, epoch, unixTimestamp });
  return changed;
}

/** limit of accounts: LiteSVM never frees one, so beyond it LiteSVM is created again */
const MAX_ACCOUNTS = 10_000;

type Simulated = ReturnType<LiteSVM['simulateTransaction']>;

type KitAccount = Parameters<LiteSVM['setAccount']>[0];

type KitTransaction = Parameters<LiteSVM['simulateTransaction']>[0];

/**
 * LiteSVM as a cache of accounts: each transaction sets the accounts that it names and that differ. Transactions are only
 * simulated in it, so that one machine serves every fork and commitment in any order.
 */
export class Machine {
  readonly #package: LiteSvmPackage;
  #svm!: LiteSVM;
  /** addresses of the programs and sysvars of LiteSVM itself */
  #builtinAddresses!: ReadonlySet<Address>;
  /** sysvars of LiteSVM, used where it cannot read those of the ledger */
  #sysvars!: ReadonlyMap<Address, KitAccount>;
  #accounts!: Map<Address, Account>;
  /** accounts that were set instead of those that LiteSVM refused */
  #standIns!: Map<Address, Account>;
  /** addresses of programs that LiteSVM has compiled */
  #compiled!: Set<Address>;

  readonly #features: readonly string[];

  /** @param features those that are active */
  constructor(litesvm: LiteSvmPackage, features: readonly string[]) {
    this.#package = litesvm;
    this.#features = features;
    this.#startAnew();
  }

  /** Whether LiteSVM has its own program at an address. */
  hasBuiltin(program: Address): boolean {
    return this.#builtinAddresses.has(program);
  }

  /** The account that was set for an address; undefined: none, or an account of LiteSVM itself. */
  accountOf(address: Address): Account | undefined {
    return this.#standIns.get(address) ?? this.#accounts.get(address);
  }

  /**
   * @param messageBytes of a message that keeps every rule: others end the process
   * @param standsFor a program that does nothing
   */
  simulate(
    messageBytes: Uint8Array,
    transaction: RunnableTransaction,
    bank: Bank,
    standsFor: StandsFor | undefined,
  ): Simulated {
    this.#load(wantedAccounts(transaction, bank, this.#builtinAddresses, standsFor), bank);
    const signers = transaction.message.accountKeys.slice(0, transaction.message.header.numRequiredSignatures);
    // LiteSVM does not check signatures here
    const signatures = Object.fromEntries(signers.map((signer) => [signer, null]));
    return this.#svm.simulateTransaction({ messageBytes, signatures } as unknown as KitTransaction);
  }

  #startAnew(): void {
    const { LiteSVM } = this.#package;
    this.#svm = new LiteSVM().withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n);
    this.#setFeatures();
    // LiteSVM has the fourth memo program at the address of the third one
    const memo = this.#svm.getAccount(MEMO_PROGRAM as never);
    for (const address of [MEMO_PROGRAM, MEMO_V4_PROGRAM])
      this.#svm.setAccount({ ...memo, address, data: programBinary(address) } as unknown as KitAccount);
    // asked again for each machine, though the answer is the same: only returned accounts tell Node how much memory a machine uses
    const owners = [NATIVE_LOADER, SYSVAR_OWNER, ...ELF_LOADERS];
    const own = owners.flatMap((owner) => this.#svm.getProgramAccounts(owner as never));
    this.#builtinAddresses = new Set(own.map(({ address }) => address as string as Address));
    const sysvars = this.#svm.getProgramAccounts(SYSVAR_OWNER as never);
    this.#sysvars = new Map(sysvars.map((sysvar) => [sysvar.address as string as Address, sysvar]));
    this.#accounts = new Map();
    this.#standIns = new Map();
    this.#compiled = new Set();
  }

  /** Builtin programs follow the features. */
  #setFeatures(): void {
    const features = new this.#package.FeatureSet();
    for (const feature of this.#features) features.activate(decodeBase58(feature), 0n);
    this.#svm.withFeatureSet(features).withBuiltins();
  }

  #load({ accounts, builtinAddresses }: WantedAccounts, bank: Bank): void {
    const isOutdated = [...accounts.values()].some(
      (account) => this.#compiled.has(account.address) && !this.#isCurrent(account),
    );
    const isReplaced = builtinAddresses.some((address) => this.#compiled.has(address));
    // a compiled program stays in LiteSVM after its account is removed
    if (isOutdated || isReplaced || this.#accounts.size > MAX_ACCOUNTS) this.#startAnew();
    for (const sysvar of sysvarsOf(bank)) this.#setIfChanged(sysvar);
    for (const account of accounts.values()) this.#setIfChanged(account);
  }

  #isCurrent(account: Account): boolean {
    const current = this.#accounts.get(account.address);
    return current === undefined ? account.lamports === 0n : current === account || sameAccount(current, account);
  }

  #setIfChanged(account: Account): void {
    if (this.#isCurrent(account)) return;
    this.#accounts.set(account.address, account);
    this.#standIns.delete(account.address);
    try {
      this.#set(account);
    } catch (error) {
      const builtinSysvar = this.#sysvars.get(account.address);
      if (builtinSysvar === undefined && !account.executable) throw error;
      if (builtinSysvar !== undefined) this.#svm.setAccount(builtinSysvar);
      else this.#setStandIn(isProgram(account) ? withoutCode(account) : { ...account, executable: false });
    }
    if (account.executable) this.#compiled.add(account.address);
    const code = codeAddressOf(account);
    if (code !== undefined) this.#compiled.add(code);
  }

  #setStandIn(account: Account): void {
    this.#standIns.set(account.address, account);
    this.#set(account);
  }

  #set({ address, data, executable, lamports, owner }: Account): void {
    const account = { address, data, executable, lamports, programAddress: owner, space: BigInt(data.length) };
    this.#svm.setAccount(account as unknown as KitAccount);
  }
}

interface WantedAccounts {
  /** code before the programs that have it */
  readonly accounts: ReadonlyMap<Address, Account>;
  /** addresses whose accounts LiteSVM brings */
  readonly builtinAddresses: readonly Address[];
}

function wantedAccounts(
  { keys, message }: RunnableTransaction,
  bank: Bank,
  own: ReadonlySet<Address>,
  standsFor: StandsFor | undefined,
): WantedAccounts {
  const codes = new Map<Address, Account>();
  const accounts = new Map<Address, Account>();
  const builtinAddresses: Address[] = [];
  const tables = (message.addressTableLookups ?? []).map(({ accountKey }) => accountKey);
  // the addresses are looked up already: a table of another node was extended in a slot of another chain
  const tableOf = (account: Account) => ({ ...account, data: extendedBefore(bank.clock.slot, account.data) });
  const accountOf = (key: Address) => {
    const account = bank.accounts.get(key);
    if (key === standsFor) return emptyProgramFor(key, account);
    return account !== undefined && tables.includes(key) ? tableOf(account) : (account ?? emptyAccount(key));
  };
  for (const key of new Set([...keys, ...tables])) {
    const account = accountOf(key);
    const codeAddress = codeAddressOf(account);
    const code = codeAddress && bank.accounts.get(codeAddress);
    const isCallable = isProgram(account) && hasCode(account, code);
    if (own.has(key) && !isCallable) builtinAddresses.push(key);
    else accounts.set(key, isProgram(account) && !isCallable ? withoutCode(account) : account);
    if (isCallable && code !== undefined) codes.set(code.address, code);
  }
  return { accounts: new Map([...codes, ...accounts]), builtinAddresses };
}
