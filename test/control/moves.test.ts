import { describe, expect, it, vi } from 'vitest';
import { createNode, ledger, sol } from '../../src/index.ts';
import { controlText, NO_ARGUMENT_CASES } from '../support/control.ts';

const SCRIPT = ledger({ processed: 100, confirmed: 98, finalized: 98, consensus: 'tower' })
  .wallet('alice', sol(5))
  .block(98)
  .block(100);

describe('stillnode_moves', () => {
  it('has the control calls that changed the ledger, with the call before them and the slot after them', async () => {
    const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
    await node.advance(5);
    await node.request('getSlot');
    await node.setAccount('bob', sol(1));
    await node.reorg(104);
    expect(await controlText(node, 'moves')).toBe(
      '[{"afterCall":0,"count":1,"method":"stillnode_advance","params":"[5]","slot":105},' +
        '{"afterCall":1,"count":1,"method":"stillnode_setAccount","params":"[\\"$bob\\",{\\"sol\\":1}]","slot":105},' +
        '{"afterCall":1,"count":1,"method":"stillnode_reorg","params":"[104]","slot":103}]',
    );
  });

  it('has nothing of calls that change nothing, that fail, or that change rules alone', async () => {
    const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
    await node.getTips();
    await node.onSend({ then: 'drop' });
    await node.addFault({ then: { reset: true } });
    await node.snapshot();
    await node.setTips({ processed: 500 }).catch(() => undefined);
    expect(await node.moves()).toEqual([]);
  });

  it('has the slots that passed by themselves as one move', async () => {
    const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
    await node.setSlotTime(1);
    await vi.waitFor(async () => expect((await node.getTips()).processed).toBeGreaterThan(103));
    await node.setSlotTime(null);
    const { processed } = await node.getTips();
    expect(await node.moves()).toEqual([
      { afterCall: 0, count: Number(processed) - 100, method: null, params: null, slot: processed },
    ]);
  });

  it('a fork starts without moves, and a reset forgets them', async () => {
    const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
    await node.advance();
    const fork = await node.fork();
    expect(await fork.moves()).toEqual([]);
    await node.reset();
    expect(await node.moves()).toMatchObject([{ method: 'stillnode_reset', slot: 100 }]);
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(await createNode({ ledger: SCRIPT, dialect: 'agave' }), 'moves', params)).toBe(error);
  });
});
