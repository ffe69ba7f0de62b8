import {
  listOf,
  type Members,
  objectOf,
  orNull,
  type Schema,
  tupleOf,
  withName,
  withNote,
  withType,
  wordOf,
} from './schema.ts';
import {
  ACCOUNT,
  ADDRESS,
  ANY_OBJECT,
  BLOCKHASH,
  COUNT,
  SLOT,
  TEXT,
  TOKEN_AMOUNT,
  TRANSACTION_ERROR,
  U64,
} from './schemas.ts';

/**
 * The result of a simulated transaction.
 *
 * Source   agave 4.1 rpc-client-types RpcSimulateTransactionResult
 * @module
 */

const TOKEN_BALANCE: Schema = withName(
  'TokenBalance',
  objectOf({
    accountIndex: COUNT,
    mint: ADDRESS,
    'owner?': withNote(ADDRESS, 'absent in old recordings'),
    'programId?': withNote(ADDRESS, 'absent in old recordings'),
    uiTokenAmount: TOKEN_AMOUNT,
  }),
);

/** Members that simulateTransaction and simulateBundle have. */
const OUTCOME: Members = {
  err: TRANSACTION_ERROR,
  fee: withNote(orNull(U64), 'lamports'),
  loadedAccountsDataSize: withNote(COUNT, 'bytes'),
  loadedAddresses: objectOf({ readonly: listOf(ADDRESS), writable: listOf(ADDRESS) }),
  logs: listOf(TEXT),
  postBalances: orNull(listOf(U64)),
  postTokenBalances: orNull(listOf(TOKEN_BALANCE)),
  preBalances: orNull(listOf(U64)),
  preTokenBalances: orNull(listOf(TOKEN_BALANCE)),
  replacementBlockhash: orNull(objectOf({ blockhash: BLOCKHASH, lastValidBlockHeight: SLOT })),
  returnData: orNull(
    objectOf({
      data: withType("[bytes: string, encoding: 'base64']", tupleOf(TEXT, wordOf('base64'))),
      programId: ADDRESS,
    }),
  ),
  unitsConsumed: COUNT,
};

/** The outcome alone, for the types of both results. */
export const SIMULATION_OUTCOME: Schema = withName('SimulationOutcome', objectOf(OUTCOME));

/** The value of simulateTransaction. */
export const SIMULATION: Schema = objectOf({
  accounts: orNull(listOf(orNull(ACCOUNT))),
  ...OUTCOME,
  innerInstructions: orNull(listOf(objectOf({ index: COUNT, instructions: listOf(ANY_OBJECT) }))),
});

/** A result of simulateBundle. */
export const BUNDLE_SIMULATION: Schema = objectOf({
  ...OUTCOME,
  preExecutionAccounts: listOf(ACCOUNT),
  postExecutionAccounts: listOf(ACCOUNT),
});
