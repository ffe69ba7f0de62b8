import { ByteReader } from '../../codec/bytes.ts';
import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import { JsonSyntaxError, parseJson } from '../../codec/parseJson.ts';
import { type Address, address } from '../address.ts';
import { readAddress, readList } from '../wire.ts';
import { type AccountParser, readBool, readText } from './parsed.ts';

/** First key of the only config accounts that are parsed; it names the kind and is no account. */
const VALIDATOR_INFO: Address = address('Va1idator1nfo111111111111111111111111111111');

/**
 * Reads a validator info account: keys (a compact-u16 count, then 32 bytes and a bool each), then a text (u64 length) that
 * holds any JSON value. What follows the text is capacity.
 *
 * Source   agave 4.1 account-decoder; config-interface 2.0
 */
export const parseConfigAccount: AccountParser = (data) => {
  const reader = new ByteReader(data);
  const keys = readList(reader, reader.shortVec(), readKey);
  if (keys[0]?.pubkey !== VALIDATOR_INFO) return undefined;
  const configData = parseUserJson(readText(reader));
  if (configData === undefined) return undefined;
  return { program: 'config', parsed: { type: 'validatorInfo', info: { keys, configData } } };
};

interface ConfigKey extends JsonObject {
  readonly pubkey: Address;
  readonly signer: boolean;
}

function readKey(data: ByteReader): ConfigKey {
  return { pubkey: readAddress(data), signer: readBool(data) };
}

function parseUserJson(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
