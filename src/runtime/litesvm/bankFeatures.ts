import { BytesError } from '../../codec/bytes.ts';
import { featureSlots, GATE_ADDRESSES, isActive, settledFeatures } from '../../gates.ts';
import { type Address, address } from '../../solana/address.ts';
import { FEATURE, FEATURE_PROGRAM } from '../../solana/feature.ts';
import type { Bank } from '../bank.ts';
import { FEATURES } from '../cluster/features.ts';
import type { LiteSvmPackage } from './litesvmPackage.ts';

/** The version of Agave that LiteSVM 1.5 is made of: its gates have these addresses. */
const LITESVM_VERSION = '4.3';

/**
 * Other addresses of features, by their address in LiteSVM: those that the versions in the comments have.
 *
 * Source   agave feature-set of 4.1.1, 4.2.2, 4.3.2, 4.4.0
 */
const OTHER_ADDRESSES: Readonly<Record<string, Address>> = {
  // block_revenue_sharing, from 4.4 on
  B1ockRevenueSharing111111111111111111111111: address('Crbnc267wkJvFhYakqwWWX57sx5bkrftJLekzy6yWKLT'),
  // custom_commission_collector, of 4.1
  '3HcSrCTGXTUnrTueHi4DAwNuMxZSsm5xui2Ax3mgxHqf': address('CustomCommissionCo11ector111111111111111111'),
  // enable_big_mod_exp_syscall, until 4.2
  expH2ppKPW2ANEdEmAjfhSEcnBQJfmoX4FjuNpe9ttg: address('EBq48m8irRKuE7ZnMTLvLg2UuGSqhe8s8oMqnmja1fJw'),
};

/** Features that no gate decides about. */
const UNGATED: readonly Address[] = [
  ...new Set(Object.values(FEATURES).flatMap((features) => [...features].filter((key) => !GATE_ADDRESSES.has(key)))),
];

/**
 * The features with which LiteSVM executes the transactions of a bank: gates as the bank has them, and of the others those of mainnet, which
 * LiteSVM begins with, and those whose accounts the ledger has. A localnet has only the latter: it begins with the accounts of all features
 * that its version knows, and a feature whose account is gone is not active, even if mainnet has it.
 */
export class BankFeatures {
  /** features of mainnet that no gate decides about */
  readonly #mainnet: readonly Address[];
  /** features that accounts of the ledger decide about */
  readonly #byAccount: readonly Address[];
  readonly #known = new WeakMap<Bank, readonly string[]>();

  constructor({ LiteSVM }: LiteSvmPackage) {
    const ofLiteSvm = new LiteSVM()
      .getProgramAccounts(FEATURE_PROGRAM as never)
      .map((account) => address(`${account.address}`));
    this.#mainnet = ofLiteSvm.filter((key) => !GATE_ADDRESSES.has(key));
    const mainnet = new Set(this.#mainnet);
    this.#byAccount = UNGATED.filter((key) => !mainnet.has(key));
  }

  featuresOf(bank: Bank): readonly string[] {
    const features = this.#known.get(bank) ?? this.#read(bank);
    this.#known.set(bank, features);
    return features;
  }

  #read({ accounts, clock, cluster, protocol }: Bank): readonly string[] {
    const hasActive = (key: Address | undefined) => key !== undefined && accountSaysActive(accounts.get(key)?.data);
    const isOn = (key: Address) => hasActive(key) || hasActive(OTHER_ADDRESSES[key]);
    const mainnet = cluster === 'localnet' ? this.#mainnet.filter(isOn) : this.#mainnet;
    const gates = [...featureSlots(protocol.gates, LITESVM_VERSION)].filter(([, from]) => isActive(from, clock.slot));
    const settled = settledFeatures(protocol.version.name);
    return [...new Set([...mainnet, ...gates.map(([key]) => key), ...settled, ...this.#byAccount.filter(isOn)])];
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
