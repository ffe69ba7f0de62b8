import { decodeBase58 } from '../codec/base58.ts';
import { sha256 } from '../codec/bytes.ts';
import { type Address, ASSOCIATED_TOKEN_PROGRAM, addressOf } from '../solana/address.ts';
import { custom, ProgramError } from './programError.ts';

/**
 * Addresses that are derived from others and have no key.
 *
 * Source   solana address 2.6 find_program_address; spl-associated-token-account-interface 2.0; RFC 8032 §5.1
 * @module
 */

const MARKER = 'ProgramDerivedAddress';
const MAX_SEED_BYTES = 32;
/** seeds besides the bump seed, which keeps the address off the curve */
const MAX_SEEDS = 15;

/**
 * The first address off the curve, with a last seed that counts down from 255.
 *
 * @throws ProgramError where the seeds are too many or too long
 */
export function programAddress(program: Address, seeds: readonly Uint8Array[]): Address {
  return findProgramAddress(program, seeds).address;
}

/** Finds a program address and its bump seed. */
export function findProgramAddress(
  program: Address,
  seeds: readonly Uint8Array[],
): { readonly address: Address; readonly bump: number } {
  if (seeds.length > MAX_SEEDS)
    throw new ProgramError(
      'MaxSeedLengthExceeded',
      `${seeds.length} seeds, where a program address takes ${MAX_SEEDS}`,
    );
  const long = seeds.find(({ length }) => length > MAX_SEED_BYTES);
  if (long !== undefined)
    throw new ProgramError(
      'MaxSeedLengthExceeded',
      `a seed of ${long.length} bytes, where a program address takes ${MAX_SEED_BYTES}`,
    );
  for (let bump = 255; bump >= 0; bump--) {
    const address = programAddressAt(program, [...seeds, Uint8Array.of(bump)]);
    if (address !== undefined) return { address, bump };
  }
  throw new ProgramError('InvalidSeeds', 'no program address can be found for these seeds');
}

/** The address that follows from all seeds, the last one included. Undefined: it is on the curve. */
export function programAddressAt(program: Address, seeds: readonly Uint8Array[]): Address | undefined {
  const bytes = sha256(...seeds, decodeBase58(program), MARKER);
  return isOnCurve(bytes) ? undefined : addressOf(bytes);
}

const MAX_REMEMBERED = 10_000;
const associatedAddresses = new Map<string, Address>();

/** The default token account of a wallet for a mint. Deriving an address is slow, so some are remembered. */
export function associatedAddress(owner: Address, mint: Address, tokenProgram: Address): Address {
  const key = `${owner} ${tokenProgram} ${mint}`;
  const existing = associatedAddresses.get(key);
  if (existing !== undefined) return existing;
  const derived = programAddress(ASSOCIATED_TOKEN_PROGRAM, [owner, tokenProgram, mint].map(decodeBase58));
  if (associatedAddresses.size === MAX_REMEMBERED) associatedAddresses.clear();
  associatedAddresses.set(key, derived);
  return derived;
}

const MARKER_BYTES = Buffer.from(MARKER);

/**
 * The address that follows from another one, a text and a program, without a search.
 *
 * Source   solana address 2.6 create_with_seed; agave 4.1 shows the numbers of its errors as `Custom` errors
 * @throws ProgramError where the seed is too long, or the bytes of the program end in `ProgramDerivedAddress`
 */
export function seedAddress(base: Address, seed: string, owner: Address): Address {
  const seedBytes = Buffer.from(seed);
  if (seedBytes.length > MAX_SEED_BYTES)
    throw new ProgramError(custom(0), `a seed of ${seedBytes.length} bytes, at most ${MAX_SEED_BYTES} allowed`);
  const ownerBytes = decodeBase58(owner);
  if (MARKER_BYTES.equals(ownerBytes.subarray(-MARKER_BYTES.length)))
    throw new ProgramError(custom(2), `${owner} owns no addresses with a seed`);
  return addressOf(sha256(decodeBase58(base), seedBytes, ownerBytes));
}

const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Whether 32 bytes are a point of ed25519, as public keys are: with y from the bytes, x² = (y² − 1) / (d·y² + 1) must have a
 * root. A fraction has one where the product of its parts has.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  const littleEndian = Buffer.from(bytes).reverse();
  // the highest bit is the sign of x
  const y = BigInt.asUintN(255, BigInt(`0x${littleEndian.toString('hex')}`));
  const ySquared = (y * y) % P;
  return hasRoot((ySquared - 1n) * (D * ySquared + 1n));
}

/** Whether a number is a square modulo P: its Jacobi symbol is not −1. Much faster than the (P − 1) / 2 th power. */
function hasRoot(value: bigint): boolean {
  let [above, below] = [((value % P) + P) % P, P];
  let isSquare = true;
  while (above !== 0n) {
    while ((above & 1n) === 0n) {
      above >>= 1n;
      const bit = below & 7n;
      if (bit === 3n || bit === 5n) isSquare = !isSquare;
    }
    if ((above & 3n) === 3n && (below & 3n) === 3n) isSquare = !isSquare;
    [above, below] = [below % above, above];
  }
  return isSquare;
}
