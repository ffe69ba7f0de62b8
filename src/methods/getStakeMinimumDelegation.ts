import type { JsonText } from '../codec/json.ts';
import { withContext } from '../encoding/context.ts';
import { isFeatureActive } from '../ledger/features.ts';
import { address } from '../model/address.ts';
import { type ContextConfig, readContextConfig } from '../params/contextConfig.ts';
import { readPositional } from '../params/positional.ts';
import type { Param } from '../params/values.ts';
import { type Method, type MethodContext, viewFrom } from './method.ts';

/** SIMD-0490, with which the minimum becomes one SOL. Source agave 4.1 feature-set upgrade_bpf_stake_program_to_v5 */
const STAKE_PROGRAM_V5 = address('STk5Xj8hdAx3sTzmtJ3QysKkq6X2A3yj73JtxttiRyk');
const ONE_SOL = 1_000_000_000n;
const ONE_LAMPORT = 1n;

/**
 * Answers `getStakeMinimumDelegation`: the least that can be delegated.
 *
 * Params   [{ commitment, minContextSlot }]
 * Result   context and lamports (u64): one SOL where the ledger holds the account of the activated feature, else 1 lamport
 * Errors   minContextSlotNotReached -32016
 * Source   agave 4.1 rpc.rs get_stake_minimum_delegation, stake_utils.rs get_minimum_delegation
 */
export const getStakeMinimumDelegation: Method<ContextConfig> = {
  name: 'getStakeMinimumDelegation',

  readParams(params: Param): ContextConfig {
    const [config] = readPositional(params, 0, 1);
    return readContextConfig(config);
  },

  answer({ commitment, minContextSlot }: ContextConfig, context: MethodContext): JsonText {
    const view = viewFrom(context, commitment, minContextSlot);
    const lamports = isFeatureActive(STAKE_PROGRAM_V5, view) ? ONE_SOL : ONE_LAMPORT;
    return withContext({ slot: view.slot, apiVersion: context.ledger.node.apiVersion }, `${lamports}`, context.dialect);
  },
};
