import { jsonInteger } from '../../codec/json.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Address } from '../../model/address.ts';
import { type Block, type LedgerTransaction, recordedKeys } from '../../model/block.ts';
import { COMMITMENT, type Question, question } from './question.ts';

/**
 * Of the lists that a ledger has whole: what lies in runs of blocks of which each is the parent of the next one. A node knows more
 * of an address than any ledger, so its transactions are asked for between the first and the last one of a run, both exclusive.
 */
export function* runQuestions(view: LedgerView): Iterable<Question> {
  for (const run of runsOf(view)) {
    const [first, last] = [jsonInteger(run[0]!.slot), jsonInteger(run.at(-1)!.slot)];
    yield question('getBlocks', first, last, { commitment: COMMITMENT });
    yield question('getBlocksWithLimit', first, run.length, { commitment: COMMITMENT });
    yield* addressQuestions(run);
  }
}

function* addressQuestions(run: readonly Block[]): Iterable<Question> {
  const bounds = boundsOf(run);
  if (bounds === undefined) return;
  const { before, until } = bounds;
  for (const address of addressesOf(run)) {
    yield question('getSignaturesForAddress', address, { before, commitment: COMMITMENT, until });
    yield question('getSignaturesForAddress', address, { before, commitment: COMMITMENT, limit: 1, until });
  }
}

/** Undefined where nothing lies in between. */
function boundsOf(run: readonly Block[]): { readonly before: string; readonly until: string } | undefined {
  const first = firstOf(run);
  const last = firstOf(run.toReversed(), -1);
  return first === undefined || last === undefined || first === last
    ? undefined
    : { before: last.signature, until: first.signature };
}

function firstOf(blocks: readonly Block[], index = 0): LedgerTransaction | undefined {
  return blocks.find(({ transactions = [] }) => transactions.length > 0)?.transactions?.at(index);
}

/** Of all its transactions, each once, in the order in which they come up. */
function addressesOf(run: readonly Block[]): ReadonlySet<Address> {
  const addresses = new Set<Address>();
  for (const { transactions = [] } of run)
    for (const transaction of transactions) for (const key of recordedKeys(transaction)) addresses.add(key);
  return addresses;
}

/** Blocks without their transactions are in no run. */
function* runsOf(view: LedgerView): Iterable<readonly Block[]> {
  let run: Block[] = [];
  for (const slot of view.state.history.slotsFrom(0n)) {
    const content = view.slotContent(slot);
    const block = content.kind === 'block' && isWhole(content.block) ? content.block : undefined;
    if (run.length > 0 && block?.parentSlot !== run.at(-1)!.slot) {
      yield run;
      run = [];
    }
    if (block !== undefined) run.push(block);
  }
  if (run.length > 0) yield run;
}

function isWhole({ transactions }: Block): boolean {
  return (
    transactions?.every((transaction) => transaction.kind === 'wire' || transaction.form !== 'signatures') ?? false
  );
}
