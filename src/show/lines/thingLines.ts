import { accountDetails } from '../content/accountDetails.ts';
import type { Thing } from '../content/find.ts';
import { ledgerContent } from '../content/ledger.ts';
import type { Scene } from '../content/scene.ts';
import { slotDetails } from '../content/slotDetails.ts';
import { transactionDetails } from '../content/transactionDetails.ts';
import { accountLines } from './accountLines.ts';
import { ledgerLines } from './ledgerLines.ts';
import { slotLines } from './slotLines.ts';
import type { Style } from './style.ts';
import { transactionLines } from './transactionLines.ts';

/** Items of a list where not everything is wanted. */
const MAX_ITEMS = 50;

/** @param thing undefined: the whole ledger */
export function thingLines(thing: Thing | undefined, scene: Scene, style: Style): string[] {
  const limit = style.isWhole ? Number.POSITIVE_INFINITY : MAX_ITEMS;
  switch (thing?.kind) {
    case undefined:
      return ledgerLines(ledgerContent(scene, limit), style);
    case 'account':
      return accountLines(accountDetails(thing.address, scene, limit), style);
    case 'transaction':
      return transactionLines(transactionDetails(thing.transaction, scene), style);
    case 'slot':
      return slotLines(slotDetails(thing.slot, scene, limit), style);
  }
}
