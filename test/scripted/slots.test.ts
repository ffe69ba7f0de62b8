import {
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_CLEANED_UP,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS } from '../support/answers.ts';
import { reasonOf } from '../support/clients.ts';
import { addressOf, type Client, clientOf, signaturesAt } from './ledgers.ts';

const FILE = 'slots.ledger.yaml';
const agave = await clientOf(FILE, 'agave');
const contract = await clientOf(FILE, 'contract');
const clients = { agave, contract };

type Row = readonly [what: string, slot: bigint, code: Parameters<typeof isSolanaError>[1]];

function blockAt(rpc: Client, slot: bigint, commitment: 'confirmed' | 'finalized' = 'confirmed') {
  return rpc.getBlock(slot, { commitment, maxSupportedTransactionVersion: 0 }).send();
}

describe.each<Row>([
  ['cleaned up', 98n, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_CLEANED_UP],
  ['skipped', 103n, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED],
  ['skipped as well', 104n, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SLOT_SKIPPED],
  ['not yet confirmed', 108n, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE],
  ['of the future', 109n, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE],
])('a slot that is %s: %i', (_, slot, code) => {
  it('is an error that tells why in the agave dialect', async () => {
    const reason = await reasonOf(blockAt(agave, slot));
    expect(isSolanaError(reason, code)).toBe(true);
  });

  it('is null in the contract dialect', async () => {
    expect(await blockAt(contract, slot)).toBeNull();
  });
});

it('a block that is confirmed and not finalized is not available to who asks for finalized ones', async () => {
  const code = SOLANA_ERROR__JSON_RPC__SERVER_ERROR_BLOCK_NOT_AVAILABLE;
  expect(isSolanaError(await reasonOf(blockAt(agave, 107n, 'finalized')), code)).toBe(true);
  // Kit does not send `finalized`, which it takes for the default of every node: that of the contract dialect is `confirmed`
  expect(await blockAt(contract, 107n, 'finalized')).toStrictEqual(await blockAt(contract, 107n));
});

describe('the block whose parent is cleaned up', () => {
  it('is cleaned up as well in the agave dialect', async () => {
    const reason = await reasonOf(blockAt(agave, 100n));
    expect(reason).toHaveProperty(
      'context.__serverMessage',
      'Block 100 cleaned up, does not exist on node. First available block: 101',
    );
  });

  it('is there without the hash of its parent in the contract dialect', async () => {
    expect(await blockAt(contract, 100n)).toMatchObject({ parentSlot: 99n, previousBlockhash: '1'.repeat(32) });
  });
});

describe.each(BOTH_DIALECTS)('in the %s dialect', (dialect) => {
  const rpc = clients[dialect];

  it('the block above skipped slots follows the one below them', async () => {
    const [above, below] = [await blockAt(rpc, 105n), await blockAt(rpc, 102n)];
    expect(above).toMatchObject({ parentSlot: 102n, previousBlockhash: below!.blockhash });
    expect(above!.blockHeight).toBe(below!.blockHeight + 1n);
  });

  it('lists hold the slots that have a block which is confirmed, or finalized', async () => {
    const confirmed = await rpc.getBlocks(90n, 200n).send();
    const finalized = await rpc.getBlocks(90n, 200n, { commitment: 'finalized' }).send();
    expect(confirmed).toStrictEqual([101n, 102n, 105n, 106n, 107n]);
    expect(finalized).toStrictEqual([101n, 102n, 105n, 106n]);
    expect(await rpc.getFirstAvailableBlock().send()).toBe(101n);
  });

  it.each(['processed', 'confirmed', 'finalized'] as const)('%s is a tip of its own', async (commitment) => {
    const tips = { processed: 108n, confirmed: 107n, finalized: 106n };
    expect(await rpc.getSlot({ commitment }).send()).toBe(tips[commitment]);
  });

  it('payments are listed, and known, as far as the cluster has come with them', async () => {
    const signatures = await Promise.all([105n, 106n, 107n].map((slot) => signaturesAt(rpc, slot)));
    const listed = await rpc.getSignaturesForAddress(addressOf('bob')).send();
    expect(listed.map(({ signature }) => signature)).toStrictEqual(signatures.flat().reverse());
    const { value } = await rpc.getSignatureStatuses(signatures.flat()).send();
    const isTold = dialect === 'agave';
    expect(value.map((status) => [status!.confirmationStatus, status!.confirmations])).toStrictEqual([
      ['finalized', null],
      ['finalized', null],
      [isTold ? 'confirmed' : 'finalized', 1n],
    ]);
  });
});
