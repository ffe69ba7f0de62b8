import { expect, it } from 'vitest';
import { MAX_LOGGED_MOVES, MoveLog } from '../../src/live/moveLog.ts';

const move = { method: 'stillnode_advance', params: '[5]', afterCall: 0, slot: 105n };

it('equal moves without a call in between are one, with the slot of the last of them', () => {
  const log = new MoveLog();
  log.add(move);
  log.add({ ...move, slot: 110n });
  log.add({ ...move, slot: 115n, afterCall: 1 });
  log.add({ ...move, slot: 120n, afterCall: 1, params: '[6]' });
  expect(log.moves).toEqual([
    { ...move, slot: 110n, count: 2 },
    { ...move, slot: 115n, afterCall: 1, count: 1 },
    { ...move, slot: 120n, afterCall: 1, params: '[6]', count: 1 },
  ]);
});

it('long parameters are cut, and still equal', () => {
  const log = new MoveLog();
  const params = `["${'a'.repeat(2000)}"]`;
  log.add({ ...move, params });
  log.add({ ...move, params });
  expect(log.moves).toEqual([{ ...move, params: `["${'a'.repeat(998)}…`, count: 2 }]);
});

it('keeps the newest, and none after a reset', () => {
  const log = new MoveLog();
  for (let afterCall = 0; afterCall <= MAX_LOGGED_MOVES; afterCall++) log.add({ ...move, afterCall });
  expect(log.moves).toHaveLength(MAX_LOGGED_MOVES);
  expect(log.moves[0]).toMatchObject({ afterCall: 1 });
  log.clear();
  expect(log.moves).toEqual([]);
});
