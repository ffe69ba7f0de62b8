import type { JsonObject } from '../../codec/jsonText.ts';
import { accountDetails, accountJson } from './accountContent.ts';
import type { Thing } from './find.ts';
import { ledgerJson, slotDetails, slotJson } from './ledgerContent.ts';
import type { Scene } from './scene.ts';
import { transactionDetails, transactionJson } from './transactionContent.ts';

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
