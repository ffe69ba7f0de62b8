import type { Cursor } from '../../document/cursor.ts';
import { type Account, opaqueForm } from '../../model/account.ts';
import { SYSVAR_OWNER } from '../../model/address.ts';
import { readWholly } from '../formats/wholly.ts';
import type { Contents } from '../merging/contents.ts';

/** Adds the accounts that were recorded as jsonParsed, with their bytes as far as they follow from that. */
export async function addParsedAccounts(contents: Contents): Promise<void> {
  if (contents.parsedAccounts.length === 0) return;
  // the parsers are loaded only when needed
  const { rebuilt } = await import('./rebuild.ts');
  for (const { account, at, slot } of contents.parsedAccounts.splice(0)) {
    const known = rebuilt(account, account.parsed!);
    readWholly(at.reading, contents, () => {
      if (isUsable(known, at)) contents.addAccount(known, at, slot);
    });
  }
}

/** What every other answer depends on cannot be left unknown. */
function isUsable(account: Account, at: Cursor): boolean {
  if (account.owner !== SYSVAR_OWNER || opaqueForm(account) === undefined) return true;
  at.refuse(
    'other answers need the bytes of a sysvar, and jsonParsed does not hold them',
    'record it with encoding base64',
  );
  return false;
}
