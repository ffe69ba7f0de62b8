/** A chain of blocks whose transactions are really executed, in litesvm. */
import {
  appendTransactionMessageInstructions,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getSignatureFromTransaction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  signTransaction,
} from '@solana/kit';
import { Clock, EpochSchedule, LiteSVM, Rent } from 'litesvm';
import { EPOCH_START_SECONDS, FIRST_BLOCK_HEIGHT, FIRST_SLOT, LAMPORTS_PER_BYTE, timeOf } from './clusterClock.mjs';
import { KEY, keyPairOf } from './keys.mjs';
import { bankHashOf } from './natives.mjs';
import { executeAndRecord } from './record.mjs';
import { SYSTEM } from './tokens.mjs';

/** No warm-up: the whole ledger lies in epoch 0, as it would with the test validator. */
const SLOTS_PER_EPOCH = 432000n;
const LAMPORTS_PER_SIGNATURE = 5000n;

const entryOf = ({ what, signature, isVote }) => ({ what, signature, isVote });

export class Chain {
  svm = new LiteSVM().withNativeMints();
  /** `{ slot, json, entries: [{ what, signature, isVote }] }`, lowest slot first */
  blocks = [];
  /** every address that a transaction names */
  addresses = new Set();
  #parentSlot = FIRST_SLOT - 1;

  constructor() {
    this.svm.setRent(new Rent(BigInt(LAMPORTS_PER_BYTE), 1, 50));
    this.svm.setEpochSchedule(new EpochSchedule(SLOTS_PER_EPOCH, SLOTS_PER_EPOCH, false, 0n, 0n));
  }

  /** Gives a wallet its first lamports, before the history that the ledger shows. */
  fund(address, lamports) {
    const data = new Uint8Array();
    this.svm.setAccount({ address, lamports, data, programAddress: SYSTEM, executable: false });
  }

  /** Executes the transactions of a slot in order and closes the block. */
  async produceBlock(slot, planned) {
    const previousBlockhash = this.svm.latestBlockhash();
    this.#setSysvars(slot);
    const executed = [];
    for (const plan of planned) executed.push(await this.#execute(plan));
    this.svm.expireBlockhash();
    const json = {
      blockHeight: FIRST_BLOCK_HEIGHT + this.blocks.length,
      blockTime: timeOf(slot),
      blockhash: this.svm.latestBlockhash(),
      parentSlot: this.#parentSlot,
      previousBlockhash,
      rewards: this.#payLeader(executed),
      transactions: executed.map(({ record }) => record),
    };
    this.blocks.push({ slot, json, entries: executed.map(entryOf) });
    this.#parentSlot = slot;
  }

  #setSysvars(slot) {
    this.svm.setClock(new Clock(BigInt(slot), EPOCH_START_SECONDS, 0n, 1n, timeOf(slot)));
    const known = [...this.blocks.map((block) => block.slot).reverse(), FIRST_SLOT - 1, FIRST_SLOT - 2];
    this.svm.setSlotHashes(known.map((past) => ({ slot: BigInt(past), hash: bankHashOf(past) })));
  }

  async #execute({ what, instructions, isVote = false, ...options }) {
    const transaction = await this.#sign(instructions, options);
    const { record, addresses } = executeAndRecord(this.svm, transaction);
    const isExpected = (record.meta.err !== null) === (options.fails ?? false);
    if (!isExpected) throw new Error(`${what}: ${record.meta.logMessages.join('\n')}`);
    for (const address of addresses) this.addresses.add(address);
    const signatureFee = LAMPORTS_PER_SIGNATURE * BigInt(Object.keys(transaction.signatures).length);
    return { what, record, signatureFee, isVote, signature: getSignatureFromTransaction(transaction) };
  }

  async #sign(instructions, { payer = KEY.alice, version = 'legacy', lookupTables = {}, config }) {
    const message = pipe(
      createTransactionMessage({ version }),
      (empty) => setTransactionMessageFeePayer(payer, empty),
      (paid) => this.svm.setTransactionMessageLifetimeUsingLatestBlockhash(paid),
      (alive) => appendTransactionMessageInstructions(instructions, alive),
      (whole) => (version === 0 ? compressTransactionMessageUsingAddressLookupTables(whole, lookupTables) : whole),
      (whole) => (config === undefined ? whole : setTransactionMessageConfig(config, whole)),
    );
    const compiled = compileTransaction(message);
    return signTransaction(Object.keys(compiled.signatures).map(keyPairOf), compiled);
  }

  /** Half of the fees for signatures is burnt, all the rest is the leader's; a block without fees rewards nobody. */
  #payLeader(executed) {
    const reward = executed.reduce((sum, { record, signatureFee }) => sum + record.meta.fee - signatureFee / 2n, 0n);
    if (reward === 0n) return [];
    const postBalance = this.svm.getBalance(KEY.identity) + reward;
    this.fund(KEY.identity, postBalance);
    return [{ commission: null, lamports: reward, postBalance, pubkey: KEY.identity, rewardType: 'Fee' }];
  }
}
