import { AskedAccounts } from '../../ledger/accounts/askedAccounts.ts';
import { withAsked } from '../../ledger/state.ts';
import { processedView } from '../../ledger/view.ts';
import type { LiveLedger } from '../../live/liveLedger.ts';
import type { Moment } from '../../live/move.ts';
import type { Address } from '../../solana/address.ts';
import type { AccountSource, AskedBatch } from './accountSource.ts';
import { type AccountNeeds, isWithoutBytes, unknownAccounts } from './unknownAccounts.ts';

/** The most questions for one send: lookup tables, accounts, and what these name. */
const MAX_ASKS = 3;

export interface AskingNode {
  readonly source: AccountSource;
  /** whether programs are run, so that those of the cluster are needed */
  readonly runsPrograms: boolean;
  /** the ledger and its forks */
  readonly ledgers: () => Iterable<LiveLedger>;
}

/** Asks another node for the accounts that sends and simulations need, once for a ledger and all its forks. */
export class UpstreamAccounts {
  readonly #node: AskingNode;
  #askedAccounts = AskedAccounts.NONE;

  constructor(node: AskingNode) {
    this.#node = node;
  }

  /**
   * Asks for what a ledger does not know of the accounts of transactions. From then on it knows them, and so do the other ledgers; after a
   * failure no ledger does.
   *
   * @returns the moment with the accounts
   * @throws RpcError upstreamFailed, notKept
   */
  async learn(needs: AccountNeeds, live: LiveLedger, now: Moment): Promise<Moment> {
    const batches = await this.#ask(needs, now);
    for (const batch of batches) batch.keep();
    this.#askedAccounts = batches.reduce((all, { accounts }) => all.with(accounts), this.#askedAccounts);
    const askedAccounts = this.#askedAccounts;
    // a ledger that is busy learns later, and is not waited for
    for (const other of this.#node.ledgers()) if (other !== live) void other.learn(askedAccounts);
    await live.learn(askedAccounts);
    const state = withAsked(now.state, askedAccounts);
    return state === now.state ? now : { ...now, state };
  }

  /** The accounts that the first question would be about. */
  wouldAsk(needs: AccountNeeds, now: Moment): readonly Address[] {
    const view = processedView(withAsked(now.state, this.#askedAccounts));
    return unknownAccounts(needs, view, this.#node.runsPrograms);
  }

  async #ask(needs: AccountNeeds, now: Moment): Promise<readonly AskedBatch[]> {
    const { runsPrograms, source } = this.#node;
    const batches: AskedBatch[] = [];
    let askedAccounts = this.#askedAccounts;
    let signal: AbortSignal | undefined;
    let minContextSlot: bigint | undefined;
    while (batches.length < MAX_ASKS) {
      const view = processedView(withAsked(now.state, askedAccounts));
      const addresses = unknownAccounts(needs, view, runsPrograms);
      if (addresses.length === 0) break;
      signal ??= AbortSignal.timeout(source.timeoutMs);
      const isOptional = (address: Address) => isWithoutBytes(address, view);
      const batch = await source.ask(addresses, { minContextSlot, isOptional, signal });
      // a folder that takes no new recordings may have none of them
      if (batch.accounts.size === 0) break;
      batches.push(batch);
      minContextSlot ??= batch.slot;
      askedAccounts = askedAccounts.with(batch.accounts);
    }
    return batches;
  }
}
