import type { AddressText, InstructionJson, LamportsJson } from '../format/ledgerJsonTypes.ts';
import type { InstructionName } from '../instructions/index.ts';
import { recordCall } from './callSites.ts';
import { addressText, addressTexts, isKey, type Key } from './keyBuilders.ts';
import { type Bytes, bytesJson, fieldsJson, type Tokens, type TokensOfMint } from './valueBuilders.ts';

/** The signer for token accounts and mints; default: the owner, or the mint authority. */
export interface Authorized {
  readonly authority?: Key | undefined;
}

/** The payer of a new account; default: the payer of the transaction, or else the owner of the account, for a mint its authority. */
export interface Paid {
  readonly payer?: Key | undefined;
}

export interface AccountMeta {
  readonly address: Key;
  readonly signer?: boolean;
  readonly writable?: boolean;
}

/** Accounts by their names in an IDL; those of a group are an object. Null: an optional one that is left out. */
export interface NamedAccounts {
  readonly [name: string]: Key | NamedAccounts | null;
}

/** The arguments of an instruction of a program with an IDL. */
export interface ProgramCall {
  /** arguments by name; a missing one is 0, false, empty or none */
  readonly args?: object;
  /** accounts by name; a missing one follows from the IDL, if it can */
  readonly accounts?: NamedAccounts;
  /** after those of the IDL */
  readonly remainingAccounts?: readonly AccountMeta[];
}

/** A method for every instruction of scripts. Its arguments read better than those of the file format. */
export abstract class Instructions<Next> implements Record<InstructionName, (...args: never[]) => Next> {
  /** The next step of the call chain after an instruction. */
  protected abstract instruction(json: InstructionJson): Next;

  /** Sends SOL: `transfer('alice', 'bob', sol(1))`. */
  transfer(from: Key, to: Key, amount: LamportsJson): Next {
    return this.instruction({ transfer: { ...addressTexts({ from, to }), ...amount } });
  }

  /** Creates an account for a program. `space` is in bytes; default of `lamports`: the rent-exempt minimum. */
  createAccount(created: {
    readonly from: Key;
    readonly account: Key;
    readonly owner: Key;
    readonly space: number;
    readonly lamports?: LamportsJson | undefined;
  }): Next {
    const { from, account, owner, space, lamports } = created;
    const keys = addressTexts({ from, account, owner });
    return this.instruction({ createAccount: { ...keys, space, ...lamports } });
  }

  /** Moves tokens between token accounts: `transferTokens('alice', 'bob', tokens('2.5', 'usdc'))`. A wallet means its associated account. */
  transferTokens(from: Key, to: Key, amount: TokensOfMint, { authority }: Authorized = {}): Next {
    return this.instruction({ transferTokens: { ...addressTexts({ from, to, authority }), ...amount } });
  }

  /** Moves tokens as `transferTokens` does, with the mint among the accounts and its decimals in the data. */
  transferChecked(from: Key, to: Key, amount: TokensOfMint, { authority }: Authorized = {}): Next {
    return this.instruction({ transferChecked: { ...addressTexts({ from, to, authority }), ...amount } });
  }

  /** Makes new tokens: `mintTo('alice', tokens(100, 'usdc'))`. */
  mintTo(to: Key, amount: TokensOfMint, { authority }: Authorized = {}): Next {
    return this.instruction({ mintTo: { ...addressTexts({ to, authority }), ...amount } });
  }

  /** Destroys tokens: `burn('alice', tokens(100, 'usdc'))`. */
  burn(from: Key, amount: TokensOfMint, { authority }: Authorized = {}): Next {
    return this.instruction({ burn: { ...addressTexts({ from, authority }), ...amount } });
  }

  /** Lets another wallet send from a token account: `approve(ata('alice', 'usdc'), 'bob', tokens(5))`. */
  approve(from: Key, to: Key, { amount }: Tokens, { authority }: Authorized = {}): Next {
    return this.instruction({ approve: { ...addressTexts({ from, to, authority }), amount } });
  }

  /** Closes an empty token account; `to` gets its lamports. */
  closeTokenAccount(account: Key, to: Key, { authority }: Authorized = {}): Next {
    return this.instruction({ closeTokenAccount: addressTexts({ account, to, authority }) });
  }

  /** Creates a mint with two instructions: `createMint('usdc', { decimals: 6, authority: 'issuer' })`. */
  createMint(
    mint: Key,
    created: { readonly decimals: number; readonly authority: Key; readonly program?: Key | undefined } & Paid,
  ): Next {
    const { decimals, authority, program, payer } = created;
    return this.instruction({ createMint: { ...addressTexts({ mint, authority, program, payer }), decimals } });
  }

  /** Creates a token account with two instructions: `createTokenAccount('vault', { mint: 'usdc', owner: 'alice' })`. */
  createTokenAccount(account: Key, created: { readonly mint: Key; readonly owner: Key } & Paid): Next {
    const { mint, owner, payer } = created;
    return this.instruction({ createTokenAccount: addressTexts({ account, mint, owner, payer }) });
  }

  /** Creates an associated token account: `createAssociatedAccount('bob', 'usdc', { payer: 'alice', idempotent: true })`. */
  createAssociatedAccount(
    owner: Key,
    mint: Key,
    { payer, ...flags }: { readonly idempotent?: boolean } & Paid = {},
  ): Next {
    return this.instruction({ createAssociatedAccount: { ...addressTexts({ owner, mint, payer }), ...flags } });
  }

  /** Writes a memo: `memo('for lunch', { signers: ['alice'] })`. */
  memo(text: string, { signers }: { readonly signers?: readonly Key[] } = {}): Next {
    return this.instruction({ memo: signers === undefined ? text : { text, signers: signers.map(addressText) } });
  }

  /** Advances a durable nonce. */
  advanceNonce(nonce: Key, authority: Key): Next {
    return this.instruction({ advanceNonce: addressTexts({ nonce, authority }) });
  }

  /** An instruction of a program with an IDL, which changes nothing: `call('market.placeOrder', { args: { price: 10 }, accounts: { owner: 'alice' } })`. */
  call(name: `${string}.${string}`, { accounts, args, remainingAccounts }: ProgramCall = {}): Next {
    return this.instruction({
      [name]: {
        ...(args && { args: fieldsJson(args, 'args') as object }),
        ...(accounts && { accounts: accountTexts(accounts) }),
        ...(remainingAccounts && { remainingAccounts: remainingAccounts.map(metaJson) }),
      },
    });
  }

  /** An instruction of any program, which changes nothing: `raw('program', { accounts: [{ address: 'alice', signer: true }], data: { hex: '00ff' } })`. */
  raw(
    program: Key,
    { accounts, data }: { readonly accounts?: readonly AccountMeta[]; readonly data?: Bytes } = {},
  ): Next {
    return this.instruction({
      raw: {
        program: addressText(program),
        ...(accounts && { accounts: accounts.map(metaJson) }),
        ...(data && { data: bytesJson(data) }),
      },
    });
  }
}

function metaJson(meta: AccountMeta): Omit<AccountMeta, 'address'> & { readonly address: AddressText } {
  return { ...meta, address: addressText(meta.address) };
}

function accountTexts(accounts: NamedAccounts): object {
  const texts = Object.entries(accounts).map(([name, account]) => [
    name,
    account === null ? null : accountText(account),
  ]);
  return Object.fromEntries(texts);
}

function accountText(value: Key | NamedAccounts): AddressText | object {
  return isKey(value) ? addressText(value) : accountTexts(value);
}

/** Instructions one after the other. */
export class InstructionList extends Instructions<InstructionList> {
  readonly #list: readonly InstructionJson[];

  constructor(list: readonly InstructionJson[] = []) {
    super();
    this.#list = list;
  }

  protected override instruction(json: InstructionJson): InstructionList {
    return new InstructionList([...this.#list, recordCall(json)]);
  }

  toJSON(): readonly InstructionJson[] {
    return this.#list;
  }
}
