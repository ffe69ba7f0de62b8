import { isBareAccount } from '../../fixtures/formats/accountFormats.ts';
import { readAccount as readRpcAccount } from '../../fixtures/formats/readAccount.ts';
import { eventLineAt } from '../../idl/eventLine.ts';
import type { Additions, InnerCall, NamedEvent, SendOutcome } from '../../runtime/sendRule.ts';
import { type AccountAfter, compileAccountsAfter } from '../../script/compiling/accountsAfter.ts';
import { buildInstruction } from '../../script/compiling/transactions/buildInstructions.ts';
import { readAccountAfter } from '../../script/format/accounts.ts';
import type { InstructionNode } from '../../script/format/instructions.ts';
import { OUTCOME_MEMBERS } from '../../script/format/transactions.ts';
import type { Account } from '../../solana/account.ts';
import type { ReturnData } from '../../solana/meta.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf, readMembers } from '../../syntax/members.ts';
import { isQualified } from '../../syntax/qualifiedName.ts';
import { isObject, readList, readTexts, readU8, readU64 } from '../../syntax/readers.ts';
import { readKeyAddressNode } from '../../syntax/values.ts';
import type { SendScene } from './sendScene.ts';

/**
 * What a rule adds to a transaction that succeeds.
 * @module
 */

type Inner = NonNullable<Additions['inner']>;

type Success = Extract<SendOutcome, { kind: 'succeed' }>;

/** `{accounts?, logs?, emits?, inner?, returnData?, units?}` */
export function readSuccess(at: Cursor, scene: SendScene): Success | undefined {
  const read = readMembers(at, {
    accounts: (accounts) => readAccountsAfter(accounts, scene),
    logs: readTexts,
    emits: (emits) => readList(emits, (item) => readEvent(item, scene)),
    inner: (inner) => readInner(inner, scene),
    returnData: (data) => readReturnData(data, scene),
    units: readU64,
  });
  if (read === undefined) return undefined;
  const { emits, ...additions } = read;
  if (additions.logs !== undefined && emits !== undefined)
    return at
      .member('emits')
      .refuse('`emits` cannot be given beside `logs`', 'put the lines of the events into `logs`, or leave out `logs`');
  return { kind: 'succeed', additions: presentOf(additions), ...(emits && { events: emits }) };
}

/** `{"market.Filled": {fields}, instruction?}` */
function readEvent(at: Cursor, { names }: SendScene): NamedEvent | undefined {
  const [event, ...others] = at.members().filter(({ key }) => key !== 'instruction');
  if (event === undefined || others.length > 0 || !isQualified(event.key))
    return at.expected('an event of a program with an IDL', 'as in {"market.Filled": {"price": 10}}');
  const place = at.member('instruction');
  const instruction = place.value === undefined ? undefined : readU8(place);
  const written = eventLineAt(event, names.programs, (word) => names.resolve(word));
  return written && { ...written, instruction };
}

/** `{address: account | null}`: each in the format of scripts, in the form of the RPC, or closed. */
function readAccountsAfter(at: Cursor, scene: SendScene): readonly Account[] | undefined {
  if (!isObject(at)) return undefined;
  const nodes = at.members().flatMap((entry) => readWritten(entry) ?? []);
  return at.reading.errors.isEmpty ? compileAccountsAfter(nodes, scene) : undefined;
}

/** An account in the format of scripts, in the form of the RPC, or closed. */
function readWritten(at: Cursor): AccountAfter | undefined {
  if (!isBareAccount(at.value ?? null)) return readAccountAfter(at);
  const node = readKeyAddressNode(at);
  return node && { address: node, at, account: (address) => readRpcAccount(at, address) };
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

/** Inner instructions are not carried out: each sees the ledger as it is. */
const SITE = { isCalled: true, followsMemo: false };

function callsOf(nodes: readonly InstructionNode[], { changes, names }: SendScene): readonly InnerCall[] {
  const built = nodes.flatMap(
    (node) => buildInstruction(node, { names, accounts: changes(), payer: undefined, site: SITE }) ?? [],
  );
  return built.map(({ built: { accounts, data, lines, program } }) => ({
    program,
    accounts,
    data,
    ...(lines && { lines }),
  }));
}

function readReturnData(at: Cursor, { names }: SendScene): ReturnData | undefined {
  const read = OUTCOME_MEMBERS.returnData(at);
  const programId = names.resolve(read?.program);
  return read && programId && { programId, data: read.data };
}
