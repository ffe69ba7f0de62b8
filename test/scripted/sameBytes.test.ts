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
  'failure.ledger.yaml': '3773d5626b5b0719ed4e434ba25055d3cb4eeda12a196cb30dd96ac05b5acf53',
  'fork.ledger.yaml': 'a7692f893f1416e839b6a2e80ca3b29211f767fc1bf314bd5e71e934ad56b9c4',
  'kit.ledger.yaml': '1764fa5152253ee3c5c90f6aa746cb8a6d097eb18689c889fdc7797ac946f8d2',
  'lookupTable.ledger.yaml': '0bbd065c0af2d83e66bf8115e3615c07e83f6f8a2b4a01ec7b10c3fe29d36700',
  'memos.ledger.json': 'fa5b896bcb7db79ee71044d852f970e0c247da6e22f8b14729063ca68d8a5e1f',
  'paging.ledger.yaml': '119a35758ee4ef5d2cb8d89e871ed20086c75723a9c8b0a019e889edbf504acf',
  'slots.ledger.yaml': '6f4976702adb52435c361e3e2fc08ee479c8acdfadd9ca442b05bf4e21edb777',
  'tokens.ledger.yaml': '4addd3c3df960379598c58d37ec3aab111c82fb4e013dfe6a674a42608780b1b',
  'version1.ledger.yaml': '4433f28e89c912c57bc8de86fc05ddde13f798b2a6ca23d075873469b4c7e338',
};

const ENCODINGS = ['json', 'jsonParsed', 'base64', 'base58'];

type Call = readonly [method: string, ...params: readonly unknown[]];

/** Whatever is derived from a script is in these: blocks and transactions, lists and statuses of signatures, accounts. */
function callsTo(state: LedgerState): Call[] {
  const addresses = accountsOf(state)
    .map(({ address }) => address)
    .toSorted();
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
