import fc from 'fast-check';
import {
  ata,
  type BlockBuilder,
  type BlockTransactions,
  type Key,
  keypair,
  type LedgerBuilder,
  lamports,
  ledger,
  pda,
  rawTokens,
  sol,
  type TransactionBuilder,
  tokens,
} from '../../../src/index.ts';
import type { Instructions } from '../../../src/script/building/instructionBuilders.ts';
import type { TransactionMethods } from '../../../src/script/building/transactionBuilder.ts';
import type { FailureJson } from '../../../src/script/format/ledgerJsonTypes.ts';

/** Chains of calls of the builder: what a person might say, right or wrong. */

const NAMES = ['alice', 'bob', 'carol', 'usdc', 'euro', 'vault', 'token2022', 'system'];
const key: fc.Arbitrary<Key> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
  fc.constantFrom(...NAMES).map(keypair),
  fc.constantFrom(...NAMES).map((name) => ({ address: keypair(name).address })),
  fc.tuple(fc.constantFrom('alice', 'bob'), fc.constantFrom('usdc', 'euro')).map(([owner, mint]) => ata(owner, mint)),
  fc
    .array(fc.oneof(fc.string({ maxLength: 9 }), fc.nat(255), fc.uint8Array({ maxLength: 9 })), { maxLength: 3 })
    .map((seeds) => pda('lending', ...seeds)),
);
const wallet = fc.constantFrom('alice', 'bob', 'carol');
const mint = fc.constantFrom('usdc', 'euro');
const u64 = fc.oneof(fc.nat(10_000), fc.bigInt({ min: 0n, max: 18446744073709551615n }));
const u32 = fc.nat(0xffffffff);
const count = fc.oneof(fc.nat(10_000), fc.maxSafeNat());
const balance = fc.oneof(
  fc.nat(1000).map((whole) => sol(whole / 1000)),
  fc.nat(100).map((whole) => sol(`${whole}.5`)),
  u64.map(lamports),
);
/** What nobody is too poor for. */
const change = fc.integer({ min: 1_000_000, max: 2_000_000 }).map(lamports);
const amount = fc.oneof(
  fc.tuple(fc.nat(900), mint).map(([units, of]) => tokens(units / 100, of)),
  fc.tuple(fc.nat(100), mint).map(([units, of]) => rawTokens(units, of)),
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.string({ maxLength: 9 }).map((utf8) => ({ utf8: utf8.toWellFormed() })),
);
const authorized = fc.oneof(
  fc.constant({}),
  key.map((authority) => ({ authority })),
);
const failure: fc.Arbitrary<FailureJson> = fc.oneof(
  fc.record({ custom: u32 }),
  fc.record({ custom: u32, instruction: fc.nat(2) }),
  fc.record({ error: fc.constantFrom('InvalidArgument' as const, 'Immutable' as const) }),
  fc.constantFrom('AccountInUse' as const, 'InsufficientFunds' as const, 'BlockhashNotFound' as const),
  fc.tuple(fc.nat(3), fc.constant('InvalidSeeds' as const)).map((pair) => ({ InstructionError: pair })),
);

/** A call of something that can be chained. */
type Step<From, To = From> = (chain: From) => To;

function instruction<Next>(): fc.Arbitrary<Step<Instructions<Next>, Next>> {
  const step = <A extends unknown[]>(
    given: fc.Arbitrary<A>,
    call: (chain: Instructions<Next>, ...given: A) => Next,
  ): fc.Arbitrary<Step<Instructions<Next>, Next>> => given.map((said) => (chain) => call(chain, ...said));
  return fc.oneof(
    { weight: 8, arbitrary: step(fc.tuple(wallet, wallet, change), (c, ...a) => c.transfer(...a)) },
    { weight: 4, arbitrary: step(fc.tuple(wallet, wallet, amount), (c, ...a) => c.transferTokens(...a)) },
    { weight: 4, arbitrary: step(fc.tuple(wallet, wallet, amount), (c, ...a) => c.transferChecked(...a)) },
    { weight: 4, arbitrary: step(fc.tuple(wallet, amount), (c, ...a) => c.mintTo(...a)) },
    {
      weight: 4,
      arbitrary: step(fc.tuple(fc.string(), wallet), (c, text, a) => c.memo(text.toWellFormed(), { signers: [a] })),
    },
    step(fc.tuple(key, key, balance), (c, ...a) => c.transfer(...a)),
    step(
      fc.tuple(key, key, key, count, fc.option(balance, { nil: undefined })),
      (c, from, account, owner, space, funds) => c.createAccount({ from, account, owner, space, lamports: funds }),
    ),
    step(fc.tuple(key, key, amount, authorized), (c, ...a) => c.transferTokens(...a)),
    step(fc.tuple(key, amount, authorized), (c, ...a) => c.burn(...a)),
    step(fc.tuple(key, key, amount, authorized), (c, ...a) => c.approve(...a)),
    step(fc.tuple(key, key, authorized), (c, ...a) => c.closeTokenAccount(...a)),
    step(fc.tuple(key, fc.nat(255), key), (c, a, decimals, authority) => c.createMint(a, { decimals, authority })),
    step(fc.tuple(key, key, key), (c, account, of, owner) => c.createTokenAccount(account, { mint: of, owner })),
    step(fc.tuple(key, key, fc.boolean()), (c, a, b, idempotent) => c.createAssociatedAccount(a, b, { idempotent })),
    step(fc.tuple(key, key), (c, ...a) => c.advanceNonce(...a)),
    step(fc.tuple(key, fc.array(key), bytes), (c, program, keys, data) =>
      c.raw(program, { accounts: keys.map((address) => ({ address, writable: true })), data }),
    ),
  );
}

function modifier<Self>(): fc.Arbitrary<Step<TransactionMethods<Self>, Self>> {
  const step = <A extends unknown[]>(
    given: fc.Arbitrary<A>,
    call: (chain: TransactionMethods<Self>, ...given: A) => Self,
  ): fc.Arbitrary<Step<TransactionMethods<Self>, Self>> => given.map((said) => (chain) => call(chain, ...said));
  return fc.oneof(
    step(fc.tuple(fc.stringMatching(/^[a-z]\w{6}$/)), (c, name) => c.named(name)),
    step(fc.tuple(fc.integer({ min: 1, max: 3 })), (c, copies) => c.repeat(copies)),
    step(fc.tuple(wallet), (c, payer) => c.payer(payer)),
    step(fc.tuple(key), (c, payer) => c.payer(payer)),
    step(fc.tuple(wallet, wallet), (c, ...signers) => c.signers(...signers)),
    step(fc.tuple(fc.constantFrom('legacy' as const, 0 as const, 1 as const)), (c, version) => c.version(version)),
    step(fc.tuple(fc.constantFrom('table', 'alice')), (c, table) => c.lookupTables(table)),
    step(fc.tuple(u32), (c, units) => c.computeUnitLimit(units)),
    step(fc.tuple(fc.nat(1000)), (c, price) => c.computeUnitPrice(price)),
    step(fc.tuple(failure), (c, err) => c.fail(err)),
    step(fc.tuple(u64), (c, fee) => c.fee(fee)),
    step(fc.tuple(fc.string()), (c, line) => c.logs(line.toWellFormed())),
    step(fc.tuple(count), (c, units) => c.computeUnits(units)),
    step(fc.tuple(key, bytes), (c, ...a) => c.returnData(...a)),
    step(fc.tuple(fc.nat(3), wallet, change), (c, index, a, b) => c.inner(index, (i) => i.transfer(a, 'bob', b))),
    step(fc.tuple(key, balance), (c, ...a) => c.balance(...a)),
  );
}

const transaction = fc
  .tuple(
    fc.array(instruction<TransactionBuilder>(), { minLength: 1, maxLength: 3 }),
    fc.array(modifier<TransactionBuilder>(), { maxLength: 2 }),
  )
  .map(([instructions, modifiers]) => (start: TransactionBuilder) => {
    const said = instructions.reduce((chain, step) => step(chain), start);
    return modifiers.reduce((chain, step) => step(chain), said);
  });

const inBlock: fc.Arbitrary<Step<BlockTransactions>> = fc.oneof(
  instruction<BlockTransactions>(),
  modifier<BlockTransactions>(),
  transaction.map((build) => (chain: BlockTransactions) => chain.tx(build)),
);

const block = fc
  .tuple(
    fc.oneof(
      instruction<BlockTransactions>(),
      transaction.map((build) => (chain: BlockBuilder) => chain.tx(build)),
    ),
    fc.array(inBlock, { maxLength: 2 }),
  )
  .map(
    ([first, others]) =>
      (start: BlockBuilder) =>
        others.reduce((chain, step) => step(chain), first(start)),
  );

const account: fc.Arbitrary<Step<LedgerBuilder>> = fc.oneof(
  fc.tuple(key, balance).map(
    ([a, b]) =>
      (chain: LedgerBuilder) =>
        chain.wallet(a, b),
  ),
  fc.tuple(key, fc.nat(255), key).map(
    ([a, decimals, program]) =>
      (chain: LedgerBuilder) =>
        chain.mint(a, { decimals, program }),
  ),
  fc.tuple(key, amount, key).map(
    ([owner, held, address]) =>
      (chain: LedgerBuilder) =>
        chain.tokenAccount(owner, held, { address, delegate: { to: 'bob', amount: held.amount }, frozen: false }),
  ),
  fc.tuple(key, fc.nat(4), fc.array(key, { maxLength: 3 })).map(
    ([a, required, signers]) =>
      (chain: LedgerBuilder) =>
        chain.multisig(a, { required, signers }),
  ),
  fc.tuple(key, key).map(
    ([a, authority]) =>
      (chain: LedgerBuilder) =>
        chain.nonce(a, { authority }),
  ),
  fc.tuple(key, bytes, key, u64).map(
    ([a, data, owner, rentEpoch]) =>
      (chain: LedgerBuilder) =>
        chain.rawAccount(a, { owner, data, rentEpoch }),
  ),
);

/** Slots are counted on, so that most histories go forward. */
const slots = fc
  .array(
    fc.tuple(
      fc.constantFrom('block', 'block', 'block', 'blocks', 'fork', 'skip', 'back'),
      fc.integer({ min: 1, max: 3 }),
      fc.option(block, { nil: undefined, freq: 5 }),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((said) => (start: LedgerBuilder) => {
    let chain = start.block(10);
    let next = 11;
    for (const [kind, step, build] of said) {
      if (kind === 'block') chain = chain.block({ slot: next, blockTime: 1_700_000_000 + next }, build);
      else if (kind === 'blocks') chain = chain.blocks({ from: next, to: next + 3, every: step }, build);
      else if (kind === 'fork') chain = chain.fork(next, build);
      else if (kind === 'skip') chain = chain.skip(next, next + 3);
      else chain = chain.block(next - step, build);
      next += 4;
    }
    return chain;
  });

const START = ledger()
  .wallet('alice', sol(1000))
  .wallet('bob', sol(1000))
  .wallet('carol', sol(1000))
  .mint('usdc', { decimals: 6, authority: 'alice' })
  .mint('euro', { decimals: 2, authority: 'alice', program: 'token2022' })
  .lookupTable('table', { addresses: ['bob', 'carol'] });

/** Most of them are right: what is wrong is few and far between. */
export const anyScript: fc.Arbitrary<LedgerBuilder> = fc
  .tuple(fc.constantFrom(0, 0, 0, 1), fc.array(account, { minLength: 1, maxLength: 3 }), slots)
  .map(([hasMore, accounts, history]) => {
    const holders = ['alice', 'bob', 'carol'].flatMap((owner) => ['usdc', 'euro'].map((of) => [owner, of] as const));
    const held = holders.reduce((chain, [owner, of]) => chain.tokenAccount(owner, tokens(1000, of)), START);
    return history(hasMore === 0 ? held : accounts.reduce((chain, step) => step(chain), held));
  });
