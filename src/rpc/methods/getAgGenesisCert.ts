import { sha256 } from '../../codec/bytes.ts';
import { stringifyJson } from '../../codec/jsonText.ts';
import { isActive } from '../../gates.ts';
import { newestBlock } from '../../ledger/chainEnd.ts';
import { unknownBlockhash } from '../../ledger/derivedBlockhash.ts';
import { cutChain } from '../../ledger/history/chain.ts';
import type { LedgerView } from '../../ledger/view.ts';
import {
  BLOCK_ID_BYTES,
  CERTIFICATE_SIGNATURE_BYTES,
  type GenesisCertificate,
  ZERO_CERTIFICATE,
} from '../../solana/alpenglow.ts';
import type { Block } from '../../solana/block.ts';
import { listOf, objectOf, orNull, withNoteAlone } from '../openrpc/schema.ts';
import { SLOT, U8 } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method, viewAt } from './method.ts';

/** The bitmap of one validator that has signed. */
const BITMAP = Uint8Array.of(0, 1, 0, 1);

/**
 * The certificate of the last block before Alpenglow; null until the first block under Alpenglow is finalized. Its block id and its
 * signature are not real: they are derived from the blockhash. A cluster that begins under Alpenglow has a certificate of zeros.
 *
 * Source   agave 4.3 rpc.rs get_ag_genesis_cert; runtime genesis_utils.rs; votor-messages
 */
export const getAgGenesisCert = method({
  name: 'getAgGenesisCert',
  isKnown: ({ genesisCertificate }) => genesisCertificate !== 'none',

  summary: 'the certificate of the block with which Alpenglow began, from 4.2 on',
  params: NO_PARAMS,
  result: withNoteAlone(
    orNull(
      objectOf({
        block: objectOf({ 'blockId?': listOf(U8), 'block_id?': listOf(U8), slot: SLOT }),
        signature: objectOf({ bitmap: listOf(U8), signature: listOf(U8) }),
      }),
    ),
    '`{block: {blockId, slot}, signature: {bitmap, signature}}`, or `null` before; 4.2 writes `block_id`',
  ),
  errors: ['methodNotFound'],

  answer(_params, context) {
    const { alpenglowFrom, version } = context.ledger.protocol;
    const view = viewAt(context, 'finalized');
    if (alpenglowFrom === undefined || !isActive(alpenglowFrom, view.slot)) {
      context.reasons?.add(
        alpenglowFrom === undefined
          ? 'the consensus of this ledger is Tower: it has no certificate'
          : 'no block that Alpenglow has decided is finalized',
      );
      return 'null';
    }
    const idName = version.genesisCertificate === 'block_id' ? 'block_id' : 'blockId';
    const { bitmap, blockId, signature, slot } =
      alpenglowFrom === 0n ? ZERO_CERTIFICATE : certificateOf(lastTowerBlock(view, alpenglowFrom));
    return stringifyJson({
      block: { [idName]: [...blockId], slot },
      signature: { bitmap: [...bitmap], signature: [...signature] },
    });
  },
});

function certificateOf({ blockhash, slot }: Pick<Block, 'slot' | 'blockhash'>): GenesisCertificate {
  return {
    slot,
    blockId: derivedBytes(`block id ${blockhash}`, BLOCK_ID_BYTES),
    bitmap: BITMAP,
    signature: derivedBytes(`certificate ${blockhash}`, CERTIFICATE_SIGNATURE_BYTES),
  };
}

/** The newest block below the first slot of Alpenglow; where the ledger has none there, the slot is assumed to have had one. */
function lastTowerBlock({ chain, state }: LedgerView, alpenglowFrom: bigint): Pick<Block, 'slot' | 'blockhash'> {
  const slot = alpenglowFrom - 1n;
  return newestBlock(state.history, cutChain(chain, slot)) ?? { slot, blockhash: unknownBlockhash(slot) };
}

/** @param count a multiple of 32 */
function derivedBytes(text: string, count: number): Uint8Array {
  return Buffer.concat(Array.from({ length: count / 32 }, (_, i) => sha256(`${text} ${i}`)));
}
