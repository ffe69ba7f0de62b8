import { BytesError } from '../../codec/bytes.ts';
import { featureSlots, GATE_ADDRESSES, isActive, settledFeatures } from '../../gates.ts';
import type { Address } from '../../solana/address.ts';
import { FEATURE, FEATURE_PROGRAM } from '../../solana/feature.ts';
import type { Bank } from '../bank.ts';
import { FEATURES } from '../cluster/features.ts';
import type { LiteSvmPackage } from './litesvmPackage.ts';

/** The version of Agave that LiteSVM 1.5 is made of: its gates have these addresses. */
const LITESVM_VERSION = '4.3';

/** Features that no gate decides about. */
const UNGATED: readonly Address[] = [
  ...new Set(Object.values(FEATURES).flatMap((features) => [...features].filter((key) => !GATE_ADDRESSES.has(key)))),
];

/**
 * The features with which LiteSVM executes the transactions of a bank: gates as the bank has them, and of the others those of mainnet, which
 * LiteSVM begins with, and those whose accounts the ledger has. A localnet has the accounts of all features.
 */
export class BankFeatures {
  /** features of mainnet that no gate decides about */
  readonly #mainnet: readonly string[];
  /** features that accounts of the ledger decide about */
  readonly #byAccount: readonly Address[];
  readonly #known = new WeakMap<Bank, readonly string[]>();

  constructor({ LiteSVM }: LiteSvmPackage) {
    const ofLiteSvm = new LiteSVM().getProgramAccounts(FEATURE_PROGRAM as never).map(({ address }) => `${address}`);
    this.#mainnet = ofLiteSvm.filter((key) => !GATE_ADDRESSES.has(key));
    const mainnet = new Set(this.#mainnet);
    this.#byAccount = UNGATED.filter((key) => !mainnet.has(key));
  }

  featuresOf(bank: Bank): readonly string[] {
    const features = this.#known.get(bank) ?? this.#read(bank);
    this.#known.set(bank, features);
    return features;
  }

  #read({ accounts, clock, protocol }: Bank): readonly string[] {
    const isOn = (key: Address) => accountSaysActive(accounts.get(key)?.data);
    const gates = [...featureSlots(protocol.gates, LITESVM_VERSION)].filter(([, from]) => isActive(from, clock.slot));
    const settled = settledFeatures(protocol.version.name);
    return [...new Set([...this.#mainnet, ...gates.map(([key]) => key), ...settled, ...this.#byAccount.filter(isOn)])];
  }
}

function accountSaysActive(data: Uint8Array | undefined): boolean {
  if (data === undefined) return false;
  try {
    return FEATURE.decode(data).activatedAt !== undefined;
  } catch (error) {
    if (error instanceof BytesError) return false;
    throw error;
  }
}
