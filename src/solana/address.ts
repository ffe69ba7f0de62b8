import { BASE58_CHARACTER, base58SizeTest, encodeBase58, isBase58Text } from '../codec/base58.ts';

declare const brand: unique symbol;

/** 32 bytes as base58 text: an address, a public key. */
export type Address = string & { readonly [brand]: 'Address' };
/** An address among parameters: text, or what is text in JSON, as a PublicKey of web3.js is. */
export type AddressParam = string | { toJSON(): string };
/** 32 bytes as base58 text. */
export type Blockhash = string & { readonly [brand]: 'Blockhash' };
/** 64 bytes as base58 text; the first signature of a transaction is its id. */
export type Signature = string & { readonly [brand]: 'Signature' };

export const ADDRESS_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** A text that may be an address, as a part of a regular expression: whether it decodes to 32 bytes is not in it. */
export const ADDRESS_PATTERN: string = `${BASE58_CHARACTER}{32,44}`;

/** Whether base58 text decodes to the size of an address. */
export const isAddressSized: (base58: string) => boolean = base58SizeTest(ADDRESS_BYTES);
/** Whether base58 text decodes to the size of a signature. */
export const isSignatureSized: (base58: string) => boolean = base58SizeTest(SIGNATURE_BYTES);

/** Whether any text is an address, as people and other nodes write it. */
export function isAddressText(text: string): boolean {
  return isBase58Text(text) && isAddressSized(text);
}

export function isSignatureText(text: string): boolean {
  return isBase58Text(text) && isSignatureSized(text);
}

/** Marks text of our own source as an address; text from outside goes through a reader that checks it. */
export function address(text: string): Address {
  return text as Address;
}

/** @param bytes exactly 32 of them */
export function addressOf(bytes: Uint8Array): Address {
  return encodeBase58(bytes) as Address;
}

/**
 * Orders addresses by their 32 raw bytes, without decoding: the base58 alphabet is in ASCII order, so after the leading
 * ones (zero bytes) the longer text is the greater number and equal lengths compare as text.
 */
export function compareAddresses(a: Address, b: Address): number {
  const aDigits = significantDigits(a);
  const bDigits = significantDigits(b);
  if (aDigits !== bDigits) return aDigits - bDigits;
  const aText = a.slice(a.length - aDigits);
  const bText = b.slice(b.length - bDigits);
  return aText < bText ? -1 : aText > bText ? 1 : 0;
}

function significantDigits(text: string): number {
  let ones = 0;
  while (text.charCodeAt(ones) === 0x31) ones++;
  return text.length - ones;
}

export const SYSTEM_PROGRAM: Address = address('11111111111111111111111111111111');
export const TOKEN_PROGRAM: Address = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM: Address = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export function isTokenProgram(program: Address): boolean {
  return program === TOKEN_PROGRAM || program === TOKEN_2022_PROGRAM;
}

export const NATIVE_MINT: Address = address('So11111111111111111111111111111111111111112');
export const MEMO_V1_PROGRAM: Address = address('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo');
export const MEMO_PROGRAM: Address = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
/**
 * The fourth version, which clients send to. A node of 4.1 does not know it, so it is not parsed and gives signatures no memo.
 */
export const MEMO_V4_PROGRAM: Address = address('Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH');
/** Whether the node takes it for a memo program. */
export function isMemoProgram(program: unknown): boolean {
  return program === MEMO_V1_PROGRAM || program === MEMO_PROGRAM;
}

/** Whether a newer node takes it for a memo program: those of every node, and the fourth version. */
export function isAnyMemoProgram(program: unknown): boolean {
  return isMemoProgram(program) || program === MEMO_V4_PROGRAM;
}

export const UPGRADEABLE_LOADER: Address = address('BPFLoaderUpgradeab1e11111111111111111111111');
export const DEPRECATED_LOADER: Address = address('BPFLoader1111111111111111111111111111111111');
export const LOADER_V2: Address = address('BPFLoader2111111111111111111111111111111111');
export const LOADER_V4: Address = address('LoaderV411111111111111111111111111111111111');
/** The account whose lamports are burned at the end of each block. */
export const INCINERATOR: Address = address('1nc1nerator11111111111111111111111111111111');
export const VOTE_PROGRAM: Address = address('Vote111111111111111111111111111111111111111');
export const STAKE_PROGRAM: Address = address('Stake11111111111111111111111111111111111111');
export const CONFIG_PROGRAM: Address = address('Config1111111111111111111111111111111111111');
export const STAKE_CONFIG_ACCOUNT: Address = address('StakeConfig11111111111111111111111111111111');
export const ZK_ELGAMAL_PROGRAM: Address = address('ZkE1Gama1Proof11111111111111111111111111111');
export const ZK_TOKEN_PROGRAM: Address = address('ZkTokenProof1111111111111111111111111111111');
export const CLOCK_SYSVAR: Address = address('SysvarC1ock11111111111111111111111111111111');
export const RECENT_BLOCKHASHES_SYSVAR: Address = address('SysvarRecentB1ockHashes11111111111111111111');
export const RENT_SYSVAR: Address = address('SysvarRent111111111111111111111111111111111');
export const SLOT_HASHES_SYSVAR: Address = address('SysvarS1otHashes111111111111111111111111111');
export const SLOT_HISTORY_SYSVAR: Address = address('SysvarS1otHistory11111111111111111111111111');
export const EPOCH_SCHEDULE_SYSVAR: Address = address('SysvarEpochSchedu1e111111111111111111111111');
export const EPOCH_REWARDS_SYSVAR: Address = address('SysvarEpochRewards1111111111111111111111111');
export const FEES_SYSVAR: Address = address('SysvarFees111111111111111111111111111111111');
export const INSTRUCTIONS_SYSVAR: Address = address('Sysvar1nstructions1111111111111111111111111');
export const LAST_RESTART_SLOT_SYSVAR: Address = address('SysvarLastRestartS1ot1111111111111111111111');
export const REWARDS_SYSVAR: Address = address('SysvarRewards111111111111111111111111111111');
export const STAKE_HISTORY_SYSVAR: Address = address('SysvarStakeHistory1111111111111111111111111');
/** the owner of all sysvars */
export const SYSVAR_OWNER: Address = address('Sysvar1111111111111111111111111111111111111');
export const ASSOCIATED_TOKEN_PROGRAM: Address = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const COMPUTE_BUDGET_PROGRAM: Address = address('ComputeBudget111111111111111111111111111111');
export const NATIVE_LOADER: Address = address('NativeLoader1111111111111111111111111111111');

/** Programs that the runtime carries out itself: they check signatures, are not called, and log nothing. */
export const PRECOMPILES: Readonly<Record<'ed25519' | 'secp256k1' | 'secp256r1', Address>> = {
  ed25519: address('Ed25519SigVerify111111111111111111111111111'),
  secp256k1: address('KeccakSecp256k11111111111111111111111111111'),
  secp256r1: address('Secp256r1SigVerify1111111111111111111111111'),
};

const PRECOMPILE_ADDRESSES: ReadonlySet<Address> = new Set(Object.values(PRECOMPILES));

export function isPrecompile(program: Address): boolean {
  return PRECOMPILE_ADDRESSES.has(program);
}

/** A cluster whose programs and sysvars a ledger can have without listing them. */
export type ClusterName = (typeof CLUSTER_NAMES)[number];

export const CLUSTER_NAMES = ['localnet', 'mainnet', 'devnet', 'testnet'] as const;
