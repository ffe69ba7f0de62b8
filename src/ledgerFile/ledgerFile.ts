import type { Cursor } from '../document/cursor.ts';
import type { LedgerSettings } from '../ledger/builder.ts';
import type { ClusterName } from '../model/clusterName.ts';

/** Both ends inclusive; `at` is where `ledger.json`, or a script, has them. */
export interface SkippedSlots {
  readonly first: bigint;
  readonly last: bigint;
  readonly at: Cursor;
}

/** The members of `ledger.json`, which a script may have too; `at` is the object that contains them. */
export interface LedgerFile {
  readonly settings: LedgerSettings;
  /** the cluster whose programs and sysvars the ledger has */
  readonly clusterName: ClusterName | undefined;
  readonly at: Cursor;
}
