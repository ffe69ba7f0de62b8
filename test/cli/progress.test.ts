import { expect, it } from 'vitest';
import { ProgressLine } from '../../src/cli/progressLine.ts';

/** A terminal that remembers, and a clock that is set by hand. */
function terminal(isTTY: boolean) {
  const written: string[] = [];
  const clock = { now: 0 };
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 };
  return { written, clock, line: new ProgressLine(stream, () => clock.now) };
}

const counts = (blocks: number) => ({ blocks, transactions: 2 * blocks, accounts: 7 });
const CLEAR = '\r\x1b[K';

it('a line of counts stands on a terminal after two seconds, is renewed ten times a second and goes in the end', () => {
  const { written, clock, line } = terminal(true);
  const update = (now: number, blocks: number) => {
    clock.now = now;
    line.onProgress?.(counts(blocks));
  };
  update(500, 1);
  update(2499, 2);
  expect(written).toEqual([]);
  update(2500, 3);
  update(2599, 4);
  update(2600, 5);
  line.clear();
  expect(written).toEqual([
    `${CLEAR}loading: 3 blocks, 6 transactions, 7 accounts`,
    `${CLEAR}loading: 5 blocks, 10 transactions, 7 accounts`,
    CLEAR,
  ]);
});

it('what is read in less leaves nothing', () => {
  const { written, clock, line } = terminal(true);
  line.onProgress?.(counts(1));
  clock.now = 1999;
  line.onProgress?.(counts(2));
  line.clear();
  expect(written).toEqual([]);
});

it('the two seconds begin anew with what is read next', () => {
  const { written, clock, line } = terminal(true);
  line.onProgress?.(counts(1));
  line.clear();
  clock.now = 5000;
  line.onProgress?.(counts(1));
  expect(written).toEqual([]);
});

it('without a terminal nobody is told', () => {
  expect(terminal(false).line.onProgress).toBeUndefined();
});

it('says how far a command is in the same way, and on a terminal only', () => {
  for (const isTTY of [true, false]) {
    const { written, clock, line } = terminal(isTTY);
    line.show(() => 'asked 1');
    clock.now = 2000;
    line.show(() => 'asked 2');
    line.clear();
    expect(written).toEqual(isTTY ? [`${CLEAR}asked 2`, CLEAR] : []);
  }
});
