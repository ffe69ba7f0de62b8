import { DIALECTS } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { Moving } from '../../live/kept.ts';
import { viewFrom } from '../../methods/method.ts';
import type { Blockhash } from '../../model/address.ts';
import { type AirdropParams, readAirdropKeys, readAirdropParams } from '../../params/airdropConfig.ts';
import { airdropTransaction, type Faucet, faucetOf } from '../faucet.ts';
import { send } from '../onTheWay.ts';
import { outcomeOf } from '../rules/choose.ts';
import type { SendMethod } from '../sendMethod.ts';

/** blocks below the newest one whose hash an airdrop names while they can still be dropped */
const BLOCKS_BELOW = 4;

/**
 * A transfer from the faucet, in the next block; nobody looks at it before. Rules for sent transactions do not decide here.
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
      return send(withFaucet(now, faucet), { transaction, outcome: outcomeOf(undefined) }, execute);
    });
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
