import { PublicKey } from '@solana/web3.js';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  type AddedBlock,
  createNode,
  keypair,
  type LedgerNode,
  type LedgerReach,
  type LedgerTips,
  ledger,
  type ResultOf,
  sol,
} from '../../src/index.ts';

const SCRIPT = ledger({ cluster: 'localnet' })
  .wallet('alice', sol(5))
  .wallet('bob', sol(1))
  .block(10, (b) => b.transfer('alice', 'bob', sol(1)));

describe('the types of answers', () => {
  it('are unknown for the methods that the node does not have', async () => {
    const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
    await expect(node.request('getSomethingElse', [1])).rejects.toThrow('Method not found');
    expectTypeOf(node.request('getSlot')).resolves.toEqualTypeOf<number>();
    const unknownMethods = () => [node.request('getSomethingElse'), node.request('stillnode_typo')] as const;
    expectTypeOf(unknownMethods).returns.toEqualTypeOf<readonly [Promise<unknown>, Promise<unknown>]>();
  });

  it('of control methods are those of the wire', () => {
    expectTypeOf<ResultOf<'stillnode_getTips'>>().toEqualTypeOf<LedgerReach>();
    expectTypeOf<ResultOf<'stillnode_reset'>>().toEqualTypeOf<LedgerTips>();
    expectTypeOf<ResultOf<'stillnode_addBlock'>>().toEqualTypeOf<AddedBlock>();
    expectTypeOf<ResultOf<'stillnode_removeFault'>>().toEqualTypeOf<true>();
    expectTypeOf<ResultOf<'stillnode_show'>>().toEqualTypeOf<unknown>();
    expectTypeOf<LedgerNode['getTips']>().returns.resolves.toEqualTypeOf<LedgerReach>();
    expectTypeOf<LedgerNode['show']>().returns.resolves.toEqualTypeOf<unknown>();
    expectTypeOf<LedgerNode['advance']>().parameter(0).toEqualTypeOf<number | undefined>();
    expectTypeOf<LedgerNode['setTips']>().parameter(0).toEqualTypeOf<{
      readonly processed?: number;
      readonly confirmed?: number;
      readonly finalized?: number;
    }>();
    expectTypeOf<LedgerTips['processed']>().toEqualTypeOf<number>();
  });

  it('demand the parameters that a method requires', async () => {
    const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
    const missing = '`params` should have at least 1 argument(s)';
    // @ts-expect-error its address is missing
    await expect(node.request('getBalance')).rejects.toThrow(missing);
    // @ts-expect-error its address is missing
    await expect(node.requestText('getBalance')).rejects.toThrow(missing);
    // @ts-expect-error its address is missing
    await expect(node.request('getBalance', [])).rejects.toThrow(missing);
    const name: string = 'getSlot';
    expect(await node.request(name)).toBe(10);
    expect(await node.requestText(name, undefined)).toBe('10');
    expectTypeOf(node.request('getSlot', [{ commitment: 'processed' }])).resolves.toEqualTypeOf<number>();
    expectTypeOf(node.request(name)).resolves.toEqualTypeOf<unknown>();
  });

  it('take objects that are text in JSON for addresses', async () => {
    const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
    const alice = new PublicKey(keypair('alice').address);
    const { value } = await node.request('getBalance', [alice]);
    expectTypeOf(value).toEqualTypeOf<number | bigint>();
    expect(value).toBe(3_999_995_000);
    const several = await node.request('getMultipleAccounts', [[alice], { encoding: 'base64' }]);
    expect(several.value[0]!.lamports).toBe(3_999_995_000);
  });

  it('follow the encoding', async () => {
    const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
    const { address } = keypair('alice');
    const bytes = await node.request('getAccountInfo', [address, { encoding: 'base64' }]);
    expectTypeOf(bytes.value!.data).toEqualTypeOf<[bytes: string, encoding: 'base64']>();
    expectTypeOf(bytes.value!.lamports).toEqualTypeOf<number | bigint>();
    const bare = await node.request('getAccountInfo', [address]);
    expectTypeOf(bare.value!.data).toEqualTypeOf<string>();
    const several = await node.request('getMultipleAccounts', [[address]]);
    expectTypeOf(several.value[0]!.data).toEqualTypeOf<[bytes: string, encoding: 'base64']>();
    const payment = (await node.request('getSignaturesForAddress', [address]))[0]!.signature;
    const json = await node.request('getTransaction', [payment]);
    expectTypeOf(json!.transaction.message.accountKeys).toEqualTypeOf<string[]>();
    const parsed = await node.request('getTransaction', [payment, { encoding: 'jsonParsed' }]);
    expectTypeOf(parsed!.transaction.message.accountKeys[0]!.signer).toEqualTypeOf<boolean>();
    const block = await node.request('getBlock', [10, { transactionDetails: 'signatures' }]);
    expectTypeOf(block!).not.toHaveProperty('transactions');
    expect(block!.signatures).toEqual([payment]);
    // @ts-expect-error no such encoding
    await expect(node.request('getBlock', [10, { encoding: 'yaml' }])).rejects.toThrow();
    // @ts-expect-error a promise
    await expect(node.request('getBalance', [Promise.resolve(address)])).rejects.toThrow('`params[0]` is a promise');
  });
});
