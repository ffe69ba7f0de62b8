import type { U64 } from '../model/meta.ts';
import type { Key } from '../script/building/keys.ts';
import type { AccountJson } from '../script/format/ledgerJson.ts';

/** The slots that the commitments have reached: bigints beyond 2^53. */
export interface LedgerTips {
  readonly processed: U64;
  readonly confirmed: U64;
  readonly finalized: U64;
}

/** The tips, and what slots the ledger has. */
export interface LedgerReach extends LedgerTips {
  readonly firstAvailable: U64;
  readonly last: U64;
}

/** A fork and where it can be reached: null where nothing listens. */
export interface ForkAddress {
  readonly name: string;
  readonly url: string | null;
  readonly wsUrl: string | null;
}

/** An account as getAccountInfo answers it with the encoding base64. */
export interface RpcAccount {
  readonly lamports: U64;
  readonly owner: string;
  readonly data: readonly [data: string, encoding: 'base64' | 'base58' | 'base64+zstd'] | string;
  readonly executable: boolean;
  readonly rentEpoch: U64;
  readonly space?: U64;
}

/**
 * What a test does to a ledger. Each is the control method `stillnode_…` of the same name, which docs/control.md describes, and throws
 * RpcError as it does; nothing has changed then.
 */
export interface LedgerControls {
  getTips(): Promise<LedgerReach>;
  /**
   * The processed tip goes on, by one slot by default; the others follow at their lag. Beyond the end of the ledger each slot gets an
   * empty block, or with `skip` none.
   */
  advance(slots?: U64, options?: { readonly skip?: boolean }): Promise<LedgerTips>;
  /** The tips go forward or back, within the ledger. Those that are not given move only as far as they have to. */
  setTips(tips: Partial<LedgerTips>): Promise<LedgerTips>;
  /** The blocks from slot `from` up to the processed tip leave the chain. */
  reorg(from: U64): Promise<{ readonly dropped: readonly U64[]; readonly tips: LedgerTips }>;
  /** Slots below `firstAvailable` count as cleaned up. */
  prune(firstAvailable: U64): Promise<LedgerTips>;
  /** The recent statuses begin after the finalized tip. */
  expireStatuses(): Promise<void>;
  /**
   * Sets an account, or deletes it (null), and returns its address.
   *
   * ```ts
   * await node.setAccount('alice', sol(5));
   * await node.setAccount(ata('alice', 'usdc'), { tokens: '12.5' }, { from: 'processed' });
   * ```
   *
   * @param options `from: 'always'`, the default: at every commitment at once; `'processed'`: from the processed slot on
   */
  setAccount(
    address: Key,
    account: AccountJson | RpcAccount | null,
    options?: { readonly from?: 'always' | 'processed' },
  ): Promise<string>;
  /** Keeps the ledger as it is and returns an id for `revert`. */
  snapshot(): Promise<string>;
  /** The ledger becomes what it was at a snapshot, which stays. */
  revert(id: string): Promise<LedgerTips>;
  /** The ledger becomes what it was when it was loaded, and a fork what it was when it was made. Snapshots are forgotten. */
  reset(): Promise<LedgerTips>;
  dropFork(name: string): Promise<void>;
  /** In the order in which they were made. */
  listForks(): Promise<readonly ForkAddress[]>;
}

/** @param request calls a method and gives its result */
export function controlsOf(request: (method: string, params: readonly unknown[]) => Promise<unknown>): LedgerControls {
  const call = async <T>(verb: string, ...params: readonly unknown[]): Promise<T> =>
    // the tests of the verbs hold their results against these types
    (await request(`stillnode_${verb}`, params)) as T;
  return {
    getTips: () => call('getTips'),
    advance: (slots, options) => call('advance', slots, options),
    setTips: (tips) => call('setTips', tips),
    reorg: (from) => call('reorg', from),
    prune: (firstAvailable) => call('prune', firstAvailable),
    expireStatuses: async () => void (await call('expireStatuses')),
    async setAccount(address, account, options) {
      // loaded only when needed: the keys of names take long to load
      const { addressText } = await import('../script/building/keys.ts');
      return call('setAccount', addressText(address), account, options);
    },
    snapshot: () => call('snapshot'),
    revert: (id) => call('revert', id),
    reset: () => call('reset'),
    dropFork: async (name) => void (await call('dropFork', name)),
    listForks: () => call('listForks'),
  };
}
