import { MAX_PROCESSING_AGE } from '../../../ledger/blockhashes.ts';
import { lengthOf } from '../../../ledger/history/emptyRuns.ts';
import type { History } from '../../../ledger/history/history.ts';
import { distanceOf } from '../../../ledger/tips.ts';
import type { LedgerView } from '../../../ledger/view.ts';
import type { Blockhash } from '../../../solana/address.ts';
import type { Block } from '../../../solana/block.ts';
import { hiddenText } from './hidden.ts';
import type { ReasonSink } from './reasonSink.ts';

/** Largest number of empty blocks that are searched: this takes a few milliseconds. */
const MAX_SEARCHED = 2000;

/**
 * Adds why transactions cannot name a blockhash any more, or not yet.
 *
 * @param age age in blocks; undefined: a bank at the tip of the view does not know it
 */
export function deadBlockhash(reasons: ReasonSink, hash: Blockhash, age: bigint | undefined, view: LedgerView): void {
  const block = age === undefined ? blockOf(hash, view) : undefined;
  if (age !== undefined)
    reasons.add(
      `blockhash ${hash} is ${age} blocks old, and transactions may name it up to ${MAX_PROCESSING_AGE}: getLatestBlockhash gives a newer one`,
    );
  else if (block !== undefined)
    reasons.add(
      hiddenText(`the block with the hash ${hash}`, block.slot, view) ??
        `blockhash ${hash} is of slot ${block.slot}, which is too old: getLatestBlockhash gives a newer one`,
    );
  else if (hash === view.state.node.genesisHash)
    reasons.add(`blockhash ${hash} is that of the genesis, which is too old: getLatestBlockhash gives a newer one`);
  else reasons.addMissing(`no block of the ledger has the hash ${hash}${unsearchedText(view.state.history)}`);
}

/** Explains a blockhash that is old after few sends: tips that keep a distance follow each of them by a block. */
export function agingOfSends(reasons: ReasonSink, { state }: LedgerView): void {
  const { confirmed, finalized } = distanceOf(state);
  const following = [finalized - confirmed, confirmed].filter((slots) => slots > 0n).length;
  if (following === 0 || state.send.confirm === 'manual') return;
  const blocks = following + 1;
  reasons.add(
    `while the ledger does not advance by itself, each send makes ${blocks} blocks, because the tips keep their distance: a blockhash that a client keeps, as web3.js does for 30 seconds, is too old after at most ${MAX_PROCESSING_AGE / BigInt(blocks)} sends`,
  );
}

function unsearchedText({ emptyRuns }: History): string {
  const empty = emptyRuns.reduce((sum, run) => sum + lengthOf(run), 0);
  return empty > MAX_SEARCHED ? ` (of its empty blocks only the newest ${MAX_SEARCHED} were searched)` : '';
}

/** The visible block with this hash. */
function blockOf(hash: Blockhash, view: LedgerView): Block | undefined {
  const blocks = [...searchedBlocks(view.state.history)].filter(({ blockhash }) => blockhash === hash);
  return blocks.find(({ slot }) => view.shows(slot)) ?? blocks.at(-1);
}

/** All blocks that the history holds, and the newest empty blocks of its runs. */
function* searchedBlocks(history: History): Iterable<Block> {
  yield* history.storedBlocks();
  let remaining = MAX_SEARCHED;
  for (const { first, last, series } of history.emptyRuns.toReversed())
    for (let slot = last; slot >= first && remaining > 0; slot--, remaining--) yield series.block(slot);
}

/** Adds why a message has no fee. */
export function deadMessage(reasons: ReasonSink, hash: Blockhash, view: LedgerView): void {
  deadBlockhash(reasons, hash, undefined, view);
  reasons.add('the message does not begin by advancing a nonce account that holds its blockhash');
}
