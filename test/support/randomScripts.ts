import fc from 'fast-check';

/** Random scripts without mistakes: money and tokens move, accounts are made and closed, and a fork is dropped. */

const PEOPLE = ['alice', 'bob', 'carol'];

type Words = Readonly<Record<string, unknown>>;

interface ScriptBlock {
  readonly slot: number;
  readonly parent?: number;
  readonly leader?: string;
  readonly transactions: readonly Words[];
}

/** What is done once: `n` is its own number, so that it finds accounts that nothing else has touched. */
type Deed = (n: number) => Words;

interface BlockSpec {
  /** above the slot before */
  readonly distance: number;
  readonly hasLeader: boolean;
  readonly advancesNonce: boolean;
  readonly deeds: readonly Deed[];
}

/** A dropped fork, which follows the slot of a block of the main chain and goes on from one below. */
interface ForkSpec {
  readonly after: number;
  readonly back: number;
  readonly blocks: readonly BlockSpec[];
}

interface ScriptSpec {
  readonly cluster: 'localnet' | undefined;
  readonly main: readonly BlockSpec[];
  readonly fork: ForkSpec | undefined;
}

const person = fc.constantFrom(...PEOPLE.map((name) => `$${name}`));
const few = fc.integer({ min: 1, max: 9 });

/** An instruction that alice pays for. */
const instruction = (word: string, given: Words): Words => ({ instructions: [{ [word]: given }], payer: '$alice' });

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.tuple(person, person, few).map(
    ([from, to, sol]): Deed =>
      () =>
        instruction('transfer', { from, to, sol }),
  ),
  fc.tuple(person, few).map(
    ([from, sol]): Deed =>
      () => ({ ...instruction('transfer', { from, to: '$bob', sol }), err: { custom: 1 } }),
  ),
  fc.tuple(person, fc.nat(2)).map(
    ([from, i]): Deed =>
      () =>
        instruction('transfer', { from, to: `$new${i}`, sol: 1 }),
  ),
  person.map(
    (to): Deed =>
      (n) =>
        instruction('transfer', { from: `$poor${n}`, to, lamports: 1_000_000 }),
  ),
  fc.tuple(person, person, few).map(
    ([from, to, amount]): Deed =>
      () =>
        instruction('transferTokens', { mint: '$usdc', from, to, amount: `${amount}` }),
  ),
  fc.tuple(person, few).map(
    ([to, amount]): Deed =>
      () =>
        instruction('mintTo', { mint: '$usdc', to, amount: `${amount}` }),
  ),
  fc.tuple(person, few).map(
    ([from, amount]): Deed =>
      () =>
        instruction('burn', { mint: '$usdc', from, amount: `${amount}` }),
  ),
  fc.tuple(fc.constantFrom(...PEOPLE), person, few).map(
    ([from, to, amount]): Deed =>
      () =>
        // who has approved itself may spend no more than that
        instruction('approve', {
          from: `$ata(${from},usdc)`,
          to: `$${from}` === to ? '$approved' : to,
          amount: `${amount}`,
        }),
  ),
  person.map(
    (from): Deed =>
      (n) =>
        instruction('createAccount', { from, account: `$made${n}`, owner: '$program', space: n }),
  ),
  person.map(
    (owner): Deed =>
      (n) =>
        instruction('createTokenAccount', { account: `$chest${n}`, mint: '$usdc', owner }),
  ),
  person.map(
    (to): Deed =>
      (n) =>
        instruction('closeTokenAccount', { account: `$ata(dave${n},usdc)`, to }),
  ),
  fc.nat(9).map(
    (i): Deed =>
      () =>
        instruction('createAssociatedAccount', { owner: `$dave${i}`, mint: '$usdc', idempotent: true }),
  ),
  person.map(
    (authority): Deed =>
      (n) =>
        instruction('createMint', { mint: `$coin${n}`, decimals: 2, authority }),
  ),
);

const block: fc.Arbitrary<BlockSpec> = fc.record({
  distance: fc.integer({ min: 1, max: 2 }),
  hasLeader: fc.boolean(),
  advancesNonce: fc.boolean(),
  deeds: fc.array(deed, { maxLength: 4 }),
});

export const randomScript: fc.Arbitrary<RandomScript> = fc
  .record<ScriptSpec>({
    cluster: fc.constantFrom('localnet', undefined),
    main: fc.array(block, { minLength: 3, maxLength: 7 }),
    fork: fc.option(
      fc.record({ after: fc.nat(6), back: fc.nat(2), blocks: fc.array(block, { minLength: 1, maxLength: 2 }) }),
      { nil: undefined },
    ),
  })
  .map((spec) => new RandomScript(spec));

/** Reads every account of every cluster that the deeds name: they are part of a ledger only if one of its transactions names them. */
const FIRST: readonly Words[] = [
  { memo: 'hi', payer: '$alice' },
  instruction('createAccount', { from: '$alice', account: '$first', owner: '$program', space: 1 }),
  instruction('createMint', { mint: '$firstCoin', decimals: 2, authority: '$alice' }),
  instruction('createTokenAccount', { account: '$firstChest', mint: '$usdc', owner: '$alice' }),
  instruction('createAssociatedAccount', { owner: '$erin', mint: '$usdc' }),
  { ...instruction('advanceNonce', { nonce: '$firstNonce', authority: '$alice' }) },
];

export class RandomScript {
  /** of the blocks that no fork has, ascending */
  readonly mainSlots: readonly number[];
  /** of all blocks, ascending */
  readonly slots: readonly number[];
  readonly hasFork: boolean;
  readonly #cluster: string | undefined;
  readonly #blocks: readonly ScriptBlock[];
  readonly #deeds: number;

  constructor({ cluster, fork, main }: ScriptSpec) {
    const blocks: ScriptBlock[] = [];
    const mainSlots = [10];
    let slot = 10;
    let deeds = 0;
    const add = (
      { advancesNonce, deeds: done, distance, hasLeader }: BlockSpec,
      parent: number,
      first: readonly Words[] = [],
    ) => {
      slot += distance;
      const nonce = advancesNonce ? [instruction('advanceNonce', { nonce: '$nonce', authority: '$alice' })] : [];
      const transactions = [...first, ...nonce, ...done.map((make) => make(deeds++))];
      blocks.push({ slot, parent, ...(hasLeader && { leader: '$leader' }), transactions });
      return slot;
    };
    blocks.push({ slot, transactions: FIRST });
    main.forEach((each, i) => {
      mainSlots.push(add(each, mainSlots.at(-1)!));
      if (i !== fork?.after) return;
      let parent = mainSlots.at(-1 - fork.back) ?? 10;
      for (const dropped of fork.blocks) parent = add(dropped, parent);
    });
    this.mainSlots = mainSlots;
    this.slots = blocks.map((each) => each.slot);
    this.hasFork = mainSlots.length < blocks.length && mainSlots.at(-1) === slot;
    this.#cluster = cluster;
    this.#blocks = blocks;
    this.#deeds = deeds;
  }

  /** As a file; with `end`, only the blocks of the chain that ends in that slot. */
  text(
    tips: { readonly processed: number; readonly confirmed: number; readonly finalized: number },
    end?: number,
  ): string {
    const numbers = Array.from({ length: Math.max(this.#deeds, 10) }, (_, n) => n);
    const nonce = { nonce: { authority: '$alice' } };
    const accounts = {
      ...Object.fromEntries([...PEOPLE, 'leader'].map((name) => [`$${name}`, { sol: 1000 }])),
      $usdc: { mint: { decimals: 6, authority: '$alice' } },
      ...Object.fromEntries(PEOPLE.map((name) => [`$ata(${name},usdc)`, { tokens: '1000' }])),
      ...Object.fromEntries(numbers.map((n) => [`$poor${n}`, { lamports: 1_000_000 }])),
      ...Object.fromEntries(numbers.map((n) => [`$ata(dave${n},usdc)`, { tokens: '0' }])),
      $nonce: nonce,
      $firstNonce: nonce,
    };
    const chain = end === undefined ? this.slots : this.#chainTo(end);
    const slots = this.#blocks.filter(({ slot }) => chain.includes(slot));
    return JSON.stringify({ ...tips, consensus: 'tower', cluster: this.#cluster, allAccounts: true, accounts, slots });
  }

  #chainTo(slot: number): readonly number[] {
    const parent = this.#blocks.find((each) => each.slot === slot)?.parent;
    return parent === undefined ? [slot] : [...this.#chainTo(parent), slot];
  }

  toString(): string {
    return JSON.stringify(this.#blocks);
  }
}
