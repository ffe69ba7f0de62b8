import { decodeBase58 } from '../codec/base58.ts';
import { ByteWriter } from '../codec/byteWriter.ts';
import { rpcErrors } from '../errors.ts';
import type { LedgerState } from '../ledger/state.ts';
import { type Account, emptyAccount } from '../model/account.ts';
import { type Address, type Blockhash, SYSTEM_PROGRAM } from '../model/address.ts';
import { decodeSentTransaction, type SentTransaction } from '../model/sentTransaction.ts';
import { keysOf } from '../script/compiling/keysOf.ts';
import type { KeyPair } from '../script/compiling/names/keys.ts';
import { Names } from '../script/compiling/names/names.ts';
import { compileMessage } from '../script/compiling/transactions/compileMessage.ts';
import { unsigned } from '../script/compiling/transactions/sign.ts';
import type { Place } from '../script/format/types.ts';

/** the wallet that pays for airdrops where the ledger names none */
const FAUCET = '$faucet';
const FAUCET_LAMPORTS = 1_000_000n * 1_000_000_000n;
const TRANSFER = 2;

export interface Faucet {
  readonly pair: KeyPair;
  /** the wallet as it is on a ledger that does not have it; undefined: the ledger names another one */
  readonly wallet: Account | undefined;
}

/** Undefined: the ledger has none. */
export function faucetOf({ names, send }: LedgerState): Faucet | undefined {
  const { faucet = FAUCET } = send;
  if (faucet === 'none') return undefined;
  const known = new Names(keysOf(names), undefined, names.addresses);
  const address = known.resolve({ value: faucet, at: FAILING });
  const pair = address && known.signer(address);
  if (pair === undefined) throw rpcErrors.faucetCannotSign(faucet);
  const wallet = { ...emptyAccount(pair.address), lamports: FAUCET_LAMPORTS };
  return { pair, wallet: send.faucet === undefined ? wallet : undefined };
}

const FAILING: Place = { refuse: () => undefined, warn: () => undefined };

/** A legacy transaction that the faucet signs. Source agave 4.1 faucet.rs build_airdrop_transaction */
export function airdropTransaction(
  pair: KeyPair,
  recipient: Address,
  lamports: bigint,
  recentBlockhash: Blockhash,
): SentTransaction {
  const { address } = pair;
  const data = new ByteWriter(12).u32(TRANSFER).u64(lamports).bytes();
  const transfer = {
    program: SYSTEM_PROGRAM,
    accounts: [
      { address, isSigner: true, isWritable: true },
      { address: recipient, isSigner: false, isWritable: true },
    ],
    data,
  };
  const plan = {
    version: 'legacy' as const,
    payer: address,
    instructions: [transfer],
    signers: [],
    tables: [],
    config: undefined,
  };
  const { message } = compileMessage(plan);
  return decodeSentTransaction(unsigned('legacy', message, [pair]).sign(decodeBase58(recentBlockhash)).wire);
}
