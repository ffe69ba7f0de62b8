import { decodeBase58 } from '../../codec/base58.ts';
import { ByteWriter } from '../../codec/bytes.ts';
import { clockAt } from '../../ledger/chainEnd.ts';
import type { Validator } from '../../ledger/cluster.ts';
import { epochOf, epochScheduleOf } from '../../ledger/epochs.ts';
import type { Chain } from '../../ledger/history/chain.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { voteStateOf } from '../../ledger/validators.ts';
import type { Account } from '../../solana/account.ts';
import { type ClusterName, VOTE_PROGRAM } from '../../solana/address.ts';
import { rentExemption } from '../accounts/accountStates.ts';
import { rentEpochIn } from './clusterPrograms.ts';
import { secondsAt } from './sysvars.ts';
import { testVoteLamports } from './testValidator.ts';

const ACCOUNT_BYTES = 3762;
const V4_TAG = 3;
const WHOLE_BPS = 10_000;

/**
 * The vote account of a validator that votes on every block of a chain, at its end. That of a test validator votes and withdraws
 * for itself.
 *
 * Source   agave 4.1.2, 4.2.1, 4.3.0-beta.2 runtime genesis_utils.rs
 * Layout   v4, as voteAccounts.ts reads it
 */
export function voteAccountOf(validator: Validator, state: LedgerState, chain: Chain, cluster: ClusterName): Account {
  const { commission, identity, vote } = validator;
  const { epochCredits, rootSlot, votes } = voteStateOf(validator, state, chain);
  const isLocal = cluster === 'localnet';
  const [node, ownKey] = [decodeBase58(identity), decodeBase58(vote)];
  const authority = isLocal ? ownKey : node;
  const writer = new ByteWriter(ACCOUNT_BYTES).u32(V4_TAG).append(node).append(authority);
  writer.append(ownKey).append(node);
  writer
    .u16(commission * 100)
    .u16(isLocal ? state.protocol.version.blockRevenueBps : WHOLE_BPS)
    .u64(0n)
    .u8(0);
  writer.u64(BigInt(votes.length));
  for (const [i, slot] of votes.entries())
    writer
      .u8(1)
      .u64(slot)
      .u32(votes.length - i);
  if (rootSlot === undefined) writer.u8(0);
  else writer.u8(1).u64(rootSlot);
  writer
    .u64(1n)
    .u64(epochOf(epochScheduleOf(state), chain.tip))
    .append(authority);
  writer.u64(BigInt(epochCredits.length));
  for (const { credits, epoch, previousCredits } of epochCredits) writer.u64(epoch).u64(credits).u64(previousCredits);
  const clock = clockAt(state.history, chain, state.protocol.gates.slotMs);
  writer.u64(chain.tip).u64(BigInt.asUintN(64, secondsAt(chain.tip, clock)));
  const data = new Uint8Array(ACCOUNT_BYTES);
  data.set(writer.bytes());
  const lamports = isLocal ? testVoteLamports(validator) : rentExemption(ACCOUNT_BYTES);
  return { address: vote, owner: VOTE_PROGRAM, data, executable: false, lamports, rentEpoch: rentEpochIn(cluster) };
}
