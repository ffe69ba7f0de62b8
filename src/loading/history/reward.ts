import type { Cursor } from '../../document/cursor.ts';
import {
  isObject,
  readAddress,
  readI64,
  readNullable,
  readText,
  readU8,
  readU16,
  readU64,
  whole,
} from '../../document/readers.ts';
import type { Reward } from '../../model/meta.ts';

/** Old nodes leave `commission` out. */
export function readReward(at: Cursor): Reward | undefined {
  if (!isObject(at)) return undefined;
  const commissionBps = readNullable(at.member('commissionBps'), readU16);
  return whole({
    pubkey: readAddress(at.member('pubkey')),
    lamports: readI64(at.member('lamports')),
    postBalance: readU64(at.member('postBalance')),
    rewardType: readNullable(at.member('rewardType'), readText),
    commission: readNullable(at.member('commission'), readU8),
    ...(commissionBps !== null && { commissionBps }),
  });
}
