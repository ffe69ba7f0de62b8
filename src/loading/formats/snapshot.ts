import { isAddressMap, readKeyAddress } from '../../document/addressMap.ts';
import type { Cursor } from '../../document/cursor.ts';
import { readBase64 } from '../../document/readers.ts';
import { readAccount, readAccountData } from './accountValue.ts';
import { isBareAccount } from './bareAccount.ts';
import type { FixtureFormat } from './format.ts';
import { readWholly } from './wholly.ts';

/** A map from addresses to accounts, as Surfpool exports its state; null is an account that was removed. */
export const snapshot: FixtureFormat = {
  name: 'Surfpool snapshot',
  matches: (value) => isAddressMap(value, isBareAccount),
  read(at, _origin, sink) {
    for (const entry of at.members()) {
      if (entry.value === null) continue;
      readWholly(at.reading, sink, (held) => {
        const account = readAccount(entry, readKeyAddress(entry), { readData: readSnapshotData });
        if (account !== undefined) held.account(account, entry);
      });
    }
  },
};

/** Text alone is base64 here. */
function readSnapshotData(at: Cursor): Uint8Array | undefined {
  return typeof at.value === 'string' ? readBase64(at) : readAccountData(at);
}
