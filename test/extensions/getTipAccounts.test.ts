import { describe, expect, it } from 'vitest';
import { TIP_ACCOUNTS, TIP_PROGRAM } from '../../src/extensions/bundles/tipAccounts.ts';
import { createNode, lamports, ledger, type NodeOptions, sol } from '../../src/index.ts';
import { programAddress } from '../../src/runtime/derive.ts';
import { SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import { bundleNode } from '../support/bundles.ts';

const LIST =
  '["96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5","HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe","Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY","ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49","DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh","ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt","DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL","3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT"]';

describe('getTipAccounts', () => {
  it('has the eight accounts, in the order of the documents', async () => {
    const node = bundleNode();
    expect(await node.call('getTipAccounts', '[]')).toBe(LIST);
    expect(await node.node.dispatch('{"jsonrpc":"2.0","id":1,"method":"getTipAccounts"}', 'contract')).toBe(
      `{"jsonrpc":"2.0","result":${LIST},"id":1}\n`,
    );
  });

  it('takes no parameters', async () => {
    expect(await bundleNode().call('getTipAccounts', '[1]')).toBe(
      '{"code":-32602,"message":"Invalid parameters: No parameters were expected","data":"Array([Number(1)])"}',
    );
  });

  it('they are derived from the tip payment program', () => {
    const derived = TIP_ACCOUNTS.map((_, i) => programAddress(TIP_PROGRAM, [Buffer.from(`TIP_ACCOUNT_${i}`)]));
    expect([...derived].sort()).toEqual([...TIP_ACCOUNTS].sort());
  });
});

describe('the tip accounts', () => {
  const members = ledger({ cluster: 'devnet' }).wallet('alice', sol(1));
  const found = async (options: NodeOptions) => {
    const node = await createNode({ ledger: members, ...options });
    const { value } = (await node.request('getMultipleAccounts', [TIP_ACCOUNTS as never])) as { value: unknown[] };
    return value.filter((account) => account !== null);
  };

  it('exist on a cluster, where bundles are on', async () => {
    const account = {
      data: ['AAAAAAAAAAA=', 'base64'],
      executable: false,
      lamports: 946_560n,
      owner: TIP_PROGRAM,
      rentEpoch: 18446744073709551615n,
      space: 8,
    };
    expect(JSON.stringify(await found({ extensions: true }), numbers)).toBe(
      JSON.stringify(Array(8).fill(account), numbers),
    );
    expect(await found({ extensions: ['sendBundle'] })).toHaveLength(8);
    expect(await found({ ledger: members.with({ extensions: ['sendBundle'] }), extensions: true })).toHaveLength(8);
  });

  it.each<[options: NodeOptions]>([
    [{}],
    [{ extensions: false }],
    [{ extensions: ['getTipAccounts'] }],
    [{ ledger: members.with({ extensions: false }) }],
    [{ ledger: members.with({ extensions: true }), extensions: [] }],
    [{ ledger: ledger({}).wallet('alice', sol(1)), extensions: true }],
  ])('do not exist otherwise', async (options) => {
    expect(await found(options)).toEqual([]);
  });

  it('are those of the ledger, if it has them', async () => {
    const given = ledger({ cluster: 'devnet' }).wallet(TIP_ACCOUNTS[0]!, lamports(5_000_000));
    const [first] = await found({ ledger: given, extensions: true });
    expect(first).toMatchObject({ lamports: 5_000_000, owner: SYSTEM_PROGRAM });
  });

  it('take tips of scripts too', async () => {
    const tipped = members.block(1, (b) => b.transfer('alice', TIP_ACCOUNTS[0]!, lamports(1000)));
    const [first] = await found({ ledger: tipped, extensions: true });
    expect(first).toMatchObject({ lamports: 947_560, owner: TIP_PROGRAM });
  });
});

const numbers = (_: string, value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
