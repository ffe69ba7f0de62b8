import { type Address, address, NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../solana/address.ts';
import type { Instruction } from '../../../solana/instruction.ts';
import type { AccountNames } from '../../accountNames.ts';
import type { Changes } from '../../accounts/changes.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import type { Invocation } from '../../invocation.ts';
import { ProgramError } from '../../programError.ts';

/** Source   spl-token-2022-interface 3.0 `native_mint.rs` */
const NATIVE_MINT_2022 = address('9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP');

/** One instruction of a token program. */
export class TokenCall {
  readonly invocation: Invocation;
  /** data of the instruction, with the tag */
  readonly data: Uint8Array;
  /** whether the program is Token-2022, not the Token program */
  readonly isToken2022: boolean;
  readonly #loaded: readonly LoadedAccount[];
  #taken = 0;
  /** whether another program was called: its error ends the transaction, so this program does not log it */
  hasCalled = false;

  constructor(invocation: Invocation, loaded: readonly LoadedAccount[]) {
    this.invocation = invocation;
    this.data = invocation.instruction.data;
    this.isToken2022 = invocation.instruction.program === TOKEN_2022_PROGRAM;
    this.#loaded = loaded;
  }

  get instruction(): Instruction {
    return this.invocation.instruction;
  }

  get accounts(): Changes {
    return this.invocation.accounts;
  }

  get names(): AccountNames {
    return this.invocation.accounts.names;
  }

  get program(): Address {
    return this.isToken2022 ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM;
  }

  /** the mint of wrapped SOL */
  get nativeMint(): Address {
    return this.isToken2022 ? NATIVE_MINT_2022 : NATIVE_MINT;
  }

  /** whether another program calls it */
  get isCalled(): boolean {
    return this.invocation.site.isCalled;
  }

  /** @throws ProgramError NotEnoughAccountKeys */
  next(): LoadedAccount {
    const account = this.#loaded[this.#taken++];
    if (account === undefined) throw new ProgramError('NotEnoughAccountKeys', 'the instruction has too few accounts');
    return account;
  }

  /** The accounts that are left, which may be none. */
  otherAccounts(): readonly LoadedAccount[] {
    return this.#loaded.slice(this.#taken);
  }

  show(account: LoadedAccount): string {
    return this.names.show(account.address);
  }

  /** The slot for messages: `at slot 5`. */
  get atSlot(): string {
    return `at slot ${this.accounts.clock.slot}`;
  }

  log(text: string): void {
    this.invocation.log(`Program log: ${text}`);
  }

  /** Signs for `signer`. */
  callSystem(instruction: Instruction, signer: Address): void {
    this.hasCalled = true;
    this.invocation.call(instruction, [signer]);
  }

  /** @throws ProgramError IncorrectProgramId */
  requireOwned(account: LoadedAccount): void {
    if (account.owner === this.program) return;
    throw new ProgramError(
      'IncorrectProgramId',
      `${this.show(account)} belongs to ${this.names.show(account.owner)} ${this.atSlot}, not to ${this.names.show(this.program)}`,
    );
  }

  /**
   * Requires that two accounts differ: Token-2022 aborts if it writes into one and reads the other, and they are the same.
   *
   * @throws ProgramError ProgramFailedToComplete
   */
  requireOther(account: LoadedAccount, other: LoadedAccount): void {
    if (this.isToken2022 && account === other)
      throw new ProgramError('ProgramFailedToComplete', `${this.show(account)} is named twice`);
  }

  /** Checks the owner of an account in Token-2022. The Token program leaves that to the node, which checks what was written. */
  requireOwnedIfToken2022(account: LoadedAccount): void {
    if (this.isToken2022) this.requireOwned(account);
  }
}
