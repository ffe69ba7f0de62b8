/**
 * The same file gives the same bytes on every machine and every version of Node: whoever runs the suite compares what the example
 * ledgers answer with digests that were taken elsewhere. Where an answer is meant to change, its digest is taken anew: the failing
 * test shows the one to write here.
 */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LedgerState } from '../../src/ledger/state.ts';
import { loadLedger } from '../../src/loading/loadLedger.ts';
import { nodeOver } from '../../src/node.ts';
import { accountsOf, blocksOf, ordinalsByAddress, transactionsOf } from '../support/contents.ts';
import { answersOf } from '../support/everyCall.ts';
import { FOLDER, LEDGERS } from './ledgers.ts';

/** sha256 of all answers */
const DIGESTS: Readonly<Record<string, string>> = {
  'failure.ledger.yaml': 'a5307d08731d67fe8d29746d96912c9621a59816100655e2a2a0d58f287d2463',
  'fork.ledger.yaml': '8de1688f0f7496af1189f96ddf4fb29ffa05fb812eefb95d293bcbe28ff25ea6',
  'kit.ledger.yaml': '6faa085f1acd3f51303507b04c1647eb0ee9b61094b5a7db34445391508d9594',
  'lookupTable.ledger.yaml': '9e1a6fb863bf0566b4abdedad747d020b84e358eb986ca4270d9b730d6318a8e',
  'memos.ledger.json': '6fa72847bb4e732f556953803b16915bd90610d8af0a03dadf147d89adc69c29',
  'paging.ledger.yaml': '0209b2fae423e15d66ff0569e9f12fc22f80ee3ae33dd8bccc13747c9e9f4b0c',
  'slots.ledger.yaml': '635d5b99092fe951d2dbe84b48e6104e2fe4e05183db032558b4108ae107de56',
  'tokens.ledger.yaml': '38da94fa9e0ef3e05120044081ec8bc8522ca5ce413d81b04aef9ae40a3e849f',
  'version1.ledger.yaml': '0f0406441ae5b88bb742de792cf053014a57f8e4cb13bea7d4d1fdcf10af5130',
};

const ENCODINGS = ['json', 'jsonParsed', 'base64', 'base58'];

type Call = readonly [method: string, ...params: readonly unknown[]];

/** Whatever is derived from a script is in these: blocks and transactions, lists and statuses of signatures, accounts. */
function callsTo(state: LedgerState): Call[] {
  const addresses = accountsOf(state).map(({ address }) => address);
  const slots = [...blocksOf(state).keys()].map(Number);
  return [
    ...slots.flatMap((slot) =>
      ENCODINGS.map((encoding): Call => ['getBlock', slot, { encoding, maxSupportedTransactionVersion: 1 }]),
    ),
    ...[...ordinalsByAddress(state).keys()].map((address): Call => ['getSignaturesForAddress', address]),
    ...transactionsOf(state).map(({ signature }): Call => ['getSignatureStatuses', [signature]]),
    ...['base64', 'jsonParsed'].map((encoding): Call => ['getMultipleAccounts', addresses, { encoding }]),
  ];
}

it('every ledger has a digest', () => {
  expect(Object.keys(DIGESTS)).toEqual(LEDGERS.toSorted());
});

describe('the answers are those that the digest was taken of', () => {
  it.each(LEDGERS)('%s', async (file) => {
    const loaded = await loadLedger([`${FOLDER}/${file}`]);
    const answers = await answersOf(nodeOver(loaded, {}), callsTo(loaded.state));
    const digest = createHash('sha256').update(answers.join('')).digest('hex');
    expect(digest).toBe(DIGESTS[file]);
  });
});
