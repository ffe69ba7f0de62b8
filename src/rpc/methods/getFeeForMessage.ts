import { rpcErrors } from '../../errors.ts';
import { blockhashAge } from '../../ledger/blockhashes.ts';
import { AddressLookupError, loadAddresses } from '../../ledger/lookupTables.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { accountKeysOf } from '../../solana/accountKeys.ts';
import { messageFee, signatureFee } from '../../solana/fees.ts';
import { computeBudgetOf } from '../../solana/messageBudget.ts';
import { messageError } from '../../solana/messageRules.ts';
import { durableNonceIndex, readNonce } from '../../solana/nonce.ts';
import type { LoadedAddresses, Message } from '../../solana/transaction.ts';
import { orNull, withNote } from '../openrpc/schema.ts';
import { rpcResponse, TEXT, U64 } from '../openrpc/schemas.ts';
import { readMessage } from '../params/messageParams.ts';
import { params } from '../params/params.ts';
import { checked } from '../params/paramType.ts';
import { orDefaults } from '../params/structType.ts';
import { contextConfig, text } from '../params/usualTypes.ts';
import { inContext, method, viewFrom } from './method.ts';

const message = checked(text, (base64, { version }) => readMessage(base64, version), {
  ...TEXT,
  contentEncoding: 'base64',
});

/**
 * Null where the message names neither a known blockhash nor the nonce that it advances.
 *
 * Units    lamports
 * Source   agave 4.1 rpc.rs get_fee_for_message; bank.rs get_fee_for_message
 */
export const getFeeForMessage = method({
  name: 'getFeeForMessage',
  summary: 'the fee of a message',
  params: params({ message, config: orDefaults(contextConfig) }),
  result: rpcResponse(withNote(orNull(U64), 'lamports, or `null`')),
  errors: [
    'encodedMessageTooLarge',
    'invalidBase64',
    'messageTooLarge',
    'undecodableMessage',
    'invalidMessage',
    'minContextSlotNotReached',
  ],

  answer({ message, config }, context) {
    const view = viewFrom(context, config);
    const error = messageError(message, context.ledger.protocol.version);
    if (error !== undefined) throw rpcErrors.invalidMessage(error);
    const loaded = loadLookups(message, view);
    const age = blockhashAge(view, message.recentBlockhash);
    const isAlive = age !== undefined || namesNonce(message, loaded, view);
    if (!isAlive) context.reasons?.deadMessage(message.recentBlockhash, view);
    const fee = isAlive ? feeOf(message, context.ledger.protocol.version) : null;
    return inContext(view, `${fee}`, context);
  },
});

/** Lamports; null where a newer node finds requests to the compute budget that are invalid. */
function feeOf(message: Message, { feeHasV1Priority, feeOfInvalidBudget }: NodeVersion): bigint | null {
  if (message.transactionConfig !== undefined && !feeHasV1Priority) return signatureFee(message);
  const isInvalid = message.transactionConfig === undefined && computeBudgetOf(message) === undefined;
  return isInvalid && feeOfInvalidBudget === 'null' ? null : messageFee(message);
}

function loadLookups({ addressTableLookups }: Message, view: LedgerView): LoadedAddresses {
  try {
    return loadAddresses(view, addressTableLookups ?? []);
  } catch (error) {
    if (error instanceof AddressLookupError) throw rpcErrors.invalidMessage(error.message);
    throw error;
  }
}

function namesNonce(message: Message, loaded: LoadedAddresses, view: LedgerView): boolean {
  const index = durableNonceIndex(message);
  if (index === undefined || !accountKeysOf(message, loaded).isWritable(index)) return false;
  return readNonce(view.account(message.accountKeys[index]!))?.value === message.recentBlockhash;
}
