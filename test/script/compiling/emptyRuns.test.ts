import { describe, expect, it } from 'vitest';
import { loadTexts } from '../reading/scripts.ts';

const textOf = (script: object) => ({ 'a.ledger.json': JSON.stringify(script) });
const stateOf = async (script: object, more = {}) => (await loadTexts({ ...textOf(script), ...more })).state;
const runsOf = ({ history }: Awaited<ReturnType<typeof stateOf>>) =>
  history.emptyRuns.map(({ first, last }) => [Number(first), Number(last)]);

describe('a range of more than 1,024 empty blocks', () => {
  it('is its first block and a run', async () => {
    const few = await stateOf({ slots: [{ from: 1, to: 1024 }] });
    const many = await stateOf({ slots: [{ from: 1, to: 10_000_000 }] });
    expect([runsOf(few), runsOf(many)]).toEqual([[], [[2, 10_000_000]]]);
    expect([...few.history.blocks()]).toEqual(
      Array.from({ length: 1024 }, (_, i) => many.history.block(BigInt(i + 1))),
    );
    expect([many.history.blockCount, many.chains.finalized.tip]).toEqual([10_000_000, 10_000_000n]);
  });

  it('has the times that the script gives, or none', async () => {
    const { history } = await stateOf({
      slots: [
        { from: 1, to: 2000, blockTime: 1000 },
        { from: 2001, to: 4000, blockTime: null },
        { from: 4001, to: 6000 },
      ],
    });
    const times = [1n, 2n, 2000n, 2001n, 3000n, 4001n].map((slot) => history.block(slot)?.blockTimeSeconds);
    expect(times).toEqual([1000n, 1000n, 1799n, null, null, 2600n]);
  });

  it('may begin at slot 0, and be a parent anywhere', async () => {
    const state = await stateOf({
      slots: [{ from: 0, to: 5000 }, { slot: 5001, parent: 3000 }, { slot: 5002, parent: 5000 }, { slot: 5003 }],
    });
    const { chains, history } = state;
    expect(history.block(1n)).toMatchObject({ parentSlot: 0n, blockHeight: 1n });
    expect(history.block(5001n)).toMatchObject({
      previousBlockhash: history.block(3000n)!.blockhash,
      blockHeight: 3001n,
    });
    expect(history.block(5002n)).toMatchObject({
      previousBlockhash: history.block(5000n)!.blockhash,
      blockHeight: 5001n,
    });
    expect([...chains.processed.offChain]).toEqual([5001n]);
  });

  it('is compared with blocks that were recorded', async () => {
    const { history } = await stateOf({ slots: [{ from: 1, to: 2000 }] });
    const { blockhash, blockHeight, blockTimeSeconds, parentSlot, previousBlockhash } = history.block(1500n)!;
    const recorded = (hash: string) => ({
      'blocks/1500.json': JSON.stringify({
        blockhash: hash,
        previousBlockhash,
        parentSlot: Number(parentSlot),
        blockTime: Number(blockTimeSeconds),
        blockHeight: Number(blockHeight),
        rewards: [],
        transactions: [],
      }),
    });
    const script = { slots: [{ from: 1, to: 2000, parent: 0 }] };
    const equal = await stateOf({ slots: [{ from: 1, to: 2000 }] }, recorded(blockhash));
    expect(runsOf(equal)).toEqual([
      [2, 1499],
      [1501, 2000],
    ]);
    await expect(stateOf(script, recorded('1'.repeat(32)))).rejects.toThrow('two different blocks for slot 1500');
  });

  it('is refused where its slots are skipped', async () => {
    const script = { slots: [{ from: 1, to: 2000 }], skipped: [[1400, 1500]] };
    await expect(stateOf(script)).rejects.toThrow('slot 1400 is skipped, but has a block');
  });
});
