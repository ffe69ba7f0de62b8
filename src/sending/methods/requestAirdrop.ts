import { DIALECTS } from '../../dialect.ts';
import { loadParsers } from '../../encoding/parsers.ts';
import { rpcErrors } from '../../errors.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Moving } from '../../live/kept.ts';
import { viewFrom } from '../../methods/method.ts';
import type { Blockhash } from '../../model/address.ts';
import { type AirdropParams, readAirdropKeys, readAirdropParams } from '../../params/airdropConfig.ts';
import type { SendConfig } from '../../params/sendConfig.ts';
import { type Decision, decide } from '../accept.ts';
import { airdropTransaction, type Faucet, faucetOf } from '../faucet.ts';
import type { SendMethod } from '../sendMethod.ts';

/** As for a transaction that is sent without a preflight: rules look at nothing else of it. */
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
 * A transfer from the faucet, in the next block; nobody looks at it before. Rules hold for it as for what is sent without a preflight.
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
    const parsers = await loadParsers();
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
      decision = decide(withFaucet(now, faucet), transaction, UNCHECKED, parsers, execute);
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
function withFaucet(now: Moving, { wallet }: Faucet): Moving {
  if (wallet === undefined || hasAccount(now.state, wallet)) return now;
  const accounts = now.state.accounts.withReplaced([wallet], -1n);
  return { ...now, state: { ...now.state, accounts } };
}

function hasAccount({ accounts, chains }: LedgerState, { address }: NonNullable<Faucet['wallet']>): boolean {
  return accounts.at(chains.processed).get(address) !== undefined;
}
