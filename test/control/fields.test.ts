import { describe, expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../src/index.ts';
import { controlText, invalidText } from '../support/control.ts';
import { MARKET, NEW_IDL } from '../support/idls.ts';

const SCRIPT = ledger()
  .program('market', { idl: NEW_IDL })
  .wallet('alice', sol(5))
  .account('order1', { program: 'market', account: 'Order', fields: { owner: '$alice', side: 'Buy' } })
  .block(10);
const scripted = () => createNode({ ledger: SCRIPT, dialect: 'agave' });
const raw = (hex: string) => ({ raw: { owner: MARKET, data: { hex } } });

describe('stillnode_fields', () => {
  it('has the fields of an account by name or address, as it is now', async () => {
    const node = await scripted();
    const told = { program: 'market', account: 'Order', fields: { side: 'Buy', max_price: '0' } };
    expect(await node.request('stillnode_fields', ['$order1'])).toMatchObject(told);
    expect(await node.request('stillnode_fields', [node.address('order1')])).toMatchObject(told);
    const fields = { owner: '$alice', side: 'Buy', maxPrice: 5 };
    await node.setAccount('order1', { program: 'market', account: 'Order', fields });
    expect((await node.fields('order1')).fields.max_price).toBe('5');
  });

  it.each([
    ['alice', /\$alice belongs to 11111111111111111111111111111111, and no program with an IDL has this address/],
    ['bad', /the data of \$bad begins as no account of market does/],
  ])('%s has none', async (name, message) => {
    const node = await scripted();
    await node.setAccount('bad', raw('0102'));
    await expect(node.fields(name)).rejects.toMatchObject({ code: -32602, message: expect.stringMatching(message) });
  });

  it('an error about the address names its argument', async () => {
    const message =
      'address: expected an address (base58 of 32 bytes) or a $name, found "order1" (a name starts with a dollar: $order1)';
    expect(await controlText(await scripted(), 'fields', '["order1"]')).toBe(invalidText(message));
  });

  it('data that ends too early is told', async () => {
    const node = await scripted();
    const { value } = await node.request('getAccountInfo', [node.address('order1'), { encoding: 'base64' }]);
    const data = Buffer.from(value!.data[0], 'base64').subarray(0, 60);
    await node.setAccount('order1', raw(data.toString('hex')));
    await expect(node.fields('order1')).rejects.toThrow('is no Order of market: the data ends after 60 bytes');
  });
});
