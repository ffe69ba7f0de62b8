import type { JsonValue } from '../codec/json.ts';
import type { LedgerFileMember } from '../ledgerFile/members.ts';

/** Members of `ledger.json`. */
export type Members = Readonly<Partial<Record<LedgerFileMember, JsonValue | undefined>>>;
