import type { Cursor } from '../document/cursor.ts';
import type { Reader } from '../document/readers.ts';

/** The members of `ledger.json`, in the order of docs/fixtures.md. */
export const LEDGER_FILE_MEMBERS = [
  'processed',
  'confirmed',
  'finalized',
  'firstAvailable',
  'skipped',
  'cluster',
  'genesisHash',
  'identity',
  'apiVersion',
  'featureSet',
  'allAccounts',
  'transactionCount',
  'epochSchedule',
  'leaderSchedules',
  'voteStakes',
  'blockCommitments',
  'clusterNodes',
  'inflation',
  'supply',
  'performanceSamples',
  'snapshots',
  'slotsBehind',
  'send',
] as const;

export type LedgerFileMember = (typeof LEDGER_FILE_MEMBERS)[number];

/** Undefined if the member is absent or wrong; null counts as wrong. */
export function readOptionalMember<T>(at: Cursor, name: LedgerFileMember, read: Reader<T>): T | undefined {
  const member = at.member(name);
  return member.value === undefined ? undefined : read(member);
}
