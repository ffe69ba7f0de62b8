import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import { type RpcError, rpcErrors } from '../errors.ts';
import { tipHeight } from '../ledger/blockQueries.ts';
import type { LedgerState } from '../ledger/state.ts';
import { wholeView } from '../ledger/view.ts';
import { errorOfText } from '../solana/transactionErrors.ts';
import { preflightFailure } from './sending/preflightFailure.ts';

/** An error that a fault or a send rule gives. */
export interface GivenError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonValue | undefined;
}

/**
 * The error that is sent for a given one. Clients rely on the `data` that a node always sends with some codes: `data` that is left out is made from the
 * message and the processed tip.
 */
export function givenError({ code, data, message }: GivenError, state: LedgerState): RpcError {
  return rpcErrors.givenError(code, message, data === undefined ? DATA.get(code)?.(message, state) : data);
}

/** The data of a node by the code of the error. Source agave 4.4 rpc-client-api custom_error.rs */
const DATA = new Map<number, (message: string, state: LedgerState) => JsonValue>([
  [-32002, failedPreflight],
  [-32005, (message) => ({ numSlotsBehind: numberIn(message) ?? null })],
  [-32016, (_message, state) => ({ contextSlot: wholeView(state).slot })],
  [-32017, rewardsPeriod],
  [-32018, (message, state) => ({ slot: numberIn(message) ?? wholeView(state).slot })],
]);

/** The error is that of the message; null: the message is not one of a node. */
function failedPreflight(message: string): JsonValue {
  const text = message.replace(/^Transaction simulation failed: /, '');
  return { ...SIMULATION, err: errorOfText(text) ?? null };
}

/** A simulation that failed before anything was run. */
const SIMULATION = preflightFailure('BlockhashNotFound').data as JsonObject;

function rewardsPeriod(message: string, state: LedgerState): JsonObject {
  const view = wholeView(state);
  const currentBlockHeight = tipHeight(view) ?? view.slot;
  return {
    currentBlockHeight,
    rewardsCompleteBlockHeight: currentBlockHeight + 1n,
    slot: numberIn(message) ?? view.slot,
  };
}

function numberIn(message: string): bigint | undefined {
  const digits = /\d{1,18}/.exec(message)?.[0];
  return digits === undefined ? undefined : BigInt(digits);
}
