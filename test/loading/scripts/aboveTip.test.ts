import { describe, expect, it } from 'vitest';
import { loadTexts } from '../../script/reading/scripts.ts';

const TRANSFER = '{"transfer": {"from": "$alice", "to": "$bob", "sol": 1}}';

async function warningsOf(members: string, slots: readonly string[]): Promise<string[]> {
  const text = `{${members}"accounts": {"$alice": {"sol": 50}}, "slots": [\n${slots.join(',\n')}]}`;
  return (await loadTexts({ 'a.ledger.json': text })).warnings.map(String);
}

const warning = (line: number, item: number, slot: number, last: number) =>
  `a.ledger.json:${line}:1: /slots/${item}: slot ${slot} is above the processed tip, slot 10: its transactions change balances at every commitment already ` +
  `(give the balances as of slot 10 in a ledger that ends there, or set \`processed\` to ${last})`;

describe('a scripted block with transactions above the processed tip is warned of', () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    [
      'of one slot',
      '"processed": 10, ',
      [`{"slot": 10, "transactions": [${TRANSFER}]}`, `{"slot": 12, "transactions": [${TRANSFER}]}`],
      [warning(3, 1, 12, 12)],
    ],
    [
      'of a range that goes on from below',
      '"processed": 10, ',
      [`{"from": 7, "to": 15, "every": 3, "transactions": [${TRANSFER}]}`],
      [warning(2, 0, 13, 15)],
    ],
    [
      'once for each word, the newest first',
      '"processed": 10, ',
      [`{"slot": 11, "transactions": [${TRANSFER}]}`, `{"slot": 12, "transactions": [${TRANSFER}]}`],
      [warning(3, 1, 12, 12), warning(2, 0, 11, 11)],
    ],
    ['not where nothing happens in it', '"processed": 10, ', ['{"slot": 12}'], []],
    [
      'not where no block of a range is above',
      '"processed": 10, ',
      [`{"from": 7, "to": 12, "every": 3, "transactions": [${TRANSFER}]}`],
      [],
    ],
    ['not without tips', '', [`{"slot": 12, "transactions": [${TRANSFER}]}`], []],
    [
      'not of a fork that the chain leaves aside',
      '"processed": 10, ',
      ['{"slot": 10}', `{"slot": 11, "transactions": [${TRANSFER}]}`, '{"slot": 12, "parent": 10}'],
      [],
    ],
    [
      'not of the end of a range that the chain leaves aside',
      '"processed": 10, ',
      [`{"from": 8, "to": 12, "transactions": [${TRANSFER}]}`, '{"slot": 13, "parent": 10}'],
      [],
    ],
  ])('%s', async (_what, members, slots, expected) => {
    expect(await warningsOf(members, slots)).toEqual(expected);
  });
});
