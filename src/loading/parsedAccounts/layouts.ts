/**
 * Bytes of accounts by what jsonParsed shows of them, for layouts that hold nothing else. What is not set is zero, as in an account that
 * has never had it.
 * @module
 */
import { decodeBase58 } from '../../codec/base58.ts';
import { ByteWriter } from '../../codec/byteWriter.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/json.ts';
import { U64_MAX } from '../../codec/u64.ts';
import { uniqueAddress } from '../../document/addressTable.ts';
import type { Address } from '../../model/address.ts';
import {
  lookupTableBytes,
  MINT_BYTES,
  mintBytes,
  multisigBytes,
  TOKEN_ACCOUNT_BYTES,
  tokenAccountBytes,
} from '../../runtime/accounts/layouts.ts';
import { writeNonce } from '../../runtime/programs/system/nonce.ts';

/** The form is not one that a parser gives for this layout. */
export class OtherFormError extends Error {}

type Layout = (info: JsonObject) => Uint8Array;

const KIND_MINT = 1;
const KIND_ACCOUNT = 2;
const PROGRAM_STATE = 2;

const TOKEN_LAYOUTS: Readonly<Record<string, Layout>> = {
  mint: (info) => {
    const authorities = {
      authority: optionalOf(info.mintAuthority),
      freezeAuthority: optionalOf(info.freezeAuthority),
    };
    const bytes = mintBytes({ ...authorities, supply: u64Of(info.supply), decimals: numberOf(info.decimals, 0xff) });
    return isExtended(info) ? withKind(bytes, KIND_MINT) : bytes;
  },
  account: (info) => {
    const to = optionalOf(info.delegate);
    const bytes = tokenAccountBytes({
      mint: addressOf(info.mint),
      owner: addressOf(info.owner),
      amount: amountOf(info.tokenAmount),
      delegate: to && { to, amount: amountOf(info.delegatedAmount) },
      closeAuthority: optionalOf(info.closeAuthority),
      isFrozen: info.state === 'frozen',
      nativeReserve: info.isNative === true ? amountOf(info.rentExemptReserve) : undefined,
      extensions: [],
    });
    return isExtended(info) ? withKind(bytes, KIND_ACCOUNT) : bytes;
  },
  multisig: (info) => multisigBytes(numberOf(info.numRequiredSigners, 0xff), addressesOf(info.signers)),
};

/** By the name of the program, then by the type of the account. */
export const LAYOUTS: Readonly<Record<string, Readonly<Record<string, Layout>>>> = {
  'address-lookup-table': {
    lookupTable: (info) =>
      lookupTableBytes(optionalOf(info.authority) ?? null, addressesOf(info.addresses), {
        deactivationSlot: u64Of(info.deactivationSlot),
        lastExtendedSlot: u64Of(info.lastExtendedSlot),
        lastExtendedStartIndex: numberOf(info.lastExtendedSlotStartIndex, 0xff),
      }),
  },
  'bpf-upgradeable-loader': {
    program: (info) =>
      new ByteWriter(36)
        .u32(PROGRAM_STATE)
        .append(decodeBase58(addressOf(info.programData)))
        .bytes(),
  },
  nonce: {
    initialized: (info) =>
      writeNonce({
        // legacy nonces cannot be used since 2022
        version: 'current',
        authority: addressOf(info.authority),
        value: decodeBase58(addressOf(info.blockhash)),
        lamportsPerSignature: u64Of(objectOf(info.feeCalculator).lamportsPerSignature),
      }),
  },
  'spl-token': TOKEN_LAYOUTS,
  'spl-token-2022': TOKEN_LAYOUTS,
};

/** Extensions follow the bytes of an account, and are not written. */
export function isExtended({ extensions }: JsonObject): boolean {
  return isJsonArray(extensions) && extensions.length > 0;
}

/** Zeros up to where an account ends, then the kind. */
function withKind(bytes: Uint8Array, kind: number): Uint8Array {
  const padding = bytes.length === MINT_BYTES ? TOKEN_ACCOUNT_BYTES - MINT_BYTES : 0;
  return Uint8Array.from([...bytes, ...new Uint8Array(padding), kind]);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  if (value !== undefined && isJsonObject(value)) return value;
  throw new OtherFormError();
}

function addressOf(value: JsonValue | undefined): Address {
  const address = typeof value === 'string' ? uniqueAddress(value) : undefined;
  if (address === undefined) throw new OtherFormError();
  return address;
}

function optionalOf(value: JsonValue | undefined): Address | undefined {
  return value === undefined || value === null ? undefined : addressOf(value);
}

function addressesOf(value: JsonValue | undefined): readonly Address[] {
  if (value !== undefined && isJsonArray(value)) return value.map(addressOf);
  throw new OtherFormError();
}

/** Texts of integers, as parsers show u64. */
function u64Of(value: JsonValue | undefined): bigint {
  const number = typeof value === 'string' && /^\d{1,20}$/.test(value) ? BigInt(value) : -1n;
  if (number < 0n || number > U64_MAX) throw new OtherFormError();
  return number;
}

function amountOf(value: JsonValue | undefined): bigint {
  return u64Of(objectOf(value).amount);
}

function numberOf(value: JsonValue | undefined, max: number): number {
  if (typeof value === 'number' && value >= 0 && value <= max) return value;
  throw new OtherFormError();
}
