import { isBareAccount } from '../../fixtures/formats/accountFormats.ts';
import { readAccount as readRpcAccount } from '../../fixtures/formats/readAccount.ts';
import type { Additions, InnerCall, NamedEvent, Success } from '../../runtime/outcome.ts';
import { type AccountAfter, compileAccountsAfter, isDescribed } from '../../script/compiling/accountsAfter.ts';
import { mintsAmong } from '../../script/compiling/newMints.ts';
import { buildInstruction } from '../../script/compiling/transactions/buildInstructions.ts';
import { eventOf } from '../../script/compiling/writtenResults.ts';
import { readAccountAfter } from '../../script/format/accounts.ts';
import { events, readEvent, refuseEventsBesideLogs } from '../../script/format/eventNodes.ts';
import type { InstructionNode } from '../../script/format/instructions.ts';
import { innerCalls, RETURN_DATA } from '../../script/format/transactions.ts';
import type { ReturnData } from '../../solana/meta.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf } from '../../syntax/members.ts';
import { isObject, readList } from '../../syntax/readers.ts';
import {
  count,
  described,
  entries,
  named,
  nullable,
  object,
  optional,
  readElsewhere,
  readParts,
  type TypeOf,
  texts,
} from '../../syntax/syntax.ts';
import { keyAddress, readKeyAddressNode } from '../../syntax/values.ts';
import { newAccount } from './parseAccount.ts';
import { type RuleContext, withRuleContext } from './ruleContext.ts';

/**
 * The additions of a rule to a transaction that succeeds.
 * @module
 */

type Inner = NonNullable<Additions['inner']>;

/** The members of `succeed`, in the order of docs/sending.md. */
export const SUCCESS_MEMBERS = {
  accounts: optional(
    readElsewhere(entries(keyAddress, nullable(newAccount))),
    'by address, the accounts afterwards, as `stillnode_setAccount` takes them; `null`: closed',
  ),
  logs: optional(texts, 'texts that replace the logs of the runtime'),
  emits: optional(readElsewhere(events), 'events of programs with an IDL, in the logs of their instructions'),
  inner: optional(
    innerCalls,
    'inner instructions: `[{"index": 0, "instructions": [{"transfer": …}]}]`, as in scripts. Token amounts in decimals need a mint in the ledger',
  ),
  returnData: optional(RETURN_DATA, '`{"program": "$lending", "data": {"hex": "01"}}`'),
  units: optional(count, 'compute units'),
};

/** The additions of a rule to a transaction that succeeds. */
export const success = withRuleContext(
  readSuccess,
  described(
    named('additions', object(SUCCESS_MEMBERS)),
    'it is in the next block, with these additions to its effects',
  ),
);

function readSuccess(at: Cursor, ledgerContext: RuleContext): Success | undefined {
  const read = readParts(at, SUCCESS_MEMBERS);
  if (read === undefined) return undefined;
  const { logs, units } = read;
  const writes = read.accounts && readAccountsAfter(read.accounts);
  const ruleContext = withMintsOf(writes ?? [], ledgerContext);
  const emits = read.emits && readList(read.emits, (item) => readRuleEvent(item, ruleContext));
  const additions = {
    accounts: writes && compileAccountsAfter(writes, ruleContext),
    logs,
    events: emits,
    inner: read.inner && innerOf(read.inner, ruleContext),
    returnData: read.returnData && returnDataOf(read.returnData, ruleContext),
    units,
  };
  if (logs !== undefined && emits !== undefined) return refuseEventsBesideLogs(at.member('emits'));
  return { kind: 'succeed', additions: presentOf(additions) };
}

function readRuleEvent(at: Cursor, { names }: RuleContext): NamedEvent | undefined {
  const node = readEvent(at, () =>
    at.expected('an event of a program with an IDL', 'as in {"market.Filled": {"price": 10}}'),
  );
  return node && eventOf(node, names);
}

/** `{address: account | null}`: each in the format of scripts, in the form of the RPC, or closed. */
function readAccountsAfter(at: Cursor): readonly AccountAfter[] | undefined {
  if (!isObject(at)) return undefined;
  const nodes = at.members().flatMap((entry) => readWritten(entry) ?? []);
  return at.reading.errors.isEmpty ? nodes : undefined;
}

/** The names of the ledger, and the mints that are written. */
function withMintsOf(writes: readonly AccountAfter[], ledgerContext: RuleContext): RuleContext {
  const described = writes.flatMap(({ account }) => (isDescribed(account) ? [account] : []));
  return { ...ledgerContext, names: ledgerContext.names.with([...mintsAmong(described)]) };
}

/** An account in the format of scripts, in the form of the RPC, or closed. */
function readWritten(at: Cursor): AccountAfter | undefined {
  if (!isBareAccount(at.value ?? null)) return readAccountAfter(at);
  const node = readKeyAddressNode(at);
  return node && { address: node, at, account: (address) => readRpcAccount(at, address) };
}

function innerOf(groups: TypeOf<typeof innerCalls>, ruleContext: RuleContext): Inner {
  const indexes = new Set<number>();
  return groups.map(({ at: place, index, instructions }) => {
    if (indexes.has(index)) place.refuse(`duplicate instruction ${index}`);
    indexes.add(index);
    return { index, instructions: callsOf(instructions, ruleContext) };
  });
}

/** Inner instructions have no effect: each sees the ledger before the transaction. */
const SITE = { isCalled: true, followsMemo: false };

function callsOf(nodes: readonly InstructionNode[], { changes, names }: RuleContext): readonly InnerCall[] {
  const built = nodes.flatMap(
    (node) => buildInstruction(node, { names, accounts: changes(names), payer: undefined, site: SITE }) ?? [],
  );
  return built.map(({ built: { accounts, data, lines, program } }) => ({
    program,
    accounts,
    data,
    ...(lines && { lines }),
  }));
}

function returnDataOf({ data, program }: TypeOf<typeof RETURN_DATA>, { names }: RuleContext): ReturnData | undefined {
  const programId = names.resolve(program);
  return programId && { programId, data };
}
