import { decodeBase58 } from '../../codec/base58.ts';
import { DIALECTS } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import { findBlockhash } from '../../ledger/blockhashes.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { type LedgerView, processedView } from '../../ledger/view.ts';
import type { MoveInput } from '../../live/move.ts';
import { DEFAULT_VERSION } from '../../nodeVersion.ts';
import { FAUCET_NAME, faucetAccount } from '../../runtime/accounts/faucet.ts';
import { compileMessage } from '../../runtime/compileMessage.ts';
import { keyPairIn } from '../../runtime/names/ledgerNames.ts';
import type { KeyPair } from '../../runtime/names/namedKeys.ts';
import { unsignedTransaction } from '../../runtime/signTransaction.ts';
import type { Address, Blockhash } from '../../solana/address.ts';
import { SYSTEM } from '../../solana/programs/system.ts';
import { decodeSentTransaction, type SentTransaction } from '../../solana/sentTransaction.ts';
import { viewAt } from '../methods/method.ts';
import { withNote } from '../openrpc/schema.ts';
import { SIGNATURE } from '../openrpc/schemas.ts';
import { readAddress } from '../params/keyParams.ts';
import { params } from '../params/params.ts';
import { airdropConfig, recordedConfig } from '../params/sendConfig.ts';
import { u64, uncheckedAddress } from '../params/usualTypes.ts';
import { moveBySend, processSend, recordOf } from './accept.ts';
import { sendMethod } from './sendMethod.ts';

/** The key pair of the faucet; undefined: the ledger has none. */
function faucetOf({ names, send }: LedgerState): KeyPair | undefined {
  const { faucet = FAUCET_NAME } = send;
  if (faucet === 'none') return undefined;
  const pair = keyPairIn(names, faucet);
  if (pair === undefined) throw rpcErrors.faucetCannotSign(faucet);
  return pair;
}

/** Adds the account of the default faucet, as if it had existed from the beginning. */
function withFaucet(now: MoveInput, { address }: KeyPair): MoveInput {
  const { accounts, chains, send } = now.state;
  if (send.faucet !== undefined || accounts.at(chains.processed).get(address) !== undefined) return now;
  return { ...now, state: { ...now.state, accounts: accounts.withReplaced([faucetAccount(address)], -1n) } };
}

/** A legacy transaction that the faucet signs. Source agave 4.1 faucet.rs build_airdrop_transaction */
function airdropTransaction(pair: KeyPair, to: Address, lamports: bigint, recentBlockhash: Blockhash): SentTransaction {
  const { message } = compileMessage({
    version: 'legacy',
    payer: pair.address,
    instructions: [SYSTEM.transfer.build({ source: pair.address, destination: to }, { lamports })],
    signers: [],
    tables: [],
    config: undefined,
  });
  return decodeSentTransaction(
    unsignedTransaction('legacy', message, [pair]).sign(decodeBase58(recentBlockhash)).wire,
    DEFAULT_VERSION,
  );
}

const WITHOUT_PREFLIGHT = { minContextSlot: undefined, preflightCommitment: undefined, skipPreflight: true };

/** the distance of the block whose hash an airdrop names from the newest block, if no block between them is finalized */
const BLOCKS_BELOW = 4;

/**
 * A transfer from the faucet in the next block, without preflight. Send rules apply to it as to any send without preflight.
 *
 * Units    lamports
 * Source   agave 4.1 rpc.rs request_airdrop; faucet faucet.rs
 */
export const requestAirdrop = sendMethod({
  name: 'requestAirdrop',
  summary: 'a transfer from the faucet',
  params: params({ address: uncheckedAddress, lamports: u64, config: recordedConfig(airdropConfig) }),
  result: withNote(SIGNATURE, 'the signature of the airdrop'),
  errors: ['invalidRequest', 'faucetCannotSign', 'notInBlocks'],

  accountNeeds({ address, config }, { state }) {
    const faucet = faucetOf(state);
    const hash = namedBlockhash(config.recentBlockhash);
    const view = processedView(state);
    const isDead = hash !== undefined && findBlockhash(view, hash) === undefined;
    if (faucet === undefined || isDead) return { transactions: [] };
    // only a faucet that the ledger names can be an account of the cluster
    const faucetAddresses = state.send.faucet === undefined ? [] : [faucet.address];
    return { transactions: [], addresses: [readAddress(address), ...faucetAddresses] };
  },

  async answer({ address, config, lamports }, { execute, live, onSent }) {
    const result = await moveBySend(live, (now) => {
      const faucet = faucetOf(now.state);
      if (faucet === undefined) throw rpcErrors.invalidRequest();
      const recipient = readAddress(address);
      const view = viewAt({ ledger: now.state, dialect: DIALECTS.agave }, config.commitment);
      const hash = namedBlockhash(config.recentBlockhash) ?? confirmedBlockhash(view);
      const sent = airdropTransaction(faucet, recipient, lamports, hash);
      return processSend(withFaucet(now, faucet), sent, WITHOUT_PREFLIGHT, execute);
    });
    const { error, transaction } = result;
    const record = live.sent.add({ ...recordOf(result, config.options), isAirdrop: true });
    onSent?.(record);
    if (error !== undefined) throw error;
    return `"${transaction.signatures[0]}"`;
  },
});

/** Reads a blockhash; its errors are those of an address. */
function namedBlockhash(text: string | undefined): Blockhash | undefined {
  return text === undefined ? undefined : (`${readAddress(text)}` as Blockhash);
}

/**
 * The blockhash of the newest finalized block of a view, or of the block `BLOCKS_BELOW` below its newest one if that is higher.
 *
 * Source   agave 4.1 bank.rs confirmed_last_blockhash
 */
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
