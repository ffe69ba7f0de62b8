import fc from 'fast-check';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { decodeBase64 } from '../../src/codec/base64.ts';
import { ByteWriter, sha256 } from '../../src/codec/bytes.ts';
import { namedKeyPair } from '../../src/runtime/names/namedKeys.ts';
import { type Address, TOKEN_2022_PROGRAM } from '../../src/solana/address.ts';
import type { Instruction } from '../../src/solana/instruction.ts';
import { meta } from './realExecution.ts';

/** Extensions as scripts give them, and the instructions of Token-2022 that initialize the same. */

export const addressOf = (name: string): Address => namedKeyPair(name).address;
export const MINT: Address = addressOf('coin');
export const ISSUER: Address = addressOf('issuer');
/** another mint, with a group */
export const GROUP: Address = addressOf('family');

type Name = string | null;
const words = (name: Name) => name && `$${name}`;
const keyBytes = (name: Name) => (name === null ? new Uint8Array(32) : decodeBase58(addressOf(name)));

function maybe(to: ByteWriter, name: Name): ByteWriter {
  return name === null ? to.u8(0) : to.u8(1).append(keyBytes(name));
}

function text(to: ByteWriter, value: string): ByteWriter {
  const bytes = Buffer.from(value);
  return to.u32(bytes.length).append(bytes);
}

/** An instruction of Token-2022 on a mint. */
function onMint(data: ByteWriter, ...signers: readonly Address[]): Instruction {
  const accounts = [meta(MINT, 'w'), ...signers.map((signer) => meta(signer, 's'))];
  return { program: TOKEN_2022_PROGRAM, accounts, data: data.bytes() };
}

export function initializeMint(freezeAuthority: Name = 'issuer'): Instruction {
  return onMint(maybe(new ByteWriter().u8(20).u8(6).append(decodeBase58(ISSUER)), freezeAuthority));
}

interface Case {
  /** as the script has it */
  readonly json: object;
  readonly instructions: readonly Instruction[];
}

export interface Row {
  readonly name: string;
  /** bytes of the value when the mint is initialized; undefined: it is added later */
  readonly bytes: number | undefined;
  readonly cases: fc.Arbitrary<Case>;
}

const NAME = fc.constantFrom('alice', 'bob', 'carol', 'issuer');
const NAME_OR_NONE = fc.option(NAME, { freq: 2 });
const U64 = fc.bigInt(0n, 2n ** 64n - 1n);
const TEXT = fc.string({ unit: 'grapheme', maxLength: 40 });
const BASE64 = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((value) => Buffer.from(value).toString('base64'));
const ELGAMAL = BASE64(32);

function row<T>(name: string, bytes: number | undefined, values: fc.Arbitrary<T>, toCase: (value: T) => Case): Row {
  return { name, bytes, cases: values.map(toCase) };
}

function pointer(name: string, member: string, tag: number): Row {
  const values = fc.record({ authority: NAME, address: fc.option(NAME_OR_NONE, { nil: undefined }) });
  return row(name, 64, values, ({ address, authority }) => {
    const data = new ByteWriter().u8(tag).u8(0).append(keyBytes(authority));
    data.append(address === undefined ? decodeBase58(MINT) : keyBytes(address));
    const given = address === undefined ? {} : { [member]: words(address) };
    return { json: { authority: words(authority), ...given }, instructions: [onMint(data)] };
  });
}

function discriminator(of: string): ByteWriter {
  return new ByteWriter().append(sha256(of).subarray(0, 8));
}

const EPOCH = 7n;

export const ROWS: readonly Row[] = [
  row(
    'transferFeeConfig',
    108,
    fc.record({ authority: NAME_OR_NONE, withdraw: NAME_OR_NONE, points: fc.nat(10_000), maximum: U64 }),
    ({ authority, maximum, points, withdraw }) => ({
      json: {
        transferFeeConfigAuthority: words(authority),
        withdrawWithheldAuthority: words(withdraw),
        newerTransferFee: { epoch: `${EPOCH}`, maximumFee: `${maximum}`, transferFeeBasisPoints: points },
      },
      instructions: [
        onMint(
          maybe(maybe(new ByteWriter().u8(26).u8(0), authority), withdraw)
            .u16(points)
            .u64(maximum),
        ),
      ],
    }),
  ),
  row('mintCloseAuthority', 32, NAME_OR_NONE, (name) => ({
    json: { closeAuthority: words(name) },
    instructions: [onMint(maybe(new ByteWriter().u8(25), name))],
  })),
  row(
    'confidentialTransferMint',
    65,
    fc.record({ authority: NAME_OR_NONE, isAutomatic: fc.boolean() }),
    ({ authority, isAutomatic }) => ({
      json: { authority: words(authority), autoApproveNewAccounts: isAutomatic, auditorElgamalPubkey: null },
      instructions: [
        onMint(
          new ByteWriter()
            .u8(27)
            .u8(0)
            .append(keyBytes(authority))
            .u8(isAutomatic ? 1 : 0)
            .append(new Uint8Array(32)),
        ),
      ],
    }),
  ),
  row('defaultAccountState', 1, fc.constantFrom('initialized', 'frozen'), (accountState) => ({
    json: { accountState },
    instructions: [
      onMint(
        new ByteWriter()
          .u8(28)
          .u8(0)
          .u8(accountState === 'frozen' ? 2 : 1),
      ),
    ],
  })),
  row('nonTransferable', 0, fc.constant(null), () => ({
    json: {},
    instructions: [onMint(new ByteWriter().u8(32))],
  })),
  row(
    'interestBearingConfig',
    52,
    fc.record({ authority: NAME_OR_NONE, rate: fc.integer({ min: -32_768, max: 32_767 }) }),
    ({ authority, rate }) => ({
      json: { rateAuthority: words(authority), currentRate: rate },
      instructions: [
        onMint(
          new ByteWriter()
            .u8(33)
            .u8(0)
            .append(keyBytes(authority))
            .u16(rate & 0xffff),
        ),
      ],
    }),
  ),
  row('permanentDelegate', 32, NAME, (name) => ({
    json: { delegate: words(name) },
    instructions: [onMint(new ByteWriter().u8(35).append(keyBytes(name)))],
  })),
  row('transferHook', 64, fc.record({ authority: NAME, programId: NAME_OR_NONE }), ({ authority, programId }) => ({
    json: { authority: words(authority), ...(programId !== null && { programId: words(programId) }) },
    instructions: [onMint(new ByteWriter().u8(36).u8(0).append(keyBytes(authority)).append(keyBytes(programId)))],
  })),
  row(
    'confidentialTransferFeeConfig',
    129,
    fc.record({ authority: NAME_OR_NONE, key: ELGAMAL }),
    ({ authority, key }) => ({
      json: { authority: words(authority), withdrawWithheldAuthorityElgamalPubkey: key },
      instructions: [onMint(new ByteWriter().u8(37).u8(0).append(keyBytes(authority)).append(decodeBase64(key)))],
    }),
  ),
  pointer('metadataPointer', 'metadataAddress', 39),
  pointer('groupPointer', 'groupAddress', 40),
  pointer('groupMemberPointer', 'memberAddress', 41),
  row('confidentialMintBurn', 196, fc.record({ key: ELGAMAL, supply: BASE64(36) }), ({ key, supply }) => ({
    json: { supplyElgamalPubkey: key, decryptableSupply: supply },
    instructions: [onMint(new ByteWriter().u8(42).u8(0).append(decodeBase64(key)).append(decodeBase64(supply)))],
  })),
  row(
    'scaledUiAmountConfig',
    56,
    fc.record({
      authority: NAME_OR_NONE,
      multiplier: fc.double({ min: 2 ** -1022, noNaN: true, noDefaultInfinity: true }),
    }),
    ({ authority, multiplier }) => ({
      json: { authority: words(authority), multiplier },
      instructions: [onMint(new ByteWriter().u8(43).u8(0).append(keyBytes(authority)).f64(multiplier))],
    }),
  ),
  row('pausableConfig', 33, NAME, (name) => ({
    json: { authority: words(name) },
    instructions: [onMint(new ByteWriter().u8(44).u8(0).append(keyBytes(name)))],
  })),
  row(
    'tokenMetadata',
    undefined,
    fc.record({ authority: NAME, name: TEXT, symbol: TEXT, uri: TEXT, more: fc.uniqueArray(TEXT, { maxLength: 2 }) }),
    ({ authority, more, name, symbol, uri }) => {
      const data = text(
        text(text(discriminator('spl_token_metadata_interface:initialize_account'), name), symbol),
        uri,
      );
      const accounts = [meta(MINT, 'w'), meta(addressOf(authority)), meta(MINT), meta(ISSUER, 's')];
      const update = (key: string): Instruction => {
        const field = text(text(discriminator('spl_token_metadata_interface:updating_field').u8(3), key), `${key}!`);
        return onMint(field, addressOf(authority));
      };
      return {
        json: {
          updateAuthority: words(authority),
          name,
          symbol,
          uri,
          additionalMetadata: more.map((key) => [key, `${key}!`]),
        },
        instructions: [{ program: TOKEN_2022_PROGRAM, accounts, data: data.bytes() }, ...more.map(update)],
      };
    },
  ),
  row('tokenGroup', undefined, fc.record({ authority: NAME_OR_NONE, maxSize: U64 }), ({ authority, maxSize }) => {
    const data = discriminator('spl_token_group_interface:initialize_token_group')
      .append(keyBytes(authority))
      .u64(maxSize);
    const accounts = [meta(MINT, 'w'), meta(MINT), meta(ISSUER, 's')];
    return {
      json: { updateAuthority: words(authority), maxSize: `${maxSize}` },
      instructions: [{ program: TOKEN_2022_PROGRAM, accounts, data: data.bytes() }],
    };
  }),
  row('tokenGroupMember', undefined, fc.constant(null), () => {
    const data = discriminator('spl_token_group_interface:initialize_member');
    const accounts = [meta(MINT, 'w'), meta(MINT), meta(ISSUER, 's'), meta(GROUP, 'w'), meta(ISSUER, 's')];
    return {
      json: { group: '$family' },
      instructions: [{ program: TOKEN_2022_PROGRAM, accounts, data: data.bytes() }],
    };
  }),
];
