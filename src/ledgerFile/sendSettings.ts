import type { Cursor } from '../document/cursor.ts';
import { presentOf, readMembers } from '../document/members.ts';
import { readBoolean } from '../document/readers.ts';
import { DEFAULT_SEND_SETTINGS, type SendSettings } from '../ledger/sendSettings.ts';

const CONFIRM = ['auto', 'manual'] as const;

export const SEND_MEMBERS = { confirm: readConfirm, faucet: readFaucet, strict: readBoolean };

/** `{confirm?, faucet?, strict?}` */
export function readSendSettings(at: Cursor): SendSettings | undefined {
  const read = readMembers(at, SEND_MEMBERS);
  if (read === undefined) return undefined;
  const { confirm, faucet, strict } = read;
  return { ...DEFAULT_SEND_SETTINGS, ...presentOf({ confirm, faucet, isStrict: strict }) };
}

function readConfirm(at: Cursor): SendSettings['confirm'] | undefined {
  return CONFIRM.find((word) => word === at.value) ?? at.expected('"auto" or "manual"');
}

/** What a name may look like with its dollar: it is resolved when airdrops are asked for. */
const NAME = /^\$[A-Za-z_][\w-]*$/;

function readFaucet(at: Cursor): string | undefined {
  const { value } = at;
  if (typeof value !== 'string') return refuseFaucet(at);
  if (value === 'none' || NAME.test(value)) return value;
  return at.reading.addresses.get(value) ?? refuseFaucet(at, NAME.test(`$${value}`) ? value : undefined);
}

/** @param name that lacks its dollar */
function refuseFaucet(at: Cursor, name?: string): undefined {
  const hint = name === undefined ? undefined : `a name starts with a dollar: $${name}`;
  return at.expected('an address, a name such as "$alice", or "none"', hint);
}
