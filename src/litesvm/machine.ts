import type { LiteSVM } from 'litesvm';
import { type Account, emptyAccount, sameAccount } from '../model/account.ts';
import { type Address, MEMO_PROGRAM, MEMO_V4_PROGRAM, NATIVE_LOADER, SYSVAR_OWNER } from '../model/address.ts';
import type { StandsFor } from '../model/sendRule.ts';
import type { Bank, RunnableTransaction } from '../runtime/transactions/transaction.ts';
import type { LiteSvmPackage } from './package.ts';
import { codeAddressOf, hasCode, isProgram, LOADERS_OF_FILES, withoutCode } from './programs.ts';
import { standInFor } from './standIn.ts';
import { sysvarsOf } from './sysvars.ts';

/** accounts after which it starts anew, as it never forgets one */
const MAX_ACCOUNTS = 10_000;

type Simulated = ReturnType<LiteSVM['simulateTransaction']>;
type KitAccount = Parameters<LiteSVM['setAccount']>[0];
type KitTransaction = Parameters<LiteSVM['simulateTransaction']>[0];

/**
 * LiteSVM as a cache of what transactions are executed on: each brings the accounts that it names, and only those are set that
 * differ. Nothing is left of a transaction in it, so that it serves every fork and commitment in any order.
 */
export class Machine {
  readonly #package: LiteSvmPackage;
  #svm!: LiteSVM;
  /** programs and sysvars that it brings */
  #own!: ReadonlySet<Address>;
  /** those that it brings, in place of such as it cannot read */
  #sysvars!: ReadonlyMap<Address, KitAccount>;
  #given!: Map<Address, Account>;
  /** what was set in place of accounts that it does not take */
  #standIns!: Map<Address, Account>;
  /** those among them that were compiled */
  #compiled!: Set<Address>;

  constructor(litesvm: LiteSvmPackage) {
    this.#package = litesvm;
    this.#startAnew();
  }

  /** Whether there is a program at an address that the ledger says nothing of. */
  brings(program: Address): boolean {
    return this.#own.has(program);
  }

  /** What it has for an address; undefined: nothing, or what it brings itself. */
  given(address: Address): Account | undefined {
    return this.#standIns.get(address) ?? this.#given.get(address);
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
    this.#take(wantedBy(transaction, bank, this.#own, standsFor), bank);
    const signers = transaction.message.accountKeys.slice(0, transaction.message.header.numRequiredSignatures);
    // signatures are not looked at
    const signatures = Object.fromEntries(signers.map((signer) => [signer, null]));
    return this.#svm.simulateTransaction({ messageBytes, signatures } as unknown as KitTransaction);
  }

  #startAnew(): void {
    const { LiteSVM } = this.#package;
    this.#svm = new LiteSVM().withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n);
    // its code is that of the fourth version
    const memo = this.#svm.getAccount(MEMO_PROGRAM as never);
    this.#svm.setAccount({ ...memo, address: MEMO_V4_PROGRAM } as unknown as KitAccount);
    // asked for each time: only what it gives out lets the collector see how much memory a machine takes
    const owners = [NATIVE_LOADER, SYSVAR_OWNER, ...LOADERS_OF_FILES];
    const own = owners.flatMap((owner) => this.#svm.getProgramAccounts(owner as never));
    this.#own = new Set(own.map(({ address }) => address as string as Address));
    const sysvars = this.#svm.getProgramAccounts(SYSVAR_OWNER as never);
    this.#sysvars = new Map(sysvars.map((sysvar) => [sysvar.address as string as Address, sysvar]));
    this.#given = new Map();
    this.#standIns = new Map();
    this.#compiled = new Set();
  }

  #take({ accounts, kept }: Wanted, bank: Bank): void {
    const isOutdated = [...accounts.values()].some(
      (account) => this.#compiled.has(account.address) && !this.#has(account),
    );
    const isReplaced = kept.some((address) => this.#compiled.has(address));
    // a program that was compiled stays so, even where its account is gone
    if (isOutdated || isReplaced || this.#given.size > MAX_ACCOUNTS) this.#startAnew();
    for (const sysvar of sysvarsOf(bank)) this.#give(sysvar);
    for (const account of accounts.values()) this.#give(account);
  }

  #has(account: Account): boolean {
    const given = this.#given.get(account.address);
    return given === undefined ? account.lamports === 0n : given === account || sameAccount(given, account);
  }

  #give(account: Account): void {
    if (this.#has(account)) return;
    this.#given.set(account.address, account);
    this.#standIns.delete(account.address);
    try {
      this.#set(account);
    } catch (error) {
      const brought = this.#sysvars.get(account.address);
      if (brought === undefined && !account.executable) throw error;
      if (brought !== undefined) this.#svm.setAccount(brought);
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

interface Wanted {
  /** code before the programs that have it */
  readonly accounts: ReadonlyMap<Address, Account>;
  /** where what LiteSVM brings is used */
  readonly kept: readonly Address[];
}

function wantedBy(
  { keys, message }: RunnableTransaction,
  { accounts }: Bank,
  own: ReadonlySet<Address>,
  standsFor: StandsFor | undefined,
): Wanted {
  const codes = new Map<Address, Account>();
  const others = new Map<Address, Account>();
  const kept: Address[] = [];
  const tables = (message.addressTableLookups ?? []).map(({ accountKey }) => accountKey);
  for (const key of new Set([...keys, ...tables])) {
    const account = key === standsFor ? standInFor(key, accounts.get(key)) : (accounts.get(key) ?? emptyAccount(key));
    const codeAddress = codeAddressOf(account);
    const code = codeAddress && accounts.get(codeAddress);
    const isCallable = isProgram(account) && hasCode(account, code);
    if (own.has(key) && !isCallable) kept.push(key);
    else others.set(key, isProgram(account) && !isCallable ? withoutCode(account) : account);
    if (isCallable && code !== undefined) codes.set(code.address, code);
  }
  return { accounts: new Map([...codes, ...others]), kept };
}
