import { ByteReader } from '../../codec/bytes.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import { JsonSyntaxError, parseJson } from '../../codec/parseJson.ts';
import { bincodeText, bool, f64, fields, struct, u8 } from '../../codec/struct.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { type Address, address } from '../address.ts';
import { readItems } from '../messageWire.ts';
import { pubkey } from '../pubkey.ts';
import type { AccountParser } from './parserTypes.ts';

/** First key of the only config accounts that are parsed; it names the kind and is not an account. */
const VALIDATOR_INFO: Address = address('Va1idator1nfo111111111111111111111111111111');

/** The account of the stake config, which has no keys. Source stake-interface 3.0 */
export const STAKE_CONFIG = struct({ keyCount: u8, warmupCooldownRate: f64, slashPenalty: u8 });

const key = fields({ pubkey, signer: bool });

/**
 * Reads a validator info account: keys (a compact-u16 count, then 32 bytes and a bool each), then a text (u64 length) that
 * holds any JSON value. The bytes after the text are unused.
 *
 * Source   agave 4.1 account-decoder; config-interface 2.0
 */
export const parseConfigAccount: AccountParser = (data) => {
  const reader = new ByteReader(data);
  const keys = readItems(reader, reader.shortVec(), key.read);
  if (keys[0]?.pubkey !== VALIDATOR_INFO) return undefined;
  const configData = parseUserJson(bincodeText.read(reader));
  if (configData === undefined) return undefined;
  return { program: 'config', parsed: { type: 'validatorInfo', info: { keys, configData } } };
};

function parseUserJson(userText: string): JsonValue | undefined {
  return unlessThrown([JsonSyntaxError], () => parseJson(userText));
}
