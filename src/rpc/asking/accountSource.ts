import type { Account } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';

/** Accounts of another node, or of a recording of it, for sends and simulations. */
export interface AccountSource {
  /** milliseconds that all questions of one send may take */
  readonly timeoutMs: number;
  /**
   * Gets accounts, all with one question. An optional account is left out where it is not recorded and no node is asked.
   *
   * @throws RpcError upstreamFailed, or notKept where a recording has to have everything
   */
  ask(addresses: readonly Address[], limits: AskLimits): Promise<AskedBatch>;
}

/** The limits of one question for accounts. */
export interface AskLimits {
  /** the node has to be at this slot, or above; undefined: at any */
  readonly minContextSlot: bigint | undefined;
  /** Whether the ledger has an account, but without its bytes. */
  readonly isOptional: (address: Address) => boolean;
  /** ends the wait for the answer */
  readonly signal: AbortSignal;
}

/** The answer to a question for accounts. */
export interface AskedBatch {
  /** the slot that the node was at; undefined: it was not asked, because all accounts are recorded */
  readonly slot: bigint | undefined;
  /** null: the node does not have the account; an account that was not asked for is absent */
  readonly accounts: ReadonlyMap<Address, Account | null>;
  /** Records the accounts, where answers are recorded. @throws RpcError upstreamFailed */
  keep(): void;
}
