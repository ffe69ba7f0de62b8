import { ByteReader } from '../../../codec/bytes.ts';
import type { JsonObject } from '../../../codec/jsonText.ts';
import { type Decoder, fields, tryDecode, u64 } from '../../../codec/struct.ts';
import { ADDRESS_BYTES, type Address, addressOf, TOKEN_PROGRAM } from '../../address.ts';
import { pubkey } from '../../pubkey.ts';
import type { AccountParser, AccountParserContext, MintInfo } from '../parsed.ts';
import { interestBearingConfig, parseExtensions, readExtension, scaledUiAmountConfig } from './extensions.ts';
import {
  kindOf,
  MINT,
  readMint,
  readMultisig,
  readTokenAccount,
  TOKEN_ACCOUNT,
  TOKEN_ACCOUNT_BYTES,
  type TokenAccount,
} from './layout.ts';
import { uiTokenAmount } from './uiTokenAmount.ts';

/** Reads an account of the token program. */
export const parseTokenAccount: AccountParser = parserOf('spl-token');

/** Reads an account of token-2022. */
export const parseToken2022Account: AccountParser = parserOf('spl-token-2022');

/**
 * Both programs' accounts are read alike: the older one's may have extensions, too.
 *
 * Source   agave 4.1 `parse_token_v3`
 */
function parserOf(program: string): AccountParser {
  return (data, _address, context) => {
    const parsed = parseState(data, context);
    return parsed && { program, parsed };
  };
}

function parseState(data: Uint8Array, context: AccountParserContext): JsonObject | undefined {
  switch (kindOf(data)) {
    case 'account':
      return parseAccount(data, context);
    case 'mint':
      return { type: 'mint', info: showMint(data, context) };
    case 'multisig':
      return { type: 'multisig', info: { ...readMultisig(data) } };
    default:
      return undefined;
  }
}

/** Amounts cannot be shown without the mint: where it is not to be had, the account does not parse. */
function parseAccount(data: Uint8Array, context: AccountParserContext): JsonObject | undefined {
  const account = readTokenAccount(data);
  const mint = context.mintOf(account.mint);
  if (mint === undefined) return undefined;
  const { delegate, nativeReserve } = account;
  const info: JsonObject = {
    mint: account.mint,
    owner: account.owner,
    tokenAmount: amountOf(account.amount, mint),
    delegate: delegate ?? undefined,
    delegatedAmount: delegate === null ? undefined : amountOf(account.delegatedAmount, mint),
    state: account.state,
    isNative: nativeReserve !== null,
    rentExemptReserve: nativeReserve === null ? undefined : amountOf(nativeReserve, mint),
    closeAuthority: account.closeAuthority ?? undefined,
    extensions: parseExtensions(data, 'account', context.version),
  };
  return { type: 'account', info };
}

function amountOf(amount: bigint, mint: MintInfo): JsonObject {
  return { ...uiTokenAmount(amount, mint) };
}

function showMint(data: Uint8Array, { version }: AccountParserContext): JsonObject {
  const mint = readMint(data);
  return {
    ...mint,
    supply: `${mint.supply}`,
    extensions: parseExtensions(data, 'mint', version),
  };
}

/**
 * What the metadata of transactions tells of token accounts and mints. They are read less strictly than parsers read them: a
 * length that fits and no zero where it says that they are initialized is enough. Those of the older program have no extensions.
 *
 * Source   spl-generic-token 2.0 `generic_token`
 * @module
 */

export type Holding = Pick<TokenAccount, 'mint' | 'owner' | 'amount'>;

const holding: Decoder<Holding> = fields({ mint: pubkey, owner: pubkey, amount: u64 });

/** @param program that owns the account */
export function isHolding(data: Uint8Array, program: Address): boolean {
  return isOfKind('account', data, program) && data[TOKEN_ACCOUNT.offsetOf('state')] !== 0;
}

/** @param data for which `isHolding` is true */
export function readHolding(data: Uint8Array): Holding {
  return holding.read(new ByteReader(data));
}

/** Of a mint that `program` owns; undefined where the data is not one. */
export function readDecimals(data: Uint8Array, program: Address): number | undefined {
  if (!isOfKind('mint', data, program) || data[MINT.offsetOf('isInitialized')] === 0) return undefined;
  return data[MINT.offsetOf('decimals')];
}

function isOfKind(kind: 'account' | 'mint', data: Uint8Array, program: Address): boolean {
  return kindOf(data) === kind && (program !== TOKEN_PROGRAM || data.length <= TOKEN_ACCOUNT_BYTES);
}

const INTEREST_BEARING_CONFIG = 10;
const SCALED_UI_AMOUNT_CONFIG = 25;

/** The mint of what looks like an initialized token account; the rest of the bytes is not checked. */
export function mintOfTokenAccount(data: Uint8Array): Address | undefined {
  if (kindOf(data) !== 'account' || data[TOKEN_ACCOUNT.offsetOf('state')] === 0) return undefined;
  return addressOf(data.subarray(0, ADDRESS_BYTES));
}

/**
 * What is needed of a mint to show its amounts; undefined where the data is not an initialized mint.
 *
 * Units    unixTimestamp: Unix seconds of the ledger's Clock
 * Source   agave 4.1 rpc `get_additional_mint_data`: the owner of the mint plays no part, and an extension that does
 *          not read counts as absent
 */
export function readMintInfo(data: Uint8Array, unixTimestamp: bigint): MintInfo | undefined {
  if (kindOf(data) !== 'mint') return undefined;
  const decimals = tryDecode(() => readMint(data).decimals);
  if (decimals === undefined) return undefined;
  const interestBearing = readExtension(data, INTEREST_BEARING_CONFIG, interestBearingConfig);
  const scaledUiAmount = readExtension(data, SCALED_UI_AMOUNT_CONFIG, scaledUiAmountConfig);
  return {
    decimals,
    unixTimestamp,
    ...(interestBearing && { interestBearing }),
    ...(scaledUiAmount && { scaledUiAmount }),
  };
}
