import {
  anyOf,
  listOf,
  mapOf,
  objectOf,
  orNull,
  type Schema,
  withName,
  withNote,
  withType,
  wordOf,
} from '../rpc/openrpc/schema.ts';
import {
  ADDRESS,
  ANY_OBJECT,
  BOOLEAN,
  COUNT,
  SIGNATURE,
  SLOT,
  TEXT,
  TRANSACTION_ERROR,
  U64,
  UNIX_SECONDS,
} from '../rpc/openrpc/schemas.ts';

const PROGRAM = withNote(TEXT, 'name of the program in the ledger');

const EVENT = objectOf({ program: PROGRAM, event: TEXT, fields: {} });

const INSTRUCTION = withName(
  'SentInstructionInfo',
  objectOf({
    index: COUNT,
    innerIndex: withNote(orNull(COUNT), 'among those that the instruction calls; null: it is the instruction itself'),
    program: PROGRAM,
    instruction: TEXT,
    args: withType('Readonly<Record<string, unknown>>', ANY_OBJECT),
    accounts: withNote(mapOf(ADDRESS), 'addresses'),
  }),
  'an instruction of a program with an IDL',
);

const PROGRAM_ERROR = withName(
  'ProgramErrorInfo',
  objectOf({
    program: TEXT,
    instruction: withNote(COUNT, 'index of the instruction of the transaction'),
    name: TEXT,
    code: COUNT,
    message: TEXT,
  }),
  'an error of a program, by its IDL',
);

const FATE = withName(
  'SentFate',
  objectOf({
    fate: withNote(
      wordOf('landed', 'failed', 'refused', 'dropped', 'waiting', 'held', 'expired', 'reorged'),
      '`dropped`: no block takes the accepted transaction in; `reorged`: the chain has left its block',
    ),
    'rule?': withNote(TEXT, 'id of the rule that decided'),
    'slot?': withNote(SLOT, 'slot of its block'),
    'until?': withNote(SLOT, 'slot of the block that a rule keeps it for, if none is skipped before it'),
  }),
  'the fate of a transaction',
);

/** A transaction that was sent, and its outcome: what stillnode_sent lists. */
export const SENT: Schema = withName(
  'SentTransactionInfo',
  objectOf({
    'airdrop?': withNote(withType('true', BOOLEAN), 'the faucet sent it, for requestAirdrop'),
    'assumed?': withNote(
      listOf(ADDRESS),
      'programs whose effect is not known, so they did nothing; absent if there are none',
    ),
    'bundle?': withNote(
      objectOf({ id: TEXT, index: COUNT }),
      'the bundle that it was sent in, and its place there, from 0; absent if it was sent by itself',
    ),
    'err?': withNote(withType('unknown', TRANSACTION_ERROR), 'error of a transaction in a block; null: it succeeded'),
    'error?': withNote(ANY_OBJECT, 'error that the client got instead of the signature'),
    'events?': withNote(
      listOf(EVENT),
      'events in its log, by the IDLs of their programs; absent if there are none, as `instructions` and `programError`',
    ),
    fate: FATE,
    id: withNote(COUNT, '1 is the first one since the ledger was loaded or reset; `since` of `waitForSend` takes it'),
    'impersonated?': withNote(listOf(ADDRESS), 'signers that the ledger impersonates; absent if there are none'),
    'instructions?': withNote(
      listOf(INSTRUCTION),
      'instructions of programs with an IDL, as `stillnode show --json` has them',
    ),
    options: withNote({}, 'the configuration that came with it'),
    outcome: withNote(
      {},
      'outcome of the rule, `succeed` without one; `{ refused: { code, err? } }`: the client got an error',
    ),
    'programError?': withNote(PROGRAM_ERROR, 'a custom error, by the IDL of the program that failed'),
    rule: withNote(orNull(TEXT), 'id of the rule that decided'),
    sentSlot: withNote(SLOT, 'the processed slot when it was sent'),
    sentTime: withNote(orNull(UNIX_SECONDS), 'Unix seconds of that slot; null: its block has no time'),
    signature: orNull(SIGNATURE),
    'slot?': withNote(SLOT, 'slot of its block'),
    transaction: withNote(ANY_OBJECT, 'answer of getTransaction with the encoding jsonParsed'),
    version: withType("'legacy' | number", anyOf(TEXT, U64)),
    why: withNote(
      listOf(TEXT),
      'the fate as a sentence; of a refused transaction also a line with its instructions, the rule that decided, and the error',
    ),
  }),
  'a transaction that was sent, or an airdrop: docs/sending.md, "Entries of stillnode_sent"',
);
