/**
 * A part of what @solana-program/stake is generated from, as a root node of Codama: accounts of stake with their types, one
 * instruction, and two errors.
 */

const u8 = { kind: 'numberTypeNode', format: 'u8', endian: 'le' };
const u32 = { kind: 'numberTypeNode', format: 'u32', endian: 'le' };
const u64 = { kind: 'numberTypeNode', format: 'u64', endian: 'le' };
const i64 = { kind: 'numberTypeNode', format: 'i64', endian: 'le' };
const key = { kind: 'publicKeyTypeNode' };
const link = (name: string) => ({ kind: 'definedTypeLinkNode', name });
const struct = (fields: Readonly<Record<string, object>>) => ({
  kind: 'structTypeNode',
  fields: Object.entries(fields).map(([name, type]) => ({ kind: 'structFieldTypeNode', name, type })),
});
const empty = (name: string) => ({ kind: 'enumEmptyVariantTypeNode', name });
const tuple = (name: string, ...items: readonly object[]) => ({
  kind: 'enumTupleVariantTypeNode',
  name,
  tuple: { kind: 'tupleTypeNode', items },
});

const TYPES = {
  authorized: struct({ staker: key, withdrawer: key }),
  lockup: struct({ unixTimestamp: i64, epoch: u64, custodian: key }),
  meta: struct({ rentExemptReserve: u64, authorized: link('authorized'), lockup: link('lockup') }),
  delegation: struct({
    voterPubkey: key,
    stake: u64,
    activationEpoch: u64,
    deactivationEpoch: u64,
    reserved: { kind: 'arrayTypeNode', item: u8, count: { kind: 'fixedCountNode', value: 8 } },
  }),
  stake: struct({ delegation: link('delegation'), creditsObserved: u64 }),
  stakeFlags: struct({ bits: u8 }),
  stakeStateV2: {
    kind: 'enumTypeNode',
    size: u32,
    variants: [
      empty('uninitialized'),
      tuple('initialized', link('meta')),
      tuple('stake', link('meta'), link('stake'), link('stakeFlags')),
      empty('rewardsPool'),
    ],
  },
};

const account = (name: string, isSigner = false, isWritable = false) => ({
  kind: 'instructionAccountNode',
  name,
  isSigner,
  isWritable,
});

export const STAKE_IDL = {
  kind: 'rootNode',
  standard: 'codama',
  version: '1.0.0',
  program: {
    kind: 'programNode',
    name: 'stake',
    publicKey: 'Stake11111111111111111111111111111111111111',
    version: '1.0.0',
    accounts: [{ kind: 'accountNode', name: 'stakeStateAccount', data: struct({ state: link('stakeStateV2') }) }],
    instructions: [
      {
        kind: 'instructionNode',
        name: 'delegateStake',
        accounts: [account('stake', false, true), account('vote'), account('stakeAuthority', true)],
        arguments: [
          {
            kind: 'instructionArgumentNode',
            name: 'discriminator',
            type: u32,
            defaultValue: { kind: 'numberValueNode', number: 2 },
            defaultValueStrategy: 'omitted',
          },
        ],
        discriminators: [{ kind: 'fieldDiscriminatorNode', name: 'discriminator', offset: 0 }],
      },
    ],
    definedTypes: Object.entries(TYPES).map(([name, type]) => ({ kind: 'definedTypeNode', name, type })),
    errors: [
      { kind: 'errorNode', name: 'lockupInForce', code: 1, message: 'lockup has not yet expired' },
      {
        kind: 'errorNode',
        name: 'insufficientDelegation',
        code: 12,
        message: 'delegation amount is less than the minimum',
      },
    ],
  },
  additionalPrograms: [],
};
