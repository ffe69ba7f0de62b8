import type { JsonText } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import type { LoadedAddresses, Message, MessageHeader, TransactionConfig } from '../model/transaction.ts';
import { type InstructionEncoder, instructionText, quoteKeys } from '../rpcJson/instructionText.ts';
import { annotateAccountKeys, type ParsedAccountKey } from './parsedAccountKeys.ts';

/** The message as encoding `json` shows it: keys and indexes as they are on the wire. */
export function encodeMessage(message: Message, dialect: Dialect): JsonText {
  const instructions = encodeInstructions(message, instructionText, dialect);
  return `{"accountKeys":${quoteKeys(message.accountKeys)}${lookupsMember(message)},"header":${encodeHeader(message.header)},${instructions}${configMember(message)}}`;
}

/** The message as encoding `jsonParsed` shows it: annotated keys, no header. */
export function encodeParsedMessage(
  message: Message,
  loaded: LoadedAddresses,
  encodeInstruction: InstructionEncoder,
  dialect: Dialect,
): JsonText {
  const accountKeys = encodeParsedAccountKeys(annotateAccountKeys(message, loaded));
  const instructions = encodeInstructions(message, encodeInstruction, dialect);
  return `{"accountKeys":${accountKeys}${lookupsMember(message)},${instructions}${configMember(message)}}`;
}

export function encodeParsedAccountKeys(keys: readonly ParsedAccountKey[]): JsonText {
  return `[${keys
    .map(
      ({ pubkey, signer, source, writable }) =>
        `{"pubkey":"${pubkey}","signer":${signer},"source":"${source}","writable":${writable}}`,
    )
    .join(',')}]`;
}

function encodeInstructions(message: Message, encodeInstruction: InstructionEncoder, dialect: Dialect): JsonText {
  const instructions = message.instructions.map((instruction) =>
    encodeInstruction(instruction, dialect.topLevelStackHeight),
  );
  return `"instructions":[${instructions.join(',')}],"recentBlockhash":"${message.recentBlockhash}"`;
}

function encodeHeader(header: MessageHeader): JsonText {
  return `{"numReadonlySignedAccounts":${header.numReadonlySignedAccounts},"numReadonlyUnsignedAccounts":${header.numReadonlyUnsignedAccounts},"numRequiredSignatures":${header.numRequiredSignatures}}`;
}

/** Every v0 message has lookups, possibly an empty list; no other version has the member. */
function lookupsMember({ addressTableLookups }: Message): JsonText {
  if (addressTableLookups === undefined) return '';
  const lookups = addressTableLookups.map(
    ({ accountKey, readonlyIndexes, writableIndexes }) =>
      `{"accountKey":"${accountKey}","readonlyIndexes":[${readonlyIndexes.join(',')}],"writableIndexes":[${writableIndexes.join(',')}]}`,
  );
  return `,"addressTableLookups":[${lookups.join(',')}]`;
}

function configMember({ transactionConfig }: Message): JsonText {
  return transactionConfig === undefined ? '' : `,"transactionConfig":${encodeConfig(transactionConfig)}`;
}

function encodeConfig(config: TransactionConfig): JsonText {
  return `{"computeUnitLimit":${config.computeUnitLimit},"heapSize":${config.heapSize},"loadedAccountsDataSizeLimit":${config.loadedAccountsDataSizeLimit},"priorityFee":${config.priorityFee}}`;
}
