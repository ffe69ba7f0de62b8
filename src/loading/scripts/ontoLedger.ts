import { newestBlock } from '../../ledger/emptyBlocks.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { continuing } from '../../script/compiling/continuing.ts';
import { keysOf } from '../../script/compiling/keysOf.ts';
import { keyPairOf } from '../../script/compiling/names/keys.ts';
import type { KeyWord } from '../../script/format/types.ts';
import type { ScriptFile } from '../../script/reading/script.ts';
import type { Recorded } from '../merging/contents.ts';

/** A ledger as a recorded state that scripts continue. */
export function recordedIn(state: LedgerState): Recorded {
  const { chains, dropped, history } = state;
  const { offChain, tip } = chains.processed;
  const left = dropped.with(offChain.between(0n, tip));
  return {
    ...continuing(state, chains.processed),
    newestBelow: (slot) => newestBlock(history, { tip: slot - 1n, offChain: left })?.slot,
  };
}

/** Scripts together with the keys that the ledger has; one that they set differently is refused. */
export function withKeysOf({ names }: LedgerState, scripts: readonly ScriptFile[]): readonly ScriptFile[] {
  for (const { at, key, name } of scripts.flatMap(({ script }) => script.keys)) {
    const known = names.addresses.get(`$${name}`);
    if (known !== undefined && known !== addressOf(key))
      at.refuse(`$${name} is ${known} in this ledger already`, 'give the key another name');
  }
  const script = { keys: keysOf(names), accounts: [], slots: [] };
  return [{ script, includes: [], isSound: true }, ...scripts];
}

function addressOf(key: KeyWord['key']): string {
  return key.kind === 'address' ? key.address : keyPairOf(key.seed).address;
}
