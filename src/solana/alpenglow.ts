import { bytes, byteVec, fields, optional, struct, type TypeOf, u64 } from '../codec/struct.ts';
import { type Address, address } from './address.ts';

/**
 * The accounts of the system program in which Alpenglow keeps its state. Their addresses follow from the feature and have no key.
 *
 * Source   agave 4.3.2, 4.5.0-alpha.4 votor-messages wire.rs, migration.rs; runtime epoch_inflation_account_state.rs
 * @module
 */

export const GENESIS_CERTIFICATE_ACCOUNT: Address = address('42Ym56TQ7AKFThRv5nyoSABq5ZPgE2TLKo8BALZEtoU1');
export const EPOCH_INFLATION_ACCOUNT: Address = address('3vJzniWALu2qGFJ1ZY6JD3Y2ZmA5zWqmVdDX7yBXHgu7');

/** Bytes of an id of a block. */
export const BLOCK_ID_BYTES = 32;
/** Bytes of an aggregated BLS signature. */
export const CERTIFICATE_SIGNATURE_BYTES = 192;

/** The certificate of the last block before Alpenglow. */
export const GENESIS_CERTIFICATE = fields({
  slot: u64,
  blockId: bytes(BLOCK_ID_BYTES),
  signature: bytes(CERTIFICATE_SIGNATURE_BYTES),
  /** the signers: the version of the format, the number of bits as u16, the bits; source solana-signer-store encode_base2 */
  bitmap: byteVec,
});

export type GenesisCertificate = TypeOf<typeof GENESIS_CERTIFICATE>;

/** The certificate without signers, of a cluster that begins under Alpenglow. */
export const ZERO_CERTIFICATE: GenesisCertificate = {
  slot: 0n,
  blockId: new Uint8Array(BLOCK_ID_BYTES),
  signature: new Uint8Array(CERTIFICATE_SIGNATURE_BYTES),
  bitmap: new Uint8Array(3),
};

const INFLATION_OF_EPOCH = struct({ maxValidatorReward: u64, slotsPerEpoch: u64, epoch: u64 });

/** The lamports that validators can earn with votes in this epoch, and in the one before it. */
export const EPOCH_INFLATION = fields({ current: INFLATION_OF_EPOCH, previous: optional(INFLATION_OF_EPOCH) });
