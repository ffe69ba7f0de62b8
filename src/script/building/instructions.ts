import type { U64 } from '../../model/meta.ts';
import type { AddressText, InstructionJson, LamportsJson } from '../format/ledgerJson.ts';
import { recordCall } from './calls.ts';
import { addressText, addressTexts, type Key } from './keys.ts';
import { type Bytes, bytesJson, type Tokens, type TokensOfMint } from './values.ts';

/** Who signs for token accounts and mints; default: the owner, or the mint authority. */
export interface Authorized {
  readonly authority?: Key | undefined;
}

/** Who pays for a new account; default: the transaction's payer, or else the account's owner. */
export interface Paid {
  readonly payer?: Key | undefined;
}

export interface AccountMeta {
  readonly address: Key;
  readonly signer?: boolean;
  readonly writable?: boolean;
}

/** A method for every instruction of scripts. */
export abstract class Instructions<Next> {
  /** What the call chain continues with after an instruction. */
  protected abstract instruction(json: InstructionJson): Next;

  /** `transfer('alice', 'bob', sol(1))` */
  transfer(from: Key, to: Key, amount: LamportsJson): Next {
    return this.instruction({ transfer: { ...addressTexts({ from, to }), ...amount } });
  }

  /** @param created its `space` in bytes, and `lamports` if it gets others than make it rent-exempt */
  createAccount(created: {
    readonly from: Key;
    readonly account: Key;
    readonly owner: Key;
    readonly space: U64;
    readonly lamports?: LamportsJson | undefined;
  }): Next {
    const { from, account, owner, space, lamports } = created;
    const keys = addressTexts({ from, account, owner });
    return this.instruction({ createAccount: { ...keys, space, ...lamports } });
  }

  /** `transferTokens('alice', 'bob', tokens('2.5', 'usdc'))`: token accounts, or wallets, which mean their associated ones. */
  transferTokens(from: Key, to: Key, amount: TokensOfMint, { authority }: Authorized = {}): Next {
    return this.instruction({ transferTokens: { ...addressTexts({ from, to, authority }), ...amount } });
  }

  /** As `transferTokens`, with the mint among the accounts and its decimals in the data. */
  transferChecked(from: Key, to: Key, amount: TokensOfMint, { authority }: Authorized = {}): Next {
    return this.instruction({ transferChecked: { ...addressTexts({ from, to, authority }), ...amount } });
  }

  /** `mintTo('alice', tokens(100, 'usdc'))` */
  mintTo(to: Key, amount: TokensOfMint, { authority }: Authorized = {}): Next {
    return this.instruction({ mintTo: { ...addressTexts({ to, authority }), ...amount } });
  }

  /** `burn('alice', tokens(100, 'usdc'))` */
  burn(from: Key, amount: TokensOfMint, { authority }: Authorized = {}): Next {
    return this.instruction({ burn: { ...addressTexts({ from, authority }), ...amount } });
  }

  /** `approve(ata('alice', 'usdc'), 'bob', tokens(5))`: lets another wallet send from a token account. */
  approve(from: Key, to: Key, { amount }: Tokens, { authority }: Authorized = {}): Next {
    return this.instruction({ approve: { ...addressTexts({ from, to, authority }), amount } });
  }

  /** @param to gets the lamports */
  closeTokenAccount(account: Key, to: Key, { authority }: Authorized = {}): Next {
    return this.instruction({ closeTokenAccount: addressTexts({ account, to, authority }) });
  }

  /** `createMint('usdc', { decimals: 6, authority: 'issuer' })`: two instructions, a new account and its initialization. */
  createMint(
    mint: Key,
    created: { readonly decimals: number; readonly authority: Key; readonly program?: Key | undefined } & Paid,
  ): Next {
    const { decimals, authority, program, payer } = created;
    return this.instruction({ createMint: { ...addressTexts({ mint, authority, program, payer }), decimals } });
  }

  /** `createTokenAccount('vault', { mint: 'usdc', owner: 'alice' })`: two instructions, a new account and its initialization. */
  createTokenAccount(account: Key, created: { readonly mint: Key; readonly owner: Key } & Paid): Next {
    const { mint, owner, payer } = created;
    return this.instruction({ createTokenAccount: addressTexts({ account, mint, owner, payer }) });
  }

  /** `createAssociatedAccount('bob', 'usdc', { payer: 'alice', idempotent: true })` */
  createAssociatedAccount(
    owner: Key,
    mint: Key,
    { payer, ...flags }: { readonly idempotent?: boolean } & Paid = {},
  ): Next {
    return this.instruction({ createAssociatedAccount: { ...addressTexts({ owner, mint, payer }), ...flags } });
  }

  memo(text: string, { signers }: { readonly signers?: readonly Key[] } = {}): Next {
    return this.instruction({ memo: signers === undefined ? text : { text, signers: signers.map(addressText) } });
  }

  advanceNonce(nonce: Key, authority: Key): Next {
    return this.instruction({ advanceNonce: addressTexts({ nonce, authority }) });
  }

  /** `raw('program', { accounts: [{ address: 'alice', signer: true }], data: { hex: '00ff' } })`: for any program; it changes nothing. */
  raw(
    program: Key,
    { accounts, data }: { readonly accounts?: readonly AccountMeta[]; readonly data?: Bytes } = {},
  ): Next {
    return this.instruction({
      raw: {
        program: addressText(program),
        ...(accounts && { accounts: accounts.map((meta) => ({ ...meta, ...address(meta) })) }),
        ...(data && { data: bytesJson(data) }),
      },
    });
  }
}

function address(meta: AccountMeta): { readonly address: AddressText } {
  return { address: addressText(meta.address) };
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
