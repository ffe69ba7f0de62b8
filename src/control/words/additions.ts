/**
 * What a rule adds to a transaction that succeeds.
 * @module
 */
import type { Cursor } from '../../document/cursor.ts';
import { presentOf, readMembers } from '../../document/members.ts';
import { isObject, readTexts, readU64 } from '../../document/readers.ts';
import { readAccount as readRpcAccount } from '../../loading/formats/accountValue.ts';
import { isBareAccount } from '../../loading/formats/bareAccount.ts';
import { type Account, emptyAccount } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import type { ReturnData } from '../../model/meta.ts';
import type { Additions, InnerCall } from '../../model/sendRule.ts';
import { setInitialAccounts } from '../../script/compiling/accounts/initialAccounts.ts';
import { buildWord } from '../../script/compiling/transactions/buildInstructions.ts';
import type { InstructionWord } from '../../script/format/types.ts';
import { readAccount } from '../../script/reading/accountKinds.ts';
import { OUTCOME_MEMBERS } from '../../script/reading/outcome.ts';
import { readKeyAddressWord } from '../../script/reading/values.ts';
import type { SendScene } from './sendScene.ts';

type Inner = NonNullable<Additions['inner']>;

/** `{accounts?, logs?, inner?, returnData?, units?}` */
export function readAdditions(at: Cursor, scene: SendScene): Additions | undefined {
  const read = readMembers(at, {
    accounts: (accounts) => readAccountsAfter(accounts, scene),
    logs: readTexts,
    inner: (inner) => readInner(inner, scene),
    returnData: (data) => readReturnData(data, scene),
    units: readU64,
  });
  return read && presentOf(read);
}

/** `{address: account | null}`: each in the words of scripts, in the form of the RPC, or closed. */
function readAccountsAfter(at: Cursor, { accounts, names }: SendScene): readonly Account[] | undefined {
  if (!isObject(at)) return undefined;
  const entries = at.members();
  const words = entries.filter(isInWords).flatMap((entry) => readAccount(entry) ?? []);
  const after = accounts.fork();
  // before other names are resolved, because mints say what their token accounts are named
  for (const _ of setInitialAccounts(words, names, after));
  if (!at.reading.errors.isEmpty) return undefined;
  const all = new Map<Address, Account>();
  for (const entry of entries) {
    const address = names.resolve(readKeyAddressWord(entry));
    if (address === undefined) continue;
    if (all.has(address)) entry.refuse(`duplicate account ${names.show(address)}`);
    const account = isInWords(entry) ? after.get(address) : readGiven(entry, address);
    all.set(address, account ?? emptyAccount(address));
  }
  return [...all.values()];
}

function isInWords({ value = null }: Cursor): boolean {
  return value !== null && !isBareAccount(value);
}

function readGiven(entry: Cursor, address: Address): Account | undefined {
  return entry.value === null ? undefined : readRpcAccount(entry, address);
}

function readInner(at: Cursor, scene: SendScene): Inner | undefined {
  const groups = OUTCOME_MEMBERS.inner(at);
  const seen = new Set<number>();
  return groups?.map(({ at: place, index, instructions }) => {
    if (seen.has(index)) place.refuse(`duplicate instruction ${index}`);
    seen.add(index);
    return { index, instructions: callsOf(instructions, scene) };
  });
}

/** None of them is carried out, so that each sees the ledger as it is. */
const SITE = { isCalled: true, followsMemo: false };

function callsOf(words: readonly InstructionWord[], { changes, names }: SendScene): readonly InnerCall[] {
  const built = words.flatMap(
    (word) => buildWord(word, { names, accounts: changes(), payer: undefined, site: SITE }) ?? [],
  );
  return built.map(({ built: { accounts, data, program } }) => ({ program, accounts, data }));
}

function readReturnData(at: Cursor, { names }: SendScene): ReturnData | undefined {
  const read = OUTCOME_MEMBERS.returnData(at);
  const programId = names.resolve(read?.program);
  return read && programId && { programId, data: read.data };
}
