import { activationSlot } from '../../ledger/featureActivation.ts';
import { address } from '../../solana/address.ts';
import { LAMPORTS_PER_SOL } from '../../solana/lamports.ts';
import { withNote } from '../openrpc/schema.ts';
import { rpcResponse, U64 } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { orDefaults } from '../params/structType.ts';
import { contextConfig } from '../params/usualTypes.ts';
import { inContext, method, viewFrom } from './method.ts';

/** SIMD-0490, with which the minimum becomes one SOL. Source agave 4.1 feature-set upgrade_bpf_stake_program_to_v5 */
const STAKE_PROGRAM_V5 = address('STk5Xj8hdAx3sTzmtJ3QysKkq6X2A3yj73JtxttiRyk');
const ONE_LAMPORT = 1n;

/** Source   agave 4.5.0-alpha.4 rpc.rs get_stake_minimum_delegation, stake_utils.rs get_minimum_delegation */
export const getStakeMinimumDelegation = method({
  name: 'getStakeMinimumDelegation',
  summary: 'the minimum stake delegation',
  params: params({ config: orDefaults(contextConfig) }),
  result: rpcResponse(withNote(U64, 'lamports')),
  errors: ['minContextSlotNotReached'],

  answer({ config }, context) {
    const view = viewFrom(context, config);
    const { minimumDelegation } = context.ledger.protocol.version;
    const isOneSol = minimumDelegation === 'oneSol' || activationSlot(STAKE_PROGRAM_V5, view) !== undefined;
    const lamports = isOneSol ? LAMPORTS_PER_SOL : ONE_LAMPORT;
    return inContext(view, `${lamports}`, context);
  },
});
