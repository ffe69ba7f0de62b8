import {
  address,
  appendTransactionMessageInstruction,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpcFromTransport,
  createTransactionMessage,
  decompileTransactionMessage,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signature,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import {
  fetchStakeStateAccount,
  getDelegateStakeInstruction,
  isStakeError,
  parseDelegateStakeInstruction,
  STAKE_ERROR__LOCKUP_IN_FORCE,
} from '@solana-program/stake';
import { expect, it } from 'vitest';
import { createNode, keypair, type LedgerNode } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';
import { STAKE_IDL } from '../support/stakeIdl.ts';

/** A client that Codama generated, against a script that has accounts, instructions and errors of its program by name. */

const ALICE = keypair('alice');
const VOTE = keypair('voter').address;

const META = {
  rentExemptReserve: 2_282_880,
  authorized: { staker: '$alice', withdrawer: '$bob' },
  lockup: { unixTimestamp: -1, epoch: '18446744073709551615', custodian: '$system' },
};
const DELEGATION = { voterPubkey: '$voter', stake: '9007199254740993', deactivationEpoch: 7, activationEpoch: 3 };
const SCRIPT = {
  programs: { staking: { idl: STAKE_IDL } },
  accounts: {
    $alice: { sol: 10 },
    $voter: { sol: 1 },
    $stake1: {
      program: 'staking',
      account: 'stakeStateAccount',
      fields: { state: { stake: [META, { delegation: DELEGATION, creditsObserved: 5 }, { bits: 1 }] } },
      space: 200,
      sol: 3,
    },
  },
  slots: [
    {
      slot: 10,
      transactions: [
        {
          name: 'delegated',
          'staking.delegateStake': { accounts: { stake: '$stake1', vote: '$voter', stakeAuthority: '$alice' } },
        },
      ],
    },
  ],
};

async function started(): Promise<{
  readonly node: LedgerNode;
  readonly rpc: ReturnType<typeof createSolanaRpcFromTransport>;
}> {
  const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
  return { node, rpc: createSolanaRpcFromTransport(node.transport() as never) };
}

it('fetches an account as it was given by fields', async () => {
  const { node, rpc } = await started();
  const { data, lamports, space } = await fetchStakeStateAccount(rpc as never, address(node.address('stake1')));
  expect([lamports, space]).toEqual([3_000_000_000n, 200n]);
  expect(data).toEqual({
    state: {
      __kind: 'Stake',
      fields: [
        {
          rentExemptReserve: 2_282_880n,
          authorized: { staker: ALICE.address, withdrawer: keypair('bob').address },
          lockup: { unixTimestamp: -1n, epoch: 18446744073709551615n, custodian: '11111111111111111111111111111111' },
        },
        {
          delegation: {
            voterPubkey: VOTE,
            stake: 9007199254740993n,
            activationEpoch: 3n,
            deactivationEpoch: 7n,
            reserved: [0, 0, 0, 0, 0, 0, 0, 0],
          },
          creditsObserved: 5n,
        },
        { bits: 1 },
      ],
    },
  });
});

it('parses an instruction of the script', async () => {
  const { node, rpc } = await started();
  const sent = await rpc
    .getTransaction(signature(node.signature('delegated')), {
      encoding: 'base64',
      maxSupportedTransactionVersion: 0,
    } as never)
    .send();
  const [base64] = (sent as unknown as { transaction: [string] }).transaction;
  const { messageBytes } = getTransactionDecoder().decode(getBase64Encoder().encode(base64));
  const message = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(messageBytes) as never);
  const { accounts, data } = parseDelegateStakeInstruction(message.instructions[0] as never);
  expect(data).toEqual({ discriminator: 2 });
  expect(
    Object.entries(accounts as Record<string, { address: string; role: number }>).map(([name, meta]) => [
      name,
      meta.address,
    ]),
  ).toEqual([
    ['stake', node.address('stake1')],
    ['vote', VOTE],
    ['stakeAuthority', ALICE.address],
  ]);
});

it('tells an error of a rule, and the instruction that it sends is matched by name', async () => {
  const { node, rpc } = await started();
  await node.onSend({
    match: { instruction: 'staking.delegateStake' },
    then: { fail: { error: 'staking.lockupInForce' } },
  });
  const alice = await createKeyPairSignerFromPrivateKeyBytes(ALICE.seed);
  const { value: latest } = await rpc.getLatestBlockhash().send();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (each) => setTransactionMessageFeePayerSigner(alice, each),
    (each) => setTransactionMessageLifetimeUsingBlockhash(latest, each),
    (each) =>
      appendTransactionMessageInstruction(
        getDelegateStakeInstruction({
          stake: address(node.address('stake1')),
          vote: address(VOTE),
          stakeAuthority: alice,
        }),
        each,
      ),
  );
  const wire = getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
  const error = (await reasonOf(rpc.sendTransaction(wire, { encoding: 'base64' }).send())) as {
    readonly cause: unknown;
  };
  expect(isStakeError(error.cause, message as never, STAKE_ERROR__LOCKUP_IN_FORCE)).toBe(true);
  expect((await node.sent())[0]!).toMatchObject({
    programError: { program: 'staking', name: 'lockupInForce', code: 1 },
  });
});
