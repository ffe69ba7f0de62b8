import { expect, it } from 'vitest';
import { MAX_SENT_RECORDS, type NewSentRecord, SentLog } from '../../src/live/sentLog.ts';

const SENT = {} as NewSentRecord;

function filled(count: number): SentLog {
  const log = new SentLog();
  for (let i = 0; i < count; i++) log.add(SENT);
  return log;
}

it('counts what it has forgotten, and ids go on', () => {
  const log = filled(2 * MAX_SENT_RECORDS - 1);
  expect([log.records.length, log.records[0]!.id, log.forgotten]).toEqual([2 * MAX_SENT_RECORDS - 1, 1, 0]);
  expect(log.add(SENT).id).toBe(2 * MAX_SENT_RECORDS);
  expect([log.records.length, log.records[0]!.id, log.forgotten]).toEqual([
    MAX_SENT_RECORDS,
    MAX_SENT_RECORDS + 1,
    MAX_SENT_RECORDS,
  ]);
  expect(log.add(SENT).id).toBe(2 * MAX_SENT_RECORDS + 1);
});

it('begins again when it is cleared', () => {
  const log = filled(2 * MAX_SENT_RECORDS);
  log.clear();
  expect([log.records.length, log.forgotten, log.add(SENT).id]).toEqual([0, 0, 1]);
});
