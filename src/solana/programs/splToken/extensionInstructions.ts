import { BytesError } from '../../../codec/bytes.ts';
import { f64Text } from '../../../codec/floats.ts';
import { bool, borshText, type Codec, f64, i16, i64, optional, u8, u16, u64 } from '../../../codec/struct.ts';
import { keyIfAny, keyOrNull, pubkey } from '../../pubkey.ts';
import { nameAccounts, row, shownAs, shownBy, signedBy, signedRow } from '../instructionRow.ts';
import {
  accountState,
  exactRow,
  exactSignedRow,
  harvestRow,
  splitSources,
  tokenAmountAndFee,
} from './tokenInstructionRow.ts';

const multiplier = shownAs({ authority: keyOrNull, multiplier: f64 }, ({ authority, multiplier }) => ({
  authority,
  multiplier: f64Text(multiplier),
}));
const newMultiplier = shownAs({ newMultiplier: f64, newMultiplierTimestamp: i64 }, (args) => ({
  ...args,
  newMultiplier: f64Text(args.newMultiplier),
}));

/**
 * Instructions of the small token-2022 extensions, by tag, then by sub tag. Data, where there is any, is one struct of exactly its
 * size; an instruction without data ignores what follows.
 *
 * Source   spl-token-2022-interface 2.1 `extension/<name>/instruction.rs`; agave 4.1 `parse_token/extension/`
 */
export const SMALL_EXTENSION_ROWS = {
  28: [
    exactRow('initializeDefaultAccountState', ['mint w'], accountState),
    exactSignedRow('updateDefaultAccountState', ['mint w'], 'freezeAuthority', accountState),
  ],
  30: [
    signedRow('enableRequiredMemoTransfers', ['account w'], 'owner'),
    signedRow('disableRequiredMemoTransfers', ['account w'], 'owner'),
  ],
  // rates are basis points
  33: [
    exactRow('initializeInterestBearingConfig', ['mint w'], { rateAuthority: keyOrNull, rate: i16 }),
    exactSignedRow('updateInterestBearingConfigRate', ['mint w'], 'rateAuthority', { newRate: i16 }),
  ],
  34: [signedRow('enableCpiGuard', ['account w'], 'owner'), signedRow('disableCpiGuard', ['account w'], 'owner')],
  36: pointerRows('TransferHook', 'programId'),
  39: pointerRows('MetadataPointer', 'metadataAddress'),
  40: pointerRows('GroupPointer', 'groupAddress'),
  41: pointerRows('GroupMemberPointer', 'memberAddress'),
  43: [
    exactRow('initializeScaledUiAmountConfig', ['mint w'], multiplier),
    exactSignedRow('updateMultiplier', ['mint w'], 'authority', newMultiplier),
  ],
  44: [
    // a plain address: zero is shown, not taken for none
    exactRow('initializePausableConfig', ['mint w'], { authority: pubkey }),
    signedRow('pause', ['mint w'], 'authority'),
    signedRow('resume', ['mint w'], 'authority'),
  ],
};

/** `initialize<name>` and `update<name>`: an address under `key`, which an authority may change; absent where zero. */
function pointerRows<const N extends string, const K extends string>(name: N, key: K) {
  const pointer = { [key]: keyIfAny } as { readonly [M in K]: typeof keyIfAny };
  return [
    exactRow(`initialize${name}`, ['mint w'], { authority: keyIfAny, ...pointer }),
    exactSignedRow(`update${name}`, ['mint w'], 'authority', pointer),
  ] as const;
}

const FIELD_NAMES = ['name', 'symbol', 'uri'] as const;
const KEY_TAG = FIELD_NAMES.length;

/** A field of the metadata: one of three known ones, or a key of the sender's choice. */
export type MetadataField = { readonly name: (typeof FIELD_NAMES)[number] } | { readonly key: string };

const field: Codec<MetadataField> = {
  read(data) {
    const tag = data.u8();
    if (tag === KEY_TAG) return { key: borshText.read(data) };
    const name = FIELD_NAMES[tag];
    if (name === undefined) throw new BytesError(`${tag} is not the tag of a field`, data.offset - 1);
    return { name };
  },
  write(to, value) {
    if ('key' in value) borshText.write(to.u8(KEY_TAG), value.key);
    else to.u8(FIELD_NAMES.indexOf(value.name));
  },
};

const newField = shownAs({ field, value: borshText }, ({ field, value }) => ({
  field: 'key' in field ? field.key : field.name,
  value,
}));
const newAuthority = { newAuthority: keyOrNull };

export const DISCRIMINATOR_BYTES = 8;

/**
 * Instructions of the token-group and token-metadata interfaces, which token-2022 implements, by discriminator: the first 8 bytes of the
 * SHA-256 of the text in the comment above the row, as hex. Data must be read to its end; accounts after the named ones are ignored.
 *
 * Source   spl-token-group-interface 0.7, spl-token-metadata-interface 0.8; agave 4.1 `extension/token_group.rs`,
 *          `extension/token_metadata.rs`
 */
export const INTERFACE_ROWS = {
  // spl_token_group_interface:initialize_token_group
  '79716c2736330004': exactRow('initializeTokenGroup', ['group w', 'mint', 'mintAuthority s'], {
    updateAuthority: keyOrNull,
    maxSize: u64,
  }),
  // spl_token_group_interface:update_group_max_size
  '6c25ab8ff81e126e': exactRow('updateTokenGroupMaxSize', ['group w', 'updateAuthority s'], { maxSize: u64 }),
  // spl_token_group_interface:update_authority
  a1695801edddd8cb: exactRow('updateTokenGroupAuthority', ['group w', 'updateAuthority s'], newAuthority),
  // spl_token_group_interface:initialize_member
  '9820deb0dfed7486': exactRow('initializeTokenGroupMember', [
    'member w',
    'memberMint',
    'memberMintAuthority s',
    'group w',
    'groupUpdateAuthority s',
  ]),
  // spl_token_metadata_interface:initialize_account
  d2e11ea258b84d8d: exactRow('initializeTokenMetadata', ['metadata w', 'updateAuthority', 'mint', 'mintAuthority s'], {
    name: borshText,
    symbol: borshText,
    uri: borshText,
  }),
  // spl_token_metadata_interface:updating_field
  dde9312db5cadcc8: exactRow('updateTokenMetadataField', ['metadata w', 'updateAuthority s'], newField),
  // spl_token_metadata_interface:remove_key_ix
  ea122038598d25b5: exactRow('removeTokenMetadataKey', ['metadata w', 'updateAuthority s'], {
    idempotent: bool,
    key: borshText,
  }),
  // spl_token_metadata_interface:update_the_authority
  d7e4a6e45464567b: exactRow('updateTokenMetadataAuthority', ['metadata w', 'updateAuthority s'], newAuthority),
  // spl_token_metadata_interface:emitter
  faa6b4fa0d0cb846: exactRow('emitTokenMetadata', ['metadata'], { start: optional(u64), end: optional(u64) }),
};

/** The row whose discriminator the data begins with. */
export function interfaceRow(data: Uint8Array): (typeof INTERFACE_ROWS)[keyof typeof INTERFACE_ROWS] | undefined {
  const discriminator = Buffer.from(data.subarray(0, DISCRIMINATOR_BYTES)).toString('hex');
  return INTERFACE_ROWS[discriminator as keyof typeof INTERFACE_ROWS];
}

const fee = { transferFeeBasisPoints: u16, maximumFee: u64 };

/**
 * Instructions of transfer fees by sub tag. Bytes after the data are ignored.
 *
 * Source   spl-token-2022-interface 2.1 `TransferFeeInstruction::unpack`; agave 4.1 `extension/transfer_fee.rs`
 */
export const TRANSFER_FEE_ROWS = [
  row('initializeTransferFeeConfig', ['mint w'], {
    transferFeeConfigAuthority: optional(pubkey),
    withdrawWithheldAuthority: optional(pubkey),
    ...fee,
  }),
  signedRow('transferCheckedWithFee', ['source w', 'mint', 'destination w'], 'authority', tokenAmountAndFee),
  signedRow('withdrawWithheldTokensFromMint', ['mint w', 'feeRecipient w'], 'withdrawWithheldAuthority'),
  shownBy(
    row('withdrawWithheldTokensFromAccounts', ['mint', 'feeRecipient w', 'authority s'], { sources: u8 }),
    (accounts, { sources }) => {
      const [leading, sourceAccounts] = splitSources(accounts, sources, 3);
      const named = nameAccounts(leading, ['mint', 'feeRecipient']);
      return { ...named, sourceAccounts, ...signedBy(leading, 2, 'withdrawWithheldAuthority') };
    },
  ),
  harvestRow('harvestWithheldTokensToMint'),
  shownBy(row('setTransferFee', ['mint w', 'authority s'], fee), (accounts, args) => ({
    mint: accounts[0],
    ...args,
    // the small t is the node's
    ...signedBy(accounts, 1, 'transferFeeConfigAuthority', 'multisigtransferFeeConfigAuthority'),
  })),
];
