import type { NodeVersion } from '../nodeVersion.ts';
import { type Address, PRECOMPILES } from '../solana/address.ts';
import { isSimpleVoteMessage } from '../solana/simpleVote.ts';
import { countLoadedAddresses, type Message } from '../solana/transaction.ts';
import type { ExecutionResult } from './executor.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';

// in compute units; source   agave 4.1 cost-model block_cost_limits.rs
/** The cost of a transaction that is only a vote, whatever it loads, up to 4.2. */
const SIMPLE_VOTE_COST = 3_428n;
/** The cost of each signature of the transaction. */
const SIGNATURE_COST = 720n;
/** The cost of each account that it may write to. */
const WRITE_LOCK_COST = 300n;
/** The number of bytes of instruction data that cost one unit. */
const DATA_BYTES_PER_UNIT = 4;
/** The cost of each page of loaded account data, also of one that is not full. */
const PAGE_COST = 8n;
const PAGE_BYTES = 32 * 1024;

/** The cost of each signature that an instruction verifies; the first byte of its data is their number. */
const VERIFY_COSTS: ReadonlyMap<Address, bigint> = new Map([
  [PRECOMPILES.ed25519, 2_400n],
  [PRECOMPILES.secp256k1, 6_690n],
  [PRECOMPILES.secp256r1, 4_800n],
]);

/**
 * The compute units of an executed transaction that count towards the limits of its block.
 *
 * Source   agave 4.1 and 4.3 cost-model calculate_cost_for_executed_transaction
 */
export function costUnits(
  { keys, message }: Pick<RunnableTransaction, 'keys' | 'message'>,
  { loadedAccountsDataSize, units }: Pick<ExecutionResult, 'loadedAccountsDataSize' | 'units'>,
  { voteCost }: Pick<NodeVersion, 'voteCost'>,
): bigint {
  if (voteCost === 'fixed' && isSimpleVoteMessage(message)) return SIMPLE_VOTE_COST;
  const dataBytes = message.instructions.reduce((bytes, { data }) => bytes + data.length, 0);
  const pages = Math.ceil(loadedAccountsDataSize / PAGE_BYTES);
  return (
    signatureCost(message) +
    WRITE_LOCK_COST * BigInt(keys.length - countReadonly(message)) +
    BigInt(Math.floor(dataBytes / DATA_BYTES_PER_UNIT)) +
    units +
    PAGE_COST * BigInt(pages)
  );
}

function signatureCost({ accountKeys, header, instructions }: Message): bigint {
  let cost = SIGNATURE_COST * BigInt(header.numRequiredSignatures);
  for (const { data, programIdIndex } of instructions)
    cost += (VERIFY_COSTS.get(accountKeys[programIdIndex]!) ?? 0n) * BigInt(data[0] ?? 0);
  return cost;
}

/** The number of readonly accounts of the message: a program that it names as writable counts as locked for writing. */
function countReadonly(message: Message): number {
  const { numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = message.header;
  return numReadonlySignedAccounts + numReadonlyUnsignedAccounts + countLoadedAddresses(message).readonly;
}
