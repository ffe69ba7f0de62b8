import { isJsonObject } from '../../codec/jsonText.ts';
import { HEAP_STEP, isHeapSize, MAX_HEAP_BYTES, MIN_HEAP_BYTES } from '../../solana/messageBudget.ts';
import type { TransactionVersion } from '../../solana/transaction.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { located, readU32 } from '../../syntax/readers.ts';
import {
  converted,
  count,
  described,
  entries,
  list,
  named,
  type ObjectOf,
  object,
  oneOf,
  optional,
  readObject,
  type Schema,
  type Syntax,
  syntax,
  texts,
  u8,
  u32,
  u64,
  withDefault,
} from '../../syntax/syntax.ts';
import {
  address,
  asCursor,
  bytes,
  keyAddress,
  type Located,
  lamportsAlone,
  name,
  type Place,
} from '../../syntax/values.ts';
import { INSTRUCTION_NAMES } from '../instructions/index.ts';
import { accountsAfter } from './accounts.ts';
import { events, refuseEventsBesideLogs } from './eventNodes.ts';
import { failure, neverRanError, refuseOriginBesideLogs } from './failures.ts';
import {
  type InstructionNode,
  instruction,
  instructionSchemas,
  isInstructionName,
  programInstructionSchema,
  readNamedInstruction,
} from './instructions.ts';
import { HAS_QUALIFIED_MEMBER } from './programs.ts';

/** The ways to find the effects of a scripted transaction: a virtual machine, or the known effects of its programs. */
export const EXECUTORS = ['litesvm', 'none'] as const;

export type ExecutorName = (typeof EXECUTORS)[number];

/** The executor, with the place that asks for it. */
export type ExecuteNode = Located<ExecutorName>;

const executor = named(
  'executor',
  described(
    oneOf(EXECUTORS),
    'litesvm: transactions run their programs, by the package of that name; none, the default: what is known of programs',
  ),
);

export const execute: Syntax<ExecuteNode> = withPlace(executor);

function withPlace<T>(value: Syntax<T>): Syntax<Located<T>> {
  return syntax(located(value), value.schema);
}

const INNER_GROUP = object({ index: described(u8, 'of the instruction'), instructions: list(instruction) });

/** Instructions that an instruction called. */
export const innerCalls = list(
  converted(INNER_GROUP, (read, at): ObjectOf<typeof INNER_GROUP.members> & { readonly at: Place } => ({
    ...read,
    at,
  })),
);

const balance = syntax((at) => {
  const addressNode = keyAddress(at);
  const lamports = lamportsAlone(at)?.lamports;
  return addressNode === undefined || lamports === undefined ? undefined : { address: addressNode, lamports };
}, lamportsAlone.schema);

export const RETURN_DATA = object({ program: address, data: bytes });

/** The members of a transaction that give its result. */
export const OUTCOME_MEMBERS = {
  err: optional(
    withPlace(failure),
    'error of a failed transaction: `{custom: code, instruction?}`, the name of an error, `{error: name, instruction?}`, or the form of a node; default: it succeeds',
  ),
  neverRan: optional(
    described(
      withPlace(neverRanError),
      '`"AccountNotFound"`, `"InsufficientFundsForFee"` and so on: it is in the block and never ran, because its payer cannot pay; needs the gate `invalidFeePayer`',
    ),
  ),
  fee: optional(u64, 'lamports; default: 5000 for each signature, and the priority fee of the compute budget'),
  logs: optional(texts, 'lines of the log; default: those that the runtime writes'),
  emits: withDefault(
    events,
    [],
    'events of programs with an IDL, in the logs of their instructions: `[{"market.Filled": {fields}}]`',
  ),
  computeUnits: optional(count, 'compute units that were consumed; default: not recorded'),
  returnData: optional(RETURN_DATA, '`{program, data}`: data that a program returned'),
  inner: withDefault(innerCalls, [], 'instructions that instructions called: a list of `{index, instructions}`'),
  balances: withDefault(
    entries(keyAddress, balance),
    [],
    'by address: `{lamports}` or `{sol}` after the transaction; default: computed, or an error if that is impossible',
  ),
  accounts: withDefault(
    accountsAfter,
    [],
    'by address: accounts after the transaction, as under `accounts` of a script; `null`: closed; an instruction has to name them as writable; default: as the instructions leave them',
  ),
};

export type OutcomeNode = ObjectOf<typeof OUTCOME_MEMBERS>;

/** the largest number of copies */
const MAX_REPEAT = 10_000_000;

function readRepeat(at: Cursor): number | undefined {
  const copies = readU32(at);
  if (copies === undefined || (copies > 0 && copies <= MAX_REPEAT)) return copies;
  return at.expected(`1 to ${MAX_REPEAT} copies`);
}

const VERSIONS: readonly TransactionVersion[] = ['legacy', 0, 1];

const version = syntax(
  (at) => VERSIONS.find((candidate) => candidate === at.value) ?? at.expected('"legacy", 0 or 1'),
  {
    enum: VERSIONS,
  },
);

function readHeapSize(at: Cursor): number | undefined {
  const bytes = readU32(at);
  if (bytes === undefined || isHeapSize(bytes)) return bytes;
  return at.expected(`a multiple of ${HEAP_STEP} from ${MIN_HEAP_BYTES} to ${MAX_HEAP_BYTES}`);
}

const heapSize = syntax(readHeapSize, {
  type: 'integer',
  minimum: MIN_HEAP_BYTES,
  maximum: MAX_HEAP_BYTES,
  multipleOf: HEAP_STEP,
});

/** Settings of a v1 message besides its limit of units. */
export const V1_SETTINGS = {
  priorityFee: optional(u64, 'lamports; only in version 1'),
  loadedDataLimit: optional(u32, 'bytes of accounts that it may load; only in version 1; default: 64 MiB'),
  heapSize: optional(heapSize, 'bytes, a multiple of 1024 from 32 KiB to 256 KiB; only in version 1; default: 32 KiB'),
};

/** The members of a transaction besides its instructions and its result. */
const MESSAGE_MEMBERS = {
  name: optional(name, 'name of the signature: `payment` can be used as `$payment`'),
  repeat: withDefault(
    syntax(readRepeat, { type: 'integer', minimum: 1, maximum: MAX_REPEAT }),
    1,
    'number of copies, each with its own signature; default: 1',
  ),
  payer: optional(address, 'address that pays the fee; default: the first signer that an instruction needs'),
  signers: withDefault(list(address), [], 'addresses that sign too'),
  version: optional(version, '`"legacy"`, 0 or 1; default: 0 with lookup tables, else legacy'),
  lookupTables: withDefault(list(address), [], 'addresses of lookup tables that it uses'),
  computeUnitLimit: optional(u32, 'u32; default: no instruction for it, in version 1 200,000 for each instruction'),
  computeUnitPrice: optional(u64, 'micro-lamports for a compute unit; default: no instruction for it'),
  ...V1_SETTINGS,
  execute: optional(execute, '`"litesvm"`: LiteSVM executes it, `"none"`: it does not; default: as the script says'),
};

/** A transaction of a script, without anything that can be derived. */
export interface TransactionNode extends ObjectOf<typeof MESSAGE_MEMBERS> {
  readonly at: Place;
  readonly instructions: readonly InstructionNode[];
  readonly outcome: OutcomeNode;
}

/** The members of a transaction; besides these, one member can be its only instruction. */
export const TRANSACTION_MEMBERS = {
  instructions: optional(
    list(instruction),
    'a list of `{instruction: arguments}`; a single instruction may be a member of the transaction instead: `{"transfer": …}`',
  ),
  ...MESSAGE_MEMBERS,
  ...OUTCOME_MEMBERS,
};

const TRANSACTION_OBJECT = object(TRANSACTION_MEMBERS);

export const transaction = named(
  'transaction',
  syntax(readTransaction, (definitions) => {
    const alone = instructionSchemas(definitions);
    const schema = TRANSACTION_OBJECT.schema(definitions);
    return {
      ...schema,
      description: 'instructions, or the name of one, and their result',
      properties: { ...(schema.properties as Schema), ...alone },
      ...programInstructionSchema(definitions),
      oneOf: [
        ...['instructions', ...Object.keys(alone)].map((member) => ({ required: [member] })),
        HAS_QUALIFIED_MEMBER,
      ],
    };
  }),
);

export function readTransaction(at: Cursor): TransactionNode | undefined {
  const instructionNames = at.members().flatMap(({ key }) => (isInstructionName(key) ? [key] : []));
  const read = readObject(at, TRANSACTION_MEMBERS, [...INSTRUCTION_NAMES, ...instructionNames]);
  if (!isJsonObject(at.value)) return undefined;
  const [member, second] = at.members().filter(({ key }) => key === 'instructions' || isInstructionName(key));
  if (member === undefined) return refuseEmpty(at);
  if (second !== undefined)
    return second.refuse(`expected ${member.key} or ${second.key}, found both`, 'list them under "instructions"');
  // `{transfer: …}` is short for `{instructions: [{transfer: …}]}`
  const only = member.key === 'instructions' ? undefined : readNamedInstruction(member);
  const instructions = member.key === 'instructions' ? read?.instructions : only && [only];
  return read && instructions && transactionOf(at, read, instructions);
}

/** Refuses a transaction without an instruction, unless an unknown member was reported: it may be a misspelled instruction. */
function refuseEmpty(at: Cursor): undefined {
  const isKnown = at.members().every(({ key }) => Object.hasOwn(TRANSACTION_MEMBERS, key));
  if (isKnown) at.expected('instructions, or one such as transfer');
}

function transactionOf(
  at: Cursor,
  read: ObjectOf<typeof TRANSACTION_MEMBERS>,
  instructions: readonly InstructionNode[],
): TransactionNode {
  const { accounts, balances, computeUnits, emits, err, fee, inner, logs, neverRan, returnData, ...others } = read;
  const outcome = { err, neverRan, fee, logs, emits, computeUnits, returnData, inner, balances, accounts };
  const node = { ...others, at, instructions, outcome };
  if (logs !== undefined && emits.length > 0) refuseEventsBesideLogs(at.member('emits'));
  if (err !== undefined && accounts.length > 0)
    at.member('accounts').refuse(
      '`accounts` cannot be given beside `err`',
      'a transaction that fails leaves accounts as they are: leave out one of them',
    );
  if (logs !== undefined && err?.value.kind === 'named' && err.value.originAt !== undefined)
    refuseOriginBesideLogs(err.value.originAt);
  refuseGivenResults(node);
  if (neverRan !== undefined) refuseOtherResults(at);
  return node;
}

/** Refuses other results of a transaction that never ran. */
function refuseOtherResults(at: Place): void {
  const transaction = asCursor(at);
  for (const name of Object.keys(OUTCOME_MEMBERS)) {
    const member = transaction.member(name);
    if (name !== 'neverRan' && member.value !== undefined)
      member.refuse(
        `\`${name}\` cannot be given of a transaction that never ran`,
        `leave out \`${name}\` or \`neverRan\``,
      );
  }
}

/**
 * Refuses results of a transaction that LiteSVM executes: they follow from executing it.
 *
 * @param otherwise what to do in place of leaving it out
 */
export function refuseGivenResults({ at, execute }: TransactionNode, otherwise = 'leave out `execute`'): void {
  if (execute?.value !== 'litesvm') return;
  const transaction = asCursor(at);
  for (const name of Object.keys(OUTCOME_MEMBERS)) {
    const member = transaction.member(name);
    if (member.value !== undefined)
      member.refuse(
        `\`${name}\` cannot be given of a transaction that LiteSVM executes`,
        `leave out \`${name}\`, or ${otherwise}`,
      );
  }
}
