import { isJsonObject } from '../../codec/jsonText.ts';
import type { Address } from '../../solana/address.ts';
import { parseForReaders } from '../../solana/programs/parsers.ts';
import { instructionsIn, type MatchedSend } from './sendMatch.ts';
import { FROM_TO, TRANSFERS } from './transfers.ts';

/** The accounts whose lamports or tokens change, as jsonParsed calls them, by program and type. */
const CHANGED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  system: TRANSFERS.system,
  'spl-token': {
    ...TRANSFERS['spl-token'],
    mintTo: ['account'],
    mintToChecked: ['account'],
    burn: ['account'],
    burnChecked: ['account'],
    closeAccount: ['account', 'destination'],
    createNativeMint: ['payer', 'nativeMint'],
    syncNative: ['account'],
    withdrawExcessLamports: FROM_TO,
  },
  'spl-associated-token-account': {
    create: ['source', 'account'],
    createIdempotent: ['source', 'account'],
    recoverNested: ['nestedSource', 'destination', 'wallet'],
  },
  stake: {
    merge: FROM_TO,
    moveLamports: FROM_TO,
    moveStake: FROM_TO,
    split: ['stakeAccount', 'newSplitAccount'],
    withdraw: ['stakeAccount', 'destination'],
  },
  vote: { withdraw: ['voteAccount', 'destination'] },
};

/** The accounts whose lamports or tokens a transaction changes if it succeeds, by the instructions of its message and its fee. */
export function changedAccounts(sent: MatchedSend): ReadonlySet<Address> {
  const changed = new Set<Address>(sent.keys.slice(0, 1));
  for (const instruction of instructionsIn(sent)) {
    const { parsed = null, program = '' } = parseForReaders(instruction) ?? {};
    if (!isJsonObject(parsed) || !isJsonObject(parsed.info)) continue;
    for (const member of CHANGED[program]?.[String(parsed.type)] ?? []) {
      const address = parsed.info[member];
      if (typeof address === 'string') changed.add(address as Address);
    }
  }
  return changed;
}
