import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ata, keypair, type LedgerNode, type NewTransferMatch } from '../../../../src/index.ts';
import type { Instruction } from '../../../../src/solana/instruction.ts';
import { SYSTEM } from '../../../../src/solana/programs/system.ts';
import { sendInstructions, tokenTransfer, transferNode } from '../../../support/matchedTransfers.ts';
import { fixedRunsOf } from '../../../support/runs.ts';

/** A match finds exactly the transfers that jsonParsed shows: for random transfers, and for random expectations of them. */

const WALLETS = ['alice', 'bob', 'carol'] as const;
const wallet = fc.constantFrom(...WALLETS);
const amount = fc.constantFrom(0n, 1n, 2n, 10n ** 6n, 2n ** 63n);

const move = fc.record({
  unit: fc.constantFrom('SOL' as const, 'usdc' as const, 'gold' as const),
  from: wallet,
  to: wallet,
  amount,
  isChecked: fc.boolean(),
});
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

function instructionOf({ amount, from, isChecked, to, unit }: Move, node: LedgerNode): Instruction {
  if (unit !== 'SOL') return tokenTransfer(node, { mint: unit, from, to, amount }, isChecked);
  const [source, destination] = [keypair(from).address, keypair(to).address];
  return SYSTEM.transfer.build({ source, destination }, { lamports: amount });
}

/** Instructions that transfer nothing. */
const other = fc.constantFrom<Instruction>(
  SYSTEM.allocate.build({ account: keypair('alice').address }, { space: 1n }),
  SYSTEM.assign.build({ account: keypair('alice').address }, { owner: keypair('bob').address }),
);

interface ShownTransfer {
  readonly source: string;
  readonly destination: string;
  readonly mint: string;
  readonly amount: string;
}

interface ShownInstruction {
  readonly program?: string;
  readonly parsed?: { readonly type: string; readonly info: Readonly<Record<string, unknown>> };
}

/** The transfers in the jsonParsed form of the newest send; the mint of a plain one is that of its source. */
async function shownTransfers(
  node: LedgerNode,
  mintOf: ReadonlyMap<string, string>,
): Promise<readonly ShownTransfer[]> {
  const newest = (await node.sent()).at(-1)!;
  const { message } = newest.transaction as {
    readonly message: { readonly instructions: readonly ShownInstruction[] };
  };
  return message.instructions.flatMap(({ parsed, program }) => {
    if (parsed === undefined || !parsed.type.startsWith('transfer')) return [];
    const { amount, destination, lamports, mint, source, tokenAmount } = parsed.info as Readonly<
      Record<string, string>
    >;
    const shown = (tokenAmount as unknown as { readonly amount: string } | undefined)?.amount;
    const unit = program === 'system' ? 'SOL' : (mint ?? mintOf.get(source!)!);
    return [{ source: source!, destination: destination!, mint: unit, amount: String(lamports ?? amount ?? shown) }];
  });
}

const MEMBERS = ['from', 'to', 'mint', 'amount'] as const;
type Member = (typeof MEMBERS)[number];

/** Some members of a transfer that is shown, by its index; one of them may be that of another one, or of none. */
const expectation = fc.record({
  of: fc.nat(3),
  members: fc.subarray([...MEMBERS]),
  changed: fc.option(
    fc.record({
      name: fc.constantFrom<Member>(...MEMBERS),
      to: fc.constantFrom<number | 'other'>(0, 1, 2, 3, 'other'),
    }),
  ),
  isByWallet: fc.boolean(),
});
type Expectation = typeof expectation extends fc.Arbitrary<infer T> ? T : never;

/** Whether each expectation can have a transfer of its own: every assignment is tried. */
function canAssign(fits: readonly (readonly boolean[])[], taken: ReadonlySet<number> = new Set()): boolean {
  const [first, ...rest] = fits;
  if (first === undefined) return true;
  return first.some((isFit, index) => isFit && !taken.has(index) && canAssign(rest, new Set([...taken, index])));
}

it('a match finds exactly the transfers that jsonParsed shows', async () => {
  await using node = await transferNode();
  const accounts = WALLETS.flatMap((owner) =>
    (['usdc', 'gold'] as const).map((mint) => {
      const address: string = node.address(ata(owner, mint));
      return { address, owner: keypair(owner).address, mint: node.address(mint) };
    }),
  );
  const mintOf = new Map<string, string>(accounts.map(({ address, mint }) => [address, mint]));
  const ownerOf = new Map<string, string>(accounts.map(({ address, owner }) => [address, owner]));
  const results = new Set<boolean>();
  const property = fc.asyncProperty(
    fc.array(fc.oneof({ weight: 4, arbitrary: move }, { weight: 1, arbitrary: other }), { minLength: 1, maxLength: 4 }),
    fc.array(expectation, { minLength: 1, maxLength: 4 }),
    async (moves, expectations) => {
      await node.reset();
      await node.onSend({ then: 'drop' });
      await sendInstructions(
        node,
        moves.map((made) => ('unit' in made ? instructionOf(made, node) : made)),
      );
      const shown = await shownTransfers(node, mintOf);
      expect(shown).toHaveLength(moves.filter((made) => 'unit' in made).length);
      const expected = expectations.map((one) => expectedOf(one, shown, ownerOf));
      const fits = expected.map(({ isFit }) => shown.map(isFit));
      const transfers = expected.map(({ match }) => match);
      const isMatched = (await node.verify({ sent: { transfers } }).catch(() => 0)) === 1;
      expect(isMatched).toBe(canAssign(fits));
      results.add(isMatched);
    },
  );
  // these cases have both results
  await fc.assert(property, { numRuns: fixedRunsOf(60, 20), seed: 1 });
  expect([...results].sort()).toEqual([false, true]);
  await fc.assert(property, { numRuns: 300 });
});

/** An expectation by values of the transfers that are shown, and by others. */
function expectedOf(
  { changed, isByWallet, members, of }: Expectation,
  shown: readonly ShownTransfer[],
  ownerOf: ReadonlyMap<string, string>,
): { readonly match: NewTransferMatch; readonly isFit: (transfer: ShownTransfer) => boolean } {
  const holderOf = (account: string) => (isByWallet ? (ownerOf.get(account) ?? account) : account);
  const facts = shown.map(({ amount, destination, mint, source }) => ({
    from: holderOf(source),
    to: holderOf(destination),
    mint,
    amount,
  }));
  const chosenFrom = (name: Member, otherwise: string) => {
    const isChanged = changed?.name === name;
    if (!isChanged && !members.includes(name)) return undefined;
    const index = isChanged ? changed.to : of;
    return (index === 'other' ? undefined : facts[index]?.[name]) ?? otherwise;
  };
  const nobody = keypair('nobody').address;
  const wanted = {
    from: chosenFrom('from', nobody),
    to: chosenFrom('to', nobody),
    mint: chosenFrom('mint', nobody),
    amount: chosenFrom('amount', '77'),
  };
  return {
    match: {
      ...(wanted.from && { from: wanted.from }),
      ...(wanted.to && { to: wanted.to }),
      ...(wanted.mint && (wanted.mint === 'SOL' ? { sol: true } : { mint: wanted.mint })),
      ...(wanted.amount && { amount: BigInt(wanted.amount) }),
    },
    // a wallet is also its associated accounts
    isFit: ({ amount, destination, mint, source }) =>
      isOneOf(wanted.from, source, ownerOf.get(source)) &&
      isOneOf(wanted.to, destination, ownerOf.get(destination)) &&
      isOneOf(wanted.mint, mint) &&
      isOneOf(wanted.amount, amount),
  };
}

/** @param wanted undefined: any value */
function isOneOf(wanted: string | undefined, ...values: readonly (string | undefined)[]): boolean {
  return wanted === undefined || values.includes(wanted);
}
