/** The slot, the time and the hashes of a bank, which the programs that it executes see. */
export interface BankClock {
  readonly slot: bigint;
  /** epoch of the Clock */
  readonly epoch: bigint;
  /** seconds since 1970 by the Clock, i64 */
  readonly unixTimestamp: bigint;
  /** 32 bytes: the blockhash of the block before */
  readonly parentHash: Uint8Array;
  /** slots that the SlotHashes sysvar has, newest first; default: the last 512 */
  readonly hashedSlots?: readonly bigint[] | undefined;
}
