import { decodeBase58 } from '../../codec/base58.ts';
import { ByteWriter } from '../../codec/bytes.ts';
import { DIALECTS } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import { type KeyPair, keysOf } from '../../fixtures/script/compiling/names/namedKeys.ts';
import { Names } from '../../fixtures/script/compiling/names/names.ts';
import { compileMessage, unsigned } from '../../fixtures/script/compiling/transactions/wireMessage.ts';
import type { Place } from '../../fixtures/script/format/values.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { MoveInput } from '../../live/checkpoint.ts';
import { type Account, emptyAccount } from '../../solana/account.ts';
import { type Address, type Blockhash, SYSTEM_PROGRAM } from '../../solana/address.ts';
import { decodeSentTransaction, type SentTransaction } from '../../solana/sentTransaction.ts';
import { viewFrom } from '../methods/method.ts';
import { type AirdropParams, readAirdropKeys, readAirdropParams, type SendConfig } from '../params/sendConfig.ts';
import { type Decision, decide } from './accept.ts';
import type { SendMethod } from './sendMethod.ts';

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
function faucetOf({ names, send }: LedgerState): Faucet | undefined {
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
function airdropTransaction(
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

/** As for a transaction sent without a preflight; rules read no other member. */
const UNCHECKED: SendConfig = {
  encoding: 'base64',
  maxRetries: undefined,
  minContextSlot: undefined,
  preflightCommitment: undefined,
  skipPreflight: true,
};

/** blocks below the newest one whose hash an airdrop names while they can still be dropped */
const BLOCKS_BELOW = 4;

/**
 * A transfer from the faucet in the next block, without preflight. Send rules apply to it as to any send without preflight.
 *
 * Units    lamports
 * Source   agave 4.1 rpc.rs request_airdrop; faucet faucet.rs
 */
export const requestAirdrop: SendMethod<AirdropParams> = {
  name: 'requestAirdrop',

  describe: ({ ADDRESS, BLOCKHASH, COMMITMENT, objectOf, SIGNATURE, U64 }) => ({
    summary: 'a transfer from the faucet',
    params: {
      address: ADDRESS,
      lamports: U64,
      'config?': objectOf({ 'commitment?': COMMITMENT, 'recentBlockhash?': BLOCKHASH }),
    },
    result: 'its signature',
    schema: SIGNATURE,
    errors: ['invalidRequest', 'faucetCannotSign', 'notInBlocks'],
  }),

  readParams: readAirdropParams,

  async answer(params, { execute, live }) {
    let decision: Decision | undefined;
    let signature: string | undefined;
    await live.moveSends((now) => {
      const faucet = faucetOf(now.state);
      if (faucet === undefined) throw rpcErrors.invalidRequest();
      const { recentBlockhash, recipient } = readAirdropKeys(params);
      const view = viewFrom(
        { ledger: now.state, dialect: DIALECTS.agave },
        { commitment: params.commitment, minContextSlot: undefined },
      );
      const hash = recentBlockhash ?? confirmedBlockhash(view);
      const transaction = airdropTransaction(faucet.pair, recipient, params.lamports, hash);
      [signature] = transaction.signatures;
      decision = decide(withFaucet(now, faucet), transaction, UNCHECKED, execute);
      return decision.moved;
    });
    if (decision?.error !== undefined) throw decision.error;
    return `"${signature}"`;
  },
};

/** Its own where it is final, else that of a block a little below. Source agave 4.1 bank.rs confirmed_last_blockhash */
function confirmedBlockhash(view: LedgerView): Blockhash {
  let below = 0;
  let hash: Blockhash | undefined;
  for (const { blockhash, slot } of view.blocksDown()) {
    hash = blockhash;
    if (slot <= view.finalizedSlot || below++ >= BLOCKS_BELOW) break;
  }
  if (hash === undefined) throw rpcErrors.notInBlocks('its latest blockhash');
  return hash;
}

/** The faucet was there before anything was written. */
function withFaucet(now: MoveInput, { wallet }: Faucet): MoveInput {
  if (wallet === undefined || hasAccount(now.state, wallet)) return now;
  const accounts = now.state.accounts.withReplaced([wallet], -1n);
  return { ...now, state: { ...now.state, accounts } };
}

function hasAccount({ accounts, chains }: LedgerState, { address }: NonNullable<Faucet['wallet']>): boolean {
  return accounts.at(chains.processed).get(address) !== undefined;
}
