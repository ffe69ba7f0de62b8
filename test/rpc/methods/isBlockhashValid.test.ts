import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, badParams, contextText, errorText, tooOld } from '../../support/answers.ts';
import { contextConfigCases, countCases, type ParamCase } from '../../support/paramCases.ts';
import { callText, type LedgerSpec, THREE_TIPS, testNode } from '../../support/testNode.ts';
import { namedAddress, namedBlockhash } from '../../support/transactions.ts';

const HASH = `"${namedBlockhash('5')}"`;
const NODE = testNode({ ...THREE_TIPS });

const bare = (fault: string) => errorText(-32602, fault);
const answer = (slot: number, isValid: boolean) => contextText(`${isValid}`, slot);

describe.each(BOTH_DIALECTS)('isBlockhashValid (%s)', (dialect) => {
  const ask = (params: string) => callText(NODE, 'isBlockhashValid', params, dialect);
  const askOver = (ledger: LedgerSpec, hash: string) =>
    callText(testNode(ledger), 'isBlockhashValid', `["${hash}",{"commitment":"processed"}]`, dialect);

  it.each<ParamCase>([
    ...countCases(1, 2, HASH),
    ...contextConfigCases(`${HASH},`),
    ['[null]', badParams('invalid type: null, expected a string')],
    ['[5]', badParams('invalid type: integer `5`, expected a string')],
    // no prefix, unlike everywhere else
    ['[""]', bare('WrongSize')],
    ['["0OIl"]', bare('Invalid')],
    [`["${'1'.repeat(31)}"]`, bare('WrongSize')],
    [`["${'1'.repeat(33)}"]`, bare('WrongSize')],
    [`["${'0'.repeat(45)}"]`, bare('WrongSize')],
    [`["${'é'.repeat(22)}"]`, bare('Invalid')],
    [`["${'é'.repeat(23)}"]`, bare('WrongSize')],
    // all is decoded first
    ['["0",{"minContextSlot":-1}]', badParams('invalid value: integer `-1`, expected u64')],
    ['["0",{"minContextSlot":99}]', bare('Invalid')],
    [`[${HASH},{"minContextSlot":6}]`, tooOld(5)],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    ['finalized', '5', 5, true],
    ['finalized', '6', 5, false],
    ['confirmed', '6', 6, true],
    ['confirmed', '7', 6, false],
    ['processed', '7', 7, true],
    ['processed', '5', 7, true],
    // the parent of the lowest block
    ['finalized', '4', 5, true],
    ['finalized', '3', 5, false],
  ])('%s knows block %s', async (commitment, name, slot, isValid) => {
    const params = `["${namedBlockhash(name)}",{"commitment":"${commitment}"}]`;
    expect(await ask(params)).toBe(answer(slot, isValid));
  });

  it.each([`[${HASH}]`, `[${HASH},null]`, `[${HASH},{}]`, `[${HASH},{"commitment":"recent","minContextSlot":5}]`])(
    '%s asks for finalized',
    async (params) => {
      expect(await ask(params)).toBe(answer(5, true));
    },
  );

  it('any 32 bytes are a hash', async () => {
    expect(await ask(`["${'1'.repeat(32)}"]`)).toBe(answer(5, false));
    expect(await ask(`["${namedAddress('someone')}"]`)).toBe(answer(5, false));
  });

  it('an empty ledger knows none', async () => {
    expect(await askOver({}, namedBlockhash('0'))).toBe(answer(0, false));
    expect(await askOver({ blocks: [{ slot: 0 }] }, namedBlockhash('0'))).toBe(answer(0, true));
  });

  it('150 blocks is old, 151 is too old', async () => {
    const blocks = Array.from({ length: 152 }, (_, slot) => ({ slot }));
    expect(await askOver({ blocks }, namedBlockhash('1'))).toBe(answer(151, true));
    expect(await askOver({ blocks }, namedBlockhash('0'))).toBe(answer(151, false));
    const unnumbered = blocks.map(({ slot }) => ({ slot, blockHeight: null }));
    expect(await askOver({ blocks: unnumbered }, namedBlockhash('1'))).toBe(answer(151, true));
    expect(await askOver({ blocks: unnumbered }, namedBlockhash('0'))).toBe(answer(151, false));
  });

  it('heights tell the age over gaps', async () => {
    const withHeight = (blockHeight: number) => [
      { slot: 1, blockHeight: 1 },
      { slot: 900, blockHeight },
    ];
    expect(await askOver({ blocks: withHeight(151) }, namedBlockhash('1'))).toBe(answer(900, true));
    expect(await askOver({ blocks: withHeight(152) }, namedBlockhash('1'))).toBe(answer(900, false));
    // the parent of the lower one is a block older
    expect(await askOver({ blocks: withHeight(150) }, namedBlockhash('0'))).toBe(answer(900, true));
    expect(await askOver({ blocks: withHeight(151) }, namedBlockhash('0'))).toBe(answer(900, false));
  });

  it('hashes of dropped forks are not known', async () => {
    const blocks = [{ slot: 5 }, { slot: 6 }, { slot: 7, parentSlot: 5 }];
    expect(await askOver({ blocks }, namedBlockhash('6'))).toBe(answer(7, false));
    expect(await askOver({ blocks }, namedBlockhash('5'))).toBe(answer(7, true));
  });

  it('the genesis comes before block 0', async () => {
    const genesisHash = namedBlockhash('genesis');
    const at = (slot: number) => ({ blocks: [{ slot }], node: { genesisHash } });
    expect(await askOver(at(149), genesisHash)).toBe(answer(149, true));
    expect(await askOver(at(150), genesisHash)).toBe(answer(150, false));
    expect(await askOver({ node: { genesisHash } }, genesisHash)).toBe(answer(0, false));
  });
});
