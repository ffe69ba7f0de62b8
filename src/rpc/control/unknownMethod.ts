import { didYouMean } from '../../codec/text.ts';
import { METHODS } from '../methods/index.ts';
import { SEND_METHODS } from '../sending/index.ts';

/** Methods that nodes had once, and what has taken their place. Source agave 2.0 rpc.rs, which removed them */
const REPLACED: Readonly<Record<string, string>> = {
  getConfirmedBlock: 'getBlock',
  getConfirmedBlocks: 'getBlocks',
  getConfirmedBlocksWithLimit: 'getBlocksWithLimit',
  getConfirmedSignaturesForAddress2: 'getSignaturesForAddress',
  getConfirmedTransaction: 'getTransaction',
  getFeeCalculatorForBlockhash: 'isBlockhashValid',
  getFees: 'getFeeForMessage',
  getRecentBlockhash: 'getLatestBlockhash',
  getSnapshotSlot: 'getHighestSnapshotSlot',
};

/** Why a method is not known, and which one may have been meant. */
export function unknownMethodText(name: string): string {
  if (Object.hasOwn(REPLACED, name)) return `nodes have no ${name} any more: ${REPLACED[name]} has taken its place`;
  if (/(Subscribe|Unsubscribe)$/.test(name))
    return `${name} is for WebSockets: over HTTP it is unknown, and it is not explained`;
  const meant = didYouMean(name, [...METHODS.keys(), ...SEND_METHODS.keys(), 'rpc.discover']);
  return `there is no method ${JSON.stringify(name)}${meant === undefined ? '' : `: ${meant}`}`;
}
