import { type Address, address, VOTE_PROGRAM } from '../../model/address.ts';
import { countLookups, type Message } from '../../model/transaction.ts';
import type { Execution, RunnableTransaction } from './transaction.ts';

const SIGNATURE_COST = 720;
const WRITE_LOCK_COST = 300;
const DATA_BYTES_OF_UNIT = 4;
const PAGE_BYTES = 32 * 1024;
const PAGE_COST = 8;
/** of a transaction that is nothing but a vote, whatever it does */
const VOTE_COST = 3428n;

/** Of each signature that they check: their instructions start with the number of them. */
const SIGNATURE_PROGRAM_COSTS: ReadonlyMap<Address, number> = new Map([
  [address('Ed25519SigVerify111111111111111111111111111'), 2400],
  [address('KeccakSecp256k11111111111111111111111111111'), 6690],
  [address('Secp256r1SigVerify1111111111111111111111111'), 4800],
]);

/**
 * What a transaction counts towards the limits of its block, in compute units: signatures, write locks, instruction data, execution,
 * and loaded accounts.
 *
 * Source   agave 4.1 cost-model cost_model.rs calculate_cost_for_executed_transaction
 */
export function costUnits(
  { message }: Pick<RunnableTransaction, 'message'>,
  { loadedAccountsDataSize, units }: Pick<Execution, 'loadedAccountsDataSize' | 'units'>,
): bigint {
  if (isVote(message)) return VOTE_COST;
  const { accountKeys, header, instructions } = message;
  const numReadonly = header.numReadonlySignedAccounts + header.numReadonlyUnsignedAccounts;
  const numLocks = accountKeys.length - numReadonly + countLookups(message).writable;
  let bytes = 0;
  let signatures = header.numRequiredSignatures * SIGNATURE_COST;
  for (const { data, programIdIndex } of instructions) {
    bytes += data.length;
    signatures += (SIGNATURE_PROGRAM_COSTS.get(accountKeys[programIdIndex]!) ?? 0) * (data[0] ?? 0);
  }
  const pages = Math.ceil(loadedAccountsDataSize / PAGE_BYTES);
  const fixed = signatures + numLocks * WRITE_LOCK_COST + Math.trunc(bytes / DATA_BYTES_OF_UNIT) + pages * PAGE_COST;
  return BigInt(fixed) + units;
}

function isVote({ accountKeys, addressTableLookups, header, instructions }: Message): boolean {
  const [first, second] = instructions;
  if (addressTableLookups !== undefined || first === undefined || second !== undefined) return false;
  return header.numRequiredSignatures <= 2 && accountKeys[first.programIdIndex] === VOTE_PROGRAM;
}
