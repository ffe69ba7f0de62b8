import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  createNode,
  FixtureError,
  keypair,
  type LedgerBuilder,
  lamports,
  ledger,
  sol,
  tokens,
} from '../../../src/index.ts';

/** A mistake in a script that is built is told at the line of the call that made it. */

const HERE = fileURLToPath(import.meta.url);

/** The line that calls this. */
function here(): number {
  const [, , line = ''] = new Error().stack?.split('\n') ?? [];
  return Number(/:(\d+):\d+\)?$/.exec(line)?.[1]);
}

/** `pointer line`, from the line of the script's beginning. */
async function placesOf(script: LedgerBuilder, first: number): Promise<string[]> {
  const error: unknown = await createNode({ ledger: [script] }).catch((reason: unknown) => reason);
  if (!(error instanceof FixtureError)) throw new Error(`no FixtureError: ${error}`);
  return error.problems.map(({ file, line, pointer }) => {
    expect(file).toBe(HERE);
    return `${pointer} ${(line ?? 0) - first}`;
  });
}

describe('the line is that of', () => {
  it('the account', async () => {
    const shared = sol('x');
    const first = here();
    // biome-ignore format: each call stands on a line of its own
    const script = ledger()
      .wallet('alice', shared)
      .mint('usdc', { decimals: 256 })
      .wallet('bob', shared);
    expect(await placesOf(script, first)).toEqual([
      '/accounts/$alice/sol 3',
      '/accounts/$usdc/mint/decimals 4',
      '/accounts/$bob/sol 5',
    ]);
  });

  it('the member of ledger.json', async () => {
    const first = here();
    // biome-ignore format: each call stands on a line of its own
    const script = ledger({ finalized: -1 })
      .tips({ processed: -1 })
      .with({ slotsBehind: 0 });
    expect(await placesOf(script, first)).toEqual(['/processed 3', '/finalized 2', '/slotsBehind 4']);
  });

  it('the block, its transaction, and what is said of that', async () => {
    const first = here();
    // biome-ignore format: each call stands on a line of its own
    const script = ledger()
      .block(1, (b) =>
        b
          .memo('one')
          .fee(-1)
          .transfer('alice', 'bob', lamports(-1))
          .computeUnits(-1),
      )
      .block(-2)
      .blocks({ from: 3, to: 2 });
    expect(await placesOf(script, first)).toEqual([
      '/slots/0/transactions/0/fee 6',
      '/slots/0/transactions/1/computeUnits 8',
      '/slots/0/transactions/1/transfer/lamports 7',
      '/slots/1/slot 10',
      '/slots/2/to 11',
    ]);
  });

  it('the instruction of a transaction, and the one that another calls', async () => {
    const first = here();
    // biome-ignore format: each call stands on a line of its own
    const script = ledger()
      .wallet('alice', sol(1))
      .block(1, (b) =>
        b.tx((t) =>
          t
            .memo('one', { signers: ['alice'] })
            .transfer('alice', 'bob', sol(2)),
        ),
      );
    expect(await placesOf(script, first)).toEqual(['/slots/0/transactions/0/instructions/1/transfer 8']);
    const second = here();
    // biome-ignore format: each call stands on a line of its own
    const calling = ledger()
      .wallet('alice', sol(1))
      .block(1, (b) =>
        b
          .memo('one', { signers: ['alice'] })
          .inner(0, (i) =>
            i.transferTokens('alice', 'bob', tokens(1, 'usdc')),
          ),
      );
    expect(await placesOf(calling, second)).toEqual([
      expect.stringMatching(/^\/slots\/0\/transactions\/0\/inner\/0\/instructions\/0\/transferTokens\S* 8$/),
    ]);
  });
});

it('what is no builder is told by its number', async () => {
  const error: unknown = await createNode({ ledger: [{ slots: [{ slot: -1 }] }] }).catch((reason: unknown) => reason);
  expect((error as FixtureError).problems.map(({ file, line }) => [file, line])).toEqual([['ledger() #1', undefined]]);
});

describe('hints speak TypeScript', () => {
  const rich = ledger().wallet('alice', sol(5));
  const usdc = rich.mint('usdc', { decimals: 6, authority: 'alice' });

  it.each<[string, LedgerBuilder]>([
    [
      'accounts start empty: give it SOL as an account: .wallet(name, sol(1))',
      ledger().block(1, (b) => b.transfer('alice', 'bob', sol(1))),
    ],
    ['add it as an account: .mint(name, { decimals: 6 })', rich.tokenAccount('alice', tokens(1, 'usdc'))],
    [
      'add it as an account: .mint(name, { decimals: 6 }), or make it with `createMint`',
      rich.block(1, (b) => b.mintTo('alice', tokens(1, 'usdc'), { authority: 'alice' })),
    ],
    ['add it as an account: .nonce(name, { authority })', rich.block(1, (b) => b.advanceNonce('nonce', 'alice'))],
    [
      'add it as an account: .lookupTable(name, { addresses })',
      rich.block(1, (b) => b.transfer('alice', 'bob', sol(1)).lookupTables('table')),
    ],
    [
      'add `$ata(bob,usdc)` as an account: .tokenAccount(wallet, tokens(0, mint)), or make it with `createAssociatedAccount`',
      usdc
        .tokenAccount('alice', tokens(1, 'usdc'))
        .block(1, (b) => b.transferTokens('alice', 'bob', tokens(1, 'usdc'))),
    ],
    [
      'only its address is known: give its seed with .key(name, { seed })',
      rich.key('carol', keypair('carol').address).block(1, (b) => b.memo('hi', { signers: ['carol'] }).payer('alice')),
    ],
    [
      'with { idempotent: true } that is not an error',
      usdc
        .tokenAccount('alice', tokens(1, 'usdc'))
        .block(1, (b) => b.createAssociatedAccount('alice', 'usdc', { payer: 'alice' })),
    ],
    [
      'a code of a program is { custom: 6001 }',
      rich.block(1, (b) =>
        b
          .memo('hi')
          .payer('alice')
          .fail('Oopsies at all' as never),
      ),
    ],
    ['a name contains no parentheses', rich.wallet('a(b', sol(1))],
  ])('%s', async (hint, script) => {
    const error: unknown = await createNode({ ledger: [script] }).catch((reason: unknown) => reason);
    if (!(error instanceof FixtureError)) throw new Error(`no FixtureError: ${error}`);
    expect(error.problems.map((problem) => problem.hint)).toEqual([hint]);
  });

  it('those of files stay as they are', async () => {
    const { slots } = ledger()
      .block(1, (b) => b.transfer('alice', 'bob', sol(1)))
      .toJSON();
    const error: unknown = await createNode({ ledger: [{ slots: slots! }] }).catch((reason: unknown) => reason);
    expect((error as FixtureError).problems.map(({ hint }) => hint)).toEqual([
      'accounts start empty: give it SOL under `accounts`',
    ]);
  });
});
