import bs58 from 'bs58';
import { type Address, CLOCK_SYSVAR, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../src/solana/address.ts';
import { f64, i64, u8, u32 } from '../solana/programs/accounts/layoutBytes.ts';
import { accountWith, entry, mint, mintWith, tokenAccount } from '../solana/programs/accounts/splTokenBytes.ts';
import { contextText, notInLedgerText } from './answers.ts';
import type { AccountSpec } from './testNode.ts';
import { namedAddress } from './transactions.ts';

/** Accounts of the token programs for ledgers of tests. */

interface MintSpec {
  readonly address: Address;
  readonly supply?: bigint;
  readonly decimals?: number;
  /** default: the older token program */
  readonly owner?: Address;
  /** makes the mint differ from plain ones; makes it one of Token-2022 */
  readonly extension?: Buffer;
}

export function mintAccount({ address, supply = 0n, decimals = 0, owner, extension }: MintSpec): AccountSpec {
  const base = mint({ supply, decimals });
  if (extension === undefined) return { address, owner: owner ?? TOKEN_PROGRAM, data: base };
  const data = mintWith(extension);
  base.copy(data);
  return { address, owner: owner ?? TOKEN_2022_PROGRAM, data };
}

interface HoldingSpec {
  readonly address: Address;
  readonly mint: Address;
  readonly owner: Address;
  readonly amount?: bigint;
  readonly delegate?: Address;
  readonly delegatedAmount?: bigint;
  /** 0: not initialised, 1: initialised, 2: frozen */
  readonly state?: number;
  /** default: the older token program */
  readonly program?: Address;
  /** makes the account longer than 165 bytes */
  readonly extension?: Buffer;
}

export function holdingAccount(spec: HoldingSpec): AccountSpec {
  const base = tokenAccount({
    amount: spec.amount ?? 0n,
    state: spec.state ?? 1,
    delegatedAmount: spec.delegatedAmount ?? 0n,
    ...(spec.delegate === undefined ? {} : { delegate: Buffer.concat([u32(1), bs58.decode(spec.delegate)]) }),
  });
  base.set(bs58.decode(spec.mint), 0);
  base.set(bs58.decode(spec.owner), 32);
  const data = spec.extension === undefined ? base : accountWith(spec.extension);
  base.copy(data);
  return { address: spec.address, owner: spec.program ?? TOKEN_PROGRAM, data };
}

const AUTHORITY = Buffer.alloc(32, 9);

/** Shows every amount times `multiplier`, and times `newMultiplier` from a time (Unix seconds) on. */
export function scaledUiAmount(multiplier: number, from: bigint, newMultiplier: number): Buffer {
  return entry(25, Buffer.concat([AUTHORITY, f64(multiplier), i64(from), f64(newMultiplier)]));
}

/** Yearly interest of `rate` basis points since a time (Unix seconds). */
export function interestBearing(rate: number, since: bigint): Buffer {
  const basisPoints = Buffer.alloc(2);
  basisPoints.writeInt16LE(rate);
  return entry(10, Buffer.concat([AUTHORITY, i64(since), basisPoints, i64(since), basisPoints]));
}

/** The owner of the account may not change: an extension without content. */
export const IMMUTABLE_OWNER: Buffer = entry(7);

/** The Clock sysvar at a time, Unix seconds. */
export function clockAccount(unixTimestamp: bigint): AccountSpec {
  return { address: CLOCK_SYSVAR, data: Buffer.concat([Buffer.alloc(32), i64(unixTimestamp), u8(0)]).subarray(0, 40) };
}

export const MINT: Address = namedAddress('mint');
export const OTHER_MINT: Address = namedAddress('other mint');
/** of Token-2022 */
export const NEW_MINT: Address = namedAddress('new mint');

export const MINTS: readonly AccountSpec[] = [
  mintAccount({ address: MINT, decimals: 1 }),
  mintAccount({ address: OTHER_MINT, decimals: 0 }),
  mintAccount({ address: NEW_MINT, decimals: 2, owner: TOKEN_2022_PROGRAM }),
];

/** What selects the token accounts of a mint, of a program. */
export const ofMint = (mint: string): string => `{"mint":"${mint}"}`;
export const ofProgram = (program: string): string => `{"programId":"${program}"}`;

/** An account as lists show it. `data` is JSON text. */
export function entryText(account: AccountSpec, data: string): string {
  return `{"account":{"data":${data},"executable":false,"lamports":1000000,"owner":"${account.owner}","rentEpoch":18446744073709551615,"space":${account.data!.length}},"pubkey":"${account.address}"}`;
}

export function base64Entry(account: AccountSpec): string {
  return entryText(account, `["${Buffer.from(account.data!).toString('base64')}","base64"]`);
}

/** An amount in its context. */
export function amountText(amount: string, decimals: number, uiAmount: string, text: string, slot = 5): string {
  const value = `{"amount":"${amount}","decimals":${decimals},"uiAmount":${uiAmount},"uiAmountString":"${text}"}`;
  return contextText(value, slot);
}

/** As the node counts interest, in seconds. */
export const YEAR = 31_556_736n;

/** How an amount that changes with time is refused where the ledger has none. */
export const NO_TIME: string = notInLedgerText(
  'This ledger does not say the time: put the account SysvarC1ock11111111111111111111111111111111 into it, or a block time',
);
