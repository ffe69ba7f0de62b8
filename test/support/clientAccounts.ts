import { decodeBase58 } from '../../src/codec/base58.ts';
import {
  type Address,
  address,
  CLOCK_SYSVAR,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
} from '../../src/solana/address.ts';
import { f64, i64, U64_MAX, u8, u16, u32, u64 } from '../solana/programs/accounts/layoutBytes.ts';
import { ANNA, BEN } from './leaderLedger.ts';
import { type AccountSpec, BLOCK_TIME_BASE } from './testNode.ts';
import { holdingAccount, mintAccount, scaledUiAmount } from './tokenLedger.ts';
import { namedAddress, namedBlockhash, PAYER, RECIPIENT } from './transactions.ts';

/** The accounts of the clients' ledger, put together by hand from their layouts. */

export const PROGRAM: Address = namedAddress('clients program');
/** Wallets, two accounts of PROGRAM, what the programs of the chain keep, and an address without an account. */
export const CLIENT_ACCOUNTS = {
  payer: PAYER,
  recipient: RECIPIENT,
  rich: namedAddress('rich'),
  note: namedAddress('note'),
  empty: namedAddress('empty'),
  nonce: namedAddress('nonce'),
  vote: namedAddress('vote'),
  silentVote: namedAddress('silent vote'),
  stake: namedAddress('stake'),
  lockedStake: namedAddress('locked stake'),
  table: namedAddress('table'),
  program: namedAddress('upgradeable program'),
  programData: namedAddress('program data'),
  mint: namedAddress('mint'),
  payerTokens: namedAddress('payer tokens'),
  recipientTokens: namedAddress('recipient tokens'),
  scaledMint: namedAddress('scaled mint'),
  payerScaled: namedAddress('payer scaled'),
  clock: CLOCK_SYSVAR,
  rent: address('SysvarRent111111111111111111111111111111111'),
  slotHistory: address('SysvarS1otHistory11111111111111111111111111'),
  stakeConfig: address('StakeConfig11111111111111111111111111111111'),
  missing: namedAddress('missing'),
} as const satisfies Record<string, Address>;

const A = CLIENT_ACCOUNTS;
export const DELEGATE: Address = namedAddress('delegate');
/** lamports that no double holds */
export const RICH_LAMPORTS = 2n ** 53n + 1n;
export const NOTE_DATA: Buffer = Buffer.from('test data');
export const NONCE_VALUE: string = namedBlockhash('nonce value');
/** what the table of the v0 transaction holds */
export const TABLE_ADDRESSES: readonly Address[] = [namedAddress('looked up'), namedAddress('looked up too')];
/** Unix seconds */
export const CLOCK_TIME: bigint = BigInt(BLOCK_TIME_BASE + 36);
/** whole percent, in basis points */
export const COMMISSION_BPS = 500;

const STAKE_PROGRAM = address('Stake11111111111111111111111111111111111111');
const VOTE_PROGRAM = address('Vote111111111111111111111111111111111111111');
const SYSVAR_OWNER = address('Sysvar1111111111111111111111111111111111111');
const CONFIG_PROGRAM = address('Config1111111111111111111111111111111111111');
const TABLE_PROGRAM = address('AddressLookupTab1e1111111111111111111111111');
const SLOT_HISTORY_BITS = 1024 * 1024;

function voteData(node: Address, votes: readonly bigint[]): Buffer {
  const key = decodeBase58(node);
  const rewards = [key, key, u16(COMMISSION_BPS), u16(0), u64(7n), u8(0)];
  const bytes = Buffer.concat([
    ...[u32(3), key, key, ...rewards],
    ...[u64(BigInt(votes.length)), ...votes.flatMap((slot, i) => [u8(1), u64(slot), u32(votes.length - i)])],
    ...(votes.length === 0 ? [u8(0)] : [u8(1), u64(30n)]),
    ...[u64(1n), u64(0n), key],
    ...[u64(1n), u64(1n), u64(90n), u64(60n)],
    ...[u64(votes.at(-1) ?? 0n), i64(CLOCK_TIME)],
  ]);
  return Buffer.concat([bytes, Buffer.alloc(3762 - bytes.length)]);
}

const stakeMeta = (lockupEpoch: bigint) =>
  Buffer.concat([u64(2282880n), decodeBase58(PAYER), decodeBase58(PAYER), i64(0n), u64(lockupEpoch), Buffer.alloc(32)]);

const STAKE_DATA = Buffer.concat([
  ...[u32(2), stakeMeta(0n)],
  ...[decodeBase58(A.vote), u64(1_000_000_000n), u64(0n), u64(U64_MAX), f64(0.25)],
  ...[u64(90n), Buffer.alloc(4)],
]);

const SLOT_HISTORY_DATA = Buffer.concat([
  ...[u8(1), u64(BigInt(SLOT_HISTORY_BITS / 64)), Buffer.alloc(SLOT_HISTORY_BITS / 8, 0b0000_0101)],
  ...[u64(BigInt(SLOT_HISTORY_BITS)), u64(37n)],
]);

const TABLE_DATA = Buffer.concat([
  ...[u32(1), u64(U64_MAX), u64(28n), u8(0), u8(1), decodeBase58(PAYER), u16(0)],
  ...TABLE_ADDRESSES.map(decodeBase58),
]);

const ONE_KEY = Buffer.concat([u8(1), decodeBase58(PAYER)]);

export const CLIENT_ACCOUNT_SPECS: readonly AccountSpec[] = [
  { address: A.payer, lamports: 5_000_000_000n },
  { address: A.recipient, lamports: 3_000_000_000n },
  { address: A.rich, lamports: RICH_LAMPORTS },
  { address: A.note, owner: PROGRAM, data: NOTE_DATA },
  { address: A.empty, owner: PROGRAM },
  {
    address: A.nonce,
    lamports: 1_447_680n,
    data: Buffer.concat([u32(1), u32(1), decodeBase58(PAYER), decodeBase58(NONCE_VALUE), u64(5000n)]),
  },
  { address: A.vote, owner: VOTE_PROGRAM, lamports: 27_074_400n, data: voteData(BEN, [34n, 35n]) },
  { address: A.silentVote, owner: VOTE_PROGRAM, lamports: 27_074_400n, data: voteData(ANNA, []) },
  { address: A.stake, owner: STAKE_PROGRAM, lamports: 1_002_282_880n, data: STAKE_DATA },
  {
    address: A.lockedStake,
    owner: STAKE_PROGRAM,
    lamports: 2_000_000_000n,
    data: Buffer.concat([u32(1), stakeMeta(99n), Buffer.alloc(76)]),
  },
  { address: A.table, owner: TABLE_PROGRAM, data: TABLE_DATA },
  {
    address: A.program,
    owner: UPGRADEABLE_LOADER,
    executable: true,
    data: Buffer.concat([u32(2), decodeBase58(A.programData)]),
  },
  {
    address: A.programData,
    owner: UPGRADEABLE_LOADER,
    data: Buffer.concat([u32(3), u64(28n), ONE_KEY, Buffer.from('code')]),
  },
  mintAccount({ address: A.mint, supply: 1_500_000n, decimals: 3 }),
  holdingAccount({ address: A.payerTokens, mint: A.mint, owner: PAYER, amount: 1_000_001n }),
  holdingAccount({
    address: A.recipientTokens,
    mint: A.mint,
    owner: RECIPIENT,
    amount: 499_999n,
    delegate: DELEGATE,
    delegatedAmount: 20n,
  }),
  mintAccount({ address: A.scaledMint, supply: 1234n, decimals: 2, extension: scaledUiAmount(2.5, U64_MAX >> 1n, 1) }),
  holdingAccount({
    address: A.payerScaled,
    mint: A.scaledMint,
    owner: PAYER,
    amount: 1234n,
    program: TOKEN_2022_PROGRAM,
  }),
  {
    address: A.clock,
    owner: SYSVAR_OWNER,
    data: Buffer.concat([u64(36n), i64(CLOCK_TIME), u64(1n), u64(2n), i64(CLOCK_TIME)]),
  },
  { address: A.rent, owner: SYSVAR_OWNER, data: Buffer.concat([u64(6960n), f64(1), u8(50)]) },
  { address: A.slotHistory, owner: SYSVAR_OWNER, data: SLOT_HISTORY_DATA },
  { address: A.stakeConfig, owner: CONFIG_PROGRAM, data: Buffer.concat([u8(0), f64(0.25), u8(12)]) },
];

/** Every token account of CLIENT_ACCOUNTS by its mint. */
export const HOLDINGS = [
  { mint: A.mint, program: TOKEN_PROGRAM, accounts: [A.payerTokens, A.recipientTokens] },
  { mint: A.scaledMint, program: TOKEN_2022_PROGRAM, accounts: [A.payerScaled] },
] as const;
