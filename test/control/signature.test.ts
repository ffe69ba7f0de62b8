import { describe, expect, it } from 'vitest';
import { createNode, ledger, RpcError, sol } from '../../src/index.ts';
import { controlText, invalidText, NOT_U64, unknownText } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';

const SCRIPT = ledger()
  .wallet('alice', sol(5))
  .block(1, (b) => b.transfer('alice', 'bob', sol(1)).named('rent').repeat(2).memo('x').payer('alice'));

describe('stillnode_signature', () => {
  it('gives the signature of each copy', async () => {
    const node = await createNode({ ledger: SCRIPT });
    const block = (await node.request('getBlock', [1, { transactionDetails: 'signatures' }])) as {
      readonly signatures: readonly string[];
    };
    const [first, second] = block.signatures;
    for (const params of ['["rent"]', '["rent",null]', '["rent",0]'])
      expect(await controlText(node, 'signature', params)).toBe(`"${first}"`);
    expect(await controlText(node, 'signature', '["rent",1]')).toBe(`"${second}"`);
    expect([node.signature('rent'), node.signature('rent', 1)]).toEqual([first, second]);
  });

  it('knows what was added, until that is taken back', async () => {
    const node = await createNode({ ledger: SCRIPT });
    const id = await node.snapshot();
    const { signature } = await node.addTransaction((t) => t.memo('x').payer('alice').named('note'));
    expect(await controlText(node, 'signature', '["note"]')).toBe(`"${signature}"`);
    await node.revert(id);
    expect(await controlText(node, 'signature', '["note"]')).toBe(
      unknownText('no transaction of a scripted ledger has the name "note"'),
    );
  });

  it.each([
    ['["rent",2]', unknownText('there are 2 transactions "rent", and none at 2')],
    ['["other"]', unknownText('no transaction of a scripted ledger has the name "other"')],
    ['["__proto__"]', unknownText('no transaction of a scripted ledger has the name "__proto__"')],
    ['["rent",-1]', invalidText(`copy: ${NOT_U64}, found -1`)],
    ['[5]', invalidText('name: expected a string, found 5')],
    ['[]', invalidText('expected the arguments [name, copy?], but name is missing')],
  ])('%s is refused', async (params, error) => {
    expect(await controlText(await createNode({ ledger: SCRIPT }), 'signature', params)).toBe(error);
  });

  it('there are no names without scripts', async () => {
    expect(() => testNode({}).signature('rent')).toThrow(RpcError);
    expect(() => testNode({}).signature(5 as never)).toThrow('`name` must be a string, not number');
  });
});
