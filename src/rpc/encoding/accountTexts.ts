import type { JsonText } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { type Account, sameAccount } from '../../solana/account.ts';
import { type Address, isTokenProgram } from '../../solana/address.ts';
import { type AccountOptions, encodeAccount, encodeParsedAccount, leastAccountBytes } from './account.ts';

/** The accounts of one result as texts: equal ones are encoded once, and more than a limit are refused. */
export class AccountTexts {
  readonly #maxBytes: number;
  readonly #encoded = new Map<Address, { readonly account: Account; readonly text: JsonText }>();
  #bytes = 0;

  /** @param maxBytes limit for the texts of all accounts of the result; default: none */
  constructor(maxBytes = Number.POSITIVE_INFINITY) {
    this.#maxBytes = maxBytes;
  }

  /**
   * The texts of accounts; `null` for those that do not exist.
   *
   * @throws RpcError resultTooLarge: before anything is encoded if the lengths of the data say so
   */
  encode(accounts: readonly (Account | undefined)[], options: AccountOptions): readonly JsonText[] {
    this.#assertRoomFor(accounts, options);
    return accounts.map((account) => (account === undefined ? 'null' : this.#count(this.#textOf(account, options))));
  }

  /**
   * Accounts of one program as `{ account, pubkey }`, in the order they come in. Under jsonParsed those of a token program
   * that do not parse are left out.
   *
   * @param onLeftOut called for each of those
   * @throws RpcError resultTooLarge as in `encode`
   * Source   agave 4.1 rpc.rs get_program_accounts, get_token_accounts_by_owner
   */
  encodeList(
    programId: Address,
    accounts: readonly Account[],
    options: AccountOptions,
    onLeftOut?: (account: Account) => void,
  ): JsonText {
    this.#assertRoomFor(accounts, options);
    const isParsed = options.encoding === 'jsonParsed' && isTokenProgram(programId);
    const encode = isParsed ? encodeParsedAccount : encodeAccount;
    const entries: JsonText[] = [];
    for (const account of accounts) {
      const encoded = encode(account, options);
      if (encoded === undefined) onLeftOut?.(account);
      else entries.push(`{"account":${this.#count(encoded)},"pubkey":"${account.address}"}`);
    }
    return `[${entries.join(',')}]`;
  }

  #assertRoomFor(accounts: readonly (Account | undefined)[], options: AccountOptions): void {
    let bytes = this.#bytes;
    for (const account of accounts) if (account !== undefined) bytes += leastAccountBytes(account, options);
    this.#assertFits(bytes);
  }

  #textOf(account: Account, options: AccountOptions): JsonText {
    const encoded = this.#encoded.get(account.address);
    if (encoded !== undefined && sameAccount(encoded.account, account)) return encoded.text;
    const text = encodeAccount(account, options);
    this.#encoded.set(account.address, { account, text });
    return text;
  }

  #count(text: JsonText): JsonText {
    this.#bytes += Buffer.byteLength(text);
    this.#assertFits(this.#bytes);
    return text;
  }

  #assertFits(bytes: number): void {
    if (bytes > this.#maxBytes) throw rpcErrors.resultTooLarge(this.#maxBytes);
  }
}
