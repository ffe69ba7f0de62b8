import { isJsonObject } from '../../codec/json.ts';
import { parsedAccount } from '../../encoding/account.ts';
import type { Account } from '../../model/account.ts';
import { isTokenProgram, SYSTEM_PROGRAM } from '../../model/address.ts';
import { dataLength } from '../../model/recordedAccount.ts';
import type { ParsedAccount } from '../../programs/parsed.ts';
import { kindOf as tokenKindOf } from '../../programs/splToken/layout.ts';
import type { Scene } from './scene.ts';

/** What accounts are, in the order in which they are shown. */
export const ACCOUNT_KINDS = [
  'wallet',
  'mint',
  'token',
  'multisig',
  'nonce',
  'stake',
  'vote',
  'lookupTable',
  'program',
  'programData',
  'buffer',
  'config',
  'sysvar',
  'other',
] as const;

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

const BY_PROGRAM: Readonly<Record<string, AccountKind>> = {
  nonce: 'nonce',
  stake: 'stake',
  vote: 'vote',
  config: 'config',
  sysvar: 'sysvar',
};

/** Of programs that have several kinds. */
const BY_TYPE: Readonly<Record<string, AccountKind>> = {
  mint: 'mint',
  account: 'token',
  multisig: 'multisig',
  lookupTable: 'lookupTable',
  program: 'program',
  programData: 'programData',
  buffer: 'buffer',
};

export interface Recognized {
  readonly kind: AccountKind;
  /** undefined: it was not needed, or no parser takes the data */
  readonly parsed?: ParsedAccount | undefined;
}

export function recognize(account: Account, { accountOptions, parsing }: Scene): Recognized {
  if (account.owner === SYSTEM_PROGRAM && dataLength(account) === 0) return { kind: 'wallet' };
  const parsed = parsedAccount(account, accountOptions);
  if (account.executable) return { kind: 'program', parsed };
  if (parsed === undefined) return { kind: isTokenAccount(account, parsing) ? 'token' : 'other' };
  const type = isJsonObject(parsed.parsed) ? `${parsed.parsed.type}` : '';
  return { kind: BY_PROGRAM[parsed.program] ?? BY_TYPE[type] ?? 'other', parsed };
}

/** A token account whose mint is not in the ledger does not parse. */
function isTokenAccount({ data, owner }: Account, { parsers }: Scene['parsing']): boolean {
  return isTokenProgram(owner) && tokenKindOf(data) === 'account' && parsers.readTokenHolding(data) !== undefined;
}
