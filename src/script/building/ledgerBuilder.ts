import { plainText } from '../../codec/plainJson.ts';
import { BUILT, type Built } from '../../files/scriptText.ts';
import type { ClusterName } from '../../solana/address.ts';
import type {
  AccountJson,
  KeyJson,
  LamportsJson,
  LedgerJson,
  LedgerMembers,
  SlotJson,
  TransactionJson,
} from '../format/ledgerJsonTypes.ts';
import type { ExecutorName } from '../format/transactions.ts';
import {
  type LookupTableOptions,
  lookupTableJson,
  type MintOptions,
  type MultisigOptions,
  mintJson,
  multisigJson,
  type NonceOptions,
  nonceJson,
  type ProgramAccountOptions,
  type ProgramOptions,
  programAccountJson,
  programJson,
  type RawAccountOptions,
  rawJson,
  type StakeOptions,
  stakeJson,
  type TokenAccountOptions,
  tokenEntry,
} from './accountBuilders.ts';
import {
  type BlockAt,
  BlockBuilder,
  type BlockOptions,
  type BlockRange,
  blockAt,
  blockOptionsJson,
  lastSlotOf,
} from './blockBuilder.ts';
import { BuiltNames } from './builtNames.ts';
import { callOf, joined, recordCall, withMembers } from './callSites.ts';
import { addressText, type Key } from './keyBuilders.ts';
import { itemsOf, type Link } from './linkedList.ts';
import { type Bytes, bytesJson, type TokensOfMint, withNumbers } from './valueBuilders.ts';

/** The parts of a ledger that is being built, so far. */
export interface LedgerParts {
  readonly members: Omit<LedgerJson, 'accounts' | 'slots'>;
  readonly accounts: Link<readonly [address: string, account: AccountJson]> | undefined;
  readonly slots: Link<SlotJson> | undefined;
  /** slot of the last block that is not on a fork */
  readonly trunk: number | undefined;
  /** whether the last block is on a fork, so that the next one must give its parent */
  readonly isForked: boolean;
}

const NO_PARTS: LedgerParts = {
  members: {},
  accounts: undefined,
  slots: undefined,
  trunk: undefined,
  isForked: false,
};

/** Builds the transactions of a block: `(b) => b.transfer('alice', 'bob', sol(1)).fail({ custom: 6001 })`. */
export type BuildBlock = (block: BlockBuilder) => { toJSON(): readonly TransactionJson[] };

/**
 * Builds a scripted ledger: what a `*.ledger.json` holds, typed. It is immutable: every method returns a new one. Mistakes are
 * reported when it is loaded.
 */
export class LedgerBuilder {
  readonly #parts: LedgerParts;
  #names: BuiltNames | undefined;

  constructor(parts: LedgerParts = NO_PARTS) {
    this.#parts = parts;
  }

  /** Members of `ledger.json`: `with({ slotsBehind: 200 })`. Unknown ones and wrong values are reported when the script is loaded. */
  with(members: LedgerMembers): LedgerBuilder {
    return this.#members(members);
  }

  /** Sets the tips: `tips({ processed: 120, confirmed: 115, finalized: 110 })`. */
  tips(tips: Pick<LedgerMembers, 'processed' | 'confirmed' | 'finalized'>): LedgerBuilder {
    return this.#members(tips);
  }

  /** Programs, sysvars and the native mint of a cluster: `cluster('localnet')`, those of a test validator. */
  cluster(name: ClusterName): LedgerBuilder {
    return this.#members({ cluster: name });
  }

  /** `execute('litesvm')`: LiteSVM runs the programs of its transactions. */
  execute(executor: ExecutorName): LedgerBuilder {
    return this.#members({ execute: executor });
  }

  /** Files and folders of fixtures that the script continues, relative to the working directory. */
  include(...paths: readonly string[]): LedgerBuilder {
    return this.#members({ include: [...(this.#parts.members.include ?? []), ...paths] });
  }

  /**
   * Sets the key of a name: an address, or the 32 bytes of a secret. Default: the key follows from the name. A key that is neither, and the
   * name of a well-known program or sysvar, are reported when the script is loaded.
   */
  key(name: string, key: string | { readonly seed: Bytes }): LedgerBuilder {
    const json: KeyJson = typeof key === 'string' ? key : { seed: bytesJson(key.seed) };
    return this.#members({ keys: { ...this.#parts.members.keys, [name]: json } });
  }

  /** A wallet: `wallet('alice', sol(5))`. A repeated account replaces the earlier one. */
  wallet(address: Key, balance: LamportsJson): LedgerBuilder {
    return this.#account(address, balance);
  }

  /** A mint: `mint('usdc', { decimals: 6, authority: 'issuer' })` */
  mint(address: Key, options: MintOptions): LedgerBuilder {
    return this.#account(address, mintJson(options));
  }

  /** A token account: `tokenAccount('alice', tokens('12.5', 'usdc'))`; the associated account of alice, unless `address` gives another one. */
  tokenAccount(owner: Key, balance: TokensOfMint, options: TokenAccountOptions = {}): LedgerBuilder {
    return this.#account(...tokenEntry(owner, balance, options));
  }

  /** A multisig: `multisig('council', { required: 2, signers: ['a', 'b', 'c'] })` */
  multisig(address: Key, options: MultisigOptions): LedgerBuilder {
    return this.#account(address, multisigJson(options));
  }

  /** A nonce account: `nonce('nonce1', { authority: 'alice' })` */
  nonce(address: Key, options: NonceOptions): LedgerBuilder {
    return this.#account(address, nonceJson(options));
  }

  /** A stake account: `stake('stake1', { withdrawer: 'alice', voter: 'validatorVote', stake: sol(5) })` */
  stake(address: Key, options: StakeOptions): LedgerBuilder {
    return this.#account(address, stakeJson(options));
  }

  /** A lookup table: `lookupTable('table', { addresses: ['bob', 'usdc'] })` */
  lookupTable(address: Key, options: LookupTableOptions): LedgerBuilder {
    return this.#account(address, lookupTableJson(options));
  }

  /** Any account: `rawAccount('thing', { owner: 'program', data: { hex: '00ff' } })` */
  rawAccount(address: Key, options: RawAccountOptions): LedgerBuilder {
    return this.#account(address, rawJson(options));
  }

  /**
   * A program with an IDL: `program('market', { idl: './market.json' })`, relative to the working directory, or the IDL itself. With
   * `{ program: './market.so', authority: 'alice' }` the ledger has the compiled program, which alice may upgrade; without `authority` nobody may.
   *
   * @param options default address: that of the IDL, or else the one that follows from the name
   */
  program(name: string, options: ProgramOptions): LedgerBuilder {
    return this.#members({ programs: { ...this.#parts.members.programs, [name]: programJson(options) } });
  }

  /** An account of a program with an IDL: `account('order1', { program: 'market', account: 'Order', fields: { owner: '$alice', price: 10 } })` */
  account(address: Key, account: ProgramAccountOptions): LedgerBuilder {
    return this.#account(address, programAccountJson(account));
  }

  /** A block: `block(100, (b) => b.transfer('alice', 'bob', sol(1)))`, `block({ slot: 100, blockTime: 1700000000 })`. */
  block(at: BlockAt, build?: BuildBlock): LedgerBuilder {
    const { slot, ...options } = blockAt(at);
    return this.#block({ slot }, options, build, { trunk: slot, isForked: false });
  }

  /** Blocks that are alike: `blocks({ from: 102, to: 110, every: 2 }, (b) => b.transfer('alice', 'bob', lamports(1)))`. */
  blocks(range: BlockRange, build?: BuildBlock): LedgerBuilder {
    const { every, from, to, ...options } = range;
    const slots = { from, to, ...(every !== undefined && { every }) };
    return this.#block(slots, options, build, { trunk: lastSlotOf(range), isForked: false });
  }

  /**
   * A dropped block: the next block follows the block before the fork, unless it names another parent.
   *
   * ```ts
   * ledger({ finalized: 102 })
   *   .wallet('alice', sol(5))
   *   .block(100)
   *   .fork(101, (b) => b.transfer('alice', 'bob', sol(1)).named('lost'))
   *   .block(102);
   * ```
   *
   * @throws RangeError if no block comes before the fork, and it names no parent
   */
  fork(at: BlockAt, build?: BuildBlock): LedgerBuilder {
    const { slot, ...options } = blockAt(at);
    const trunk = this.#parts.trunk ?? options.parent;
    if (trunk === undefined)
      throw new RangeError(`no block comes before the fork at slot ${slot}: give its parent, fork({ slot, parent })`);
    return this.#block({ slot }, options, build, { trunk, isForked: true });
  }

  /** A slot without a block, or all slots from one to another: `skip(101)`, `skip(101, 105)`. */
  skip(first: number, last?: number): LedgerBuilder {
    const skipped = last === undefined ? first : ([first, last] as const);
    return this.#slot({ skipped });
  }

  /**
   * The address of a key in this script: `market.address(ata('alice', 'usdc'))` knows the token program of the mint. What the script
   * includes is not read: `node.address` knows that too.
   *
   * @throws TypeError if the key has no address
   * @throws FixtureError if the script has a mistake
   */
  address(key: Key): string {
    this.#names ??= new BuiltNames(this);
    return this.#names.address(addressText(key));
  }

  /** The file format, so that `JSON.stringify` writes a `*.ledger.json`; integers beyond 2^53 are bigints, which only `toString` writes. */
  toJSON(): LedgerJson {
    // every integer of LedgerJson may be a number or a bigint, so the type stays the same
    return withNumbers(this.#json(), 'ledger') as LedgerJson;
  }

  /** The places of calls, for messages about mistakes. */
  get [BUILT](): Built {
    return { callOf: (path) => callOf(this.#json(), path), hintPlace: 'builder' };
  }

  /** The text of a `*.ledger.json`. */
  toString(): string {
    return plainText(this) ?? '';
  }

  #json(): LedgerJson {
    const { accounts, members, slots } = this.#parts;
    return joined(members, {
      ...(accounts && { accounts: Object.fromEntries(itemsOf(accounts)) }),
      ...(slots && { slots: itemsOf(slots) }),
    });
  }

  #members(members: LedgerParts['members']): LedgerBuilder {
    return new LedgerBuilder({ ...this.#parts, members: withMembers(this.#parts.members, members) });
  }

  #account(address: Key, account: AccountJson): LedgerBuilder {
    // amounts may be shared between accounts: each has its own call
    const item = [addressText(address), recordCall({ ...account })] as const;
    return new LedgerBuilder({ ...this.#parts, accounts: { before: this.#parts.accounts, item } });
  }

  #slot(item: SlotJson, next: Partial<Pick<LedgerParts, 'trunk' | 'isForked'>> = {}): LedgerBuilder {
    return new LedgerBuilder({ ...this.#parts, slots: { before: this.#parts.slots, item: recordCall(item) }, ...next });
  }

  #block(
    slots: { readonly slot: number } | { readonly from: number; readonly to: number },
    options: BlockOptions,
    build: BuildBlock | undefined,
    next: Pick<LedgerParts, 'trunk' | 'isForked'>,
  ): LedgerBuilder {
    const { parent = this.#forkedFrom, ...others } = options;
    const transactions = build?.(new BlockBuilder()).toJSON() ?? [];
    const members = {
      ...(parent !== undefined && { parent }),
      ...(transactions.length > 0 && { transactions }),
    };
    return this.#slot({ ...slots, ...blockOptionsJson(others), ...members }, next);
  }

  /** After a fork the next block must give its parent. */
  get #forkedFrom(): number | undefined {
    return this.#parts.isForked ? this.#parts.trunk : undefined;
  }
}

/**
 * Creates a scripted ledger; `members` are those of `ledger.json`. docs/fixtures.md, "Scripted ledgers", describes what is derived
 * from it.
 *
 * ```ts
 * const script = ledger({ finalized: 101 })
 *   .wallet('alice', sol(5))
 *   .block(100, (b) => b.transfer('alice', 'bob', sol(1)).fail({ custom: 6001 }))
 *   .block(101, (b) => b.transfer('alice', 'bob', sol(2)).named('payment'));
 * await using node = await startNode({ ledger: [script] });
 * ```
 */
export function ledger(members: LedgerMembers = {}): LedgerBuilder {
  return new LedgerBuilder().with(members);
}
