import type { JsonObject } from '../../codec/json.ts';
import { accountDetails, accountJson } from './accountDetails.ts';
import type { Thing } from './find.ts';
import { ledgerJson } from './ledger.ts';
import type { Scene } from './scene.ts';
import { slotDetails, slotJson } from './slotDetails.ts';
import { transactionDetails, transactionJson } from './transactionDetails.ts';

const ALL = Number.POSITIVE_INFINITY;

/**
 * Nothing is cut: programs read it. docs/show.md lists the members.
 *
 * @param thing undefined: the whole ledger
 */
export function thingJson(thing: Thing | undefined, scene: Scene): JsonObject {
  switch (thing?.kind) {
    case undefined:
      return ledgerJson(scene);
    case 'account':
      return accountJson(accountDetails(thing.address, scene, ALL));
    case 'transaction':
      return transactionJson(transactionDetails(thing.transaction, scene));
    case 'slot':
      return slotJson(slotDetails(thing.slot, scene, ALL));
  }
}
