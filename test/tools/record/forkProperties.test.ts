import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import { ata, createNode, keypair, type LedgerNode, ledger, sol, startNode, tokens } from '../../../src/index.ts';
import { TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { answerOf, base64Params, connectionOf } from '../../support/clusterFork.ts';
import { runsOf } from '../../support/runs.ts';
import { keyOf, keypairOf } from '../../support/web3Sender.ts';

/** A fork of a cluster answers sends as a node whose ledger has the accounts of that cluster. */

const NAMES = ['alice', 'bob', 'carol', 'nobody'] as const;
const NAME = fc.constantFrom(...NAMES);

interface Step {
  readonly kind: 'sol' | 'tokens' | 'airdrop' | 'simulation';
  readonly from: (typeof NAMES)[number];
  readonly to: (typeof NAMES)[number];
  readonly amount: number;
  readonly skipPreflight: boolean;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('sol', 'sol', 'tokens', 'tokens', 'airdrop', 'simulation'),
  from: NAME,
  to: NAME,
  amount: fc.constantFrom(1, 1_000_000, 2_000_000_000, 900_000_000_000),
  skipPreflight: fc.boolean(),
});

/** Three wallets, two of which have tokens; `nobody` has nothing. */
const withAccounts = () =>
  ledger()
    .mint('usdc', { decimals: 6, authority: 'alice' })
    .wallet('alice', sol(5))
    .wallet('bob', sol(1))
    .wallet('carol', sol(0.0005))
    .tokenAccount('alice', tokens(50, 'usdc'))
    .tokenAccount('bob', tokens(1, 'usdc'));

function instructionOf({ amount, from, kind, to }: Step): TransactionInstruction {
  if (kind !== 'tokens')
    return SystemProgram.transfer({ fromPubkey: keyOf(from), toPubkey: keyOf(to), lamports: amount });
  const accountOf = (name: string) => new PublicKey(withAccounts().address(ata(name, 'usdc')));
  return new TransactionInstruction({
    programId: new PublicKey(TOKEN_PROGRAM),
    keys: [
      { pubkey: accountOf(from), isSigner: false, isWritable: true },
      { pubkey: accountOf(to), isSigner: false, isWritable: true },
      { pubkey: keyOf(from), isSigner: true, isWritable: false },
    ],
    data: Buffer.from(new ByteWriter().u8(3).u64(BigInt(amount)).bytes()),
  });
}

/** The replies to the steps, and what the ledger has after them. */
async function runSteps(node: LedgerNode, steps: readonly Step[]): Promise<readonly string[]> {
  const replies: string[] = [];
  for (const step of steps) {
    if (step.kind === 'airdrop') {
      replies.push(await answerOf(node, 'requestAirdrop', [keypair(step.to).address, step.amount]));
      continue;
    }
    const { blockhash } = await connectionOf(node).getLatestBlockhash('processed');
    const transaction = new Transaction({ feePayer: keyOf(step.from), recentBlockhash: blockhash });
    transaction.add(instructionOf(step));
    transaction.sign(keypairOf(step.from));
    const [method, config] =
      step.kind === 'simulation'
        ? ['simulateTransaction', { sigVerify: true }]
        : ['sendTransaction', { skipPreflight: step.skipPreflight }];
    replies.push(await answerOf(node, method as string, base64Params(transaction.serialize(), config as object)));
    const signature = /^"result":"(.*)"$/.exec(replies.at(-1)!)?.[1];
    if (signature !== undefined)
      replies.push(await answerOf(node, 'getTransaction', [signature, { encoding: 'json' }]));
  }
  const accounts = NAMES.flatMap((name) => [keypair(name).address, withAccounts().address(ata(name, 'usdc'))]);
  replies.push(
    await answerOf(node, 'getMultipleAccounts', [accounts, { encoding: 'base64', commitment: 'processed' }]),
  );
  return replies;
}

it.each(['none', 'litesvm'] as const)('whatever is sent to it; execute: %s', async (execute) => {
  const cluster = await startNode({ ledger: withAccounts().block(1_000_000), dialect: 'agave' });
  const own = () => ledger().blocks({ from: 198, to: 200 });
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 6 }), async (steps) => {
        const fork = await createNode({ ledger: own(), dialect: 'agave', execute, upstream: { url: cluster.url } });
        const whole = await createNode({
          ledger: withAccounts().blocks({ from: 198, to: 200 }),
          dialect: 'agave',
          execute,
        });
        const replies = await runSteps(fork, steps);
        expect(replies).toEqual(await runSteps(whole, steps));
        // after a reset it needs no cluster
        await Promise.all([fork.reset(), whole.reset(), cluster.clearCalls()]);
        expect(await runSteps(fork, steps)).toEqual(replies);
        expect(await cluster.calls({ method: 'getMultipleAccounts' })).toEqual([]);
        await Promise.all([fork.close(), whole.close()]);
      }),
      { numRuns: runsOf(200) },
    );
  } finally {
    await cluster.close();
  }
});
