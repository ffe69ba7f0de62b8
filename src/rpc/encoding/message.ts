import { decodeBase58 } from '../../codec/base58.ts';
import { type JsonText, stringifyJson } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { accountKeysOf } from '../../solana/accountKeys.ts';
import type { Address } from '../../solana/address.ts';
import {
  dataText,
  type InstructionEncoder,
  instructionText,
  quoteKeys,
} from '../../solana/metadata/instructionText.ts';
import type { ParserSet } from '../../solana/programs/parserTypes.ts';
import type {
  InstructionForm,
  LoadedAddresses,
  Message,
  MessageHeader,
  TransactionConfig,
} from '../../solana/transaction.ts';

export type ParsedAccountKey = {
  readonly pubkey: Address;
  readonly signer: boolean;
  readonly source: 'transaction' | 'lookupTable';
  readonly writable: boolean;
};

/**
 * Every account of a transaction with its rights, in index order.
 *
 * Source   agave 4.1 transaction-status parse_accounts
 */
export function annotateAccountKeys(message: Message, loaded: LoadedAddresses): ParsedAccountKey[] {
  const { keys, isWritable } = accountKeysOf(message, loaded);
  return keys.map((pubkey, index) => ({
    pubkey,
    signer: index < message.header.numRequiredSignatures,
    source: index < message.accountKeys.length ? 'transaction' : 'lookupTable',
    writable: isWritable(index),
  }));
}

/** The message in the encoding `json`: keys and indexes of the wire. */
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

function dataBytes(data: InstructionForm['data']): Uint8Array {
  return typeof data === 'string' ? decodeBase58(data) : data;
}

/**
 * The form of encoding `jsonParsed`: what a program's parser makes of it, else the dialect's plain form.
 *
 * @param accountKeys the full list of the transaction, loaded addresses included
 */
export function parsedInstructionEncoder(
  accountKeys: readonly Address[],
  parsers: ParserSet,
  dialect: Dialect,
): InstructionEncoder {
  return (instruction, stackHeight) => {
    const programId = accountKeys[instruction.programIdIndex]!;
    const accounts = Array.from(instruction.accounts, (index) => accountKeys[index]!);
    const result = parsers.parseInstruction({ programId, accounts, data: dataBytes(instruction.data) });
    if (result !== undefined) {
      const parsed = stringifyJson(result.parsed);
      return `{"parsed":${parsed},"program":"${result.program}","programId":"${programId}","stackHeight":${stackHeight}}`;
    }
    if (dialect.unparsedInstruction === 'compiled') return instructionText(instruction, stackHeight);
    return `{"accounts":${quoteKeys(accounts)},"data":"${dataText(instruction.data)}","programId":"${programId}","stackHeight":${stackHeight}}`;
  };
}
