import { fields } from '../../../codec/struct.ts';
import type { MetadataField } from '../../../solana/programs/splToken/extensionInstructions.ts';
import { EXTENSION } from '../../../solana/programs/splToken/extensionTable.ts';
import { type TokenMetadata, tokenMetadata } from '../../../solana/programs/splToken/extensionValues.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { ProgramError } from '../../programError.ts';
import { requireKey } from './authorities.ts';
import { requireEntry, writeExtension } from './extensionEntries.ts';
import { metadataError } from './interfaceErrors.ts';
import {
  type InterfaceEffects,
  type InterfacePart,
  requireInMint,
  requireMintWithPointer,
  requireUpdateAuthority,
} from './interfaceInstruction.ts';
import { readMintState } from './readTokenState.ts';
import { requireMemory, storedText } from './textMemory.ts';
import type { TokenCall } from './tokenCall.ts';

/**
 * Instructions for the metadata of a mint, whose account grows and shrinks with it.
 *
 * Source   spl-token-2022 11.0 `extension/token_metadata/processor.rs`, spl-token-metadata-interface 1.0 `state.rs`, `instruction.rs`
 * @module
 */

const METADATA: InterfacePart = {
  name: 'Metadata',
  noun: 'metadata',
  pointer: EXTENSION.metadataPointer,
  pointerName: 'metadata-pointer',
  error: metadataError,
};

type Pair = TokenMetadata['additionalMetadata'][number];

/** Replaces the first pair of the same key, or adds one at the end. */
function withPair(pairs: readonly Pair[], pair: Pair): readonly Pair[] {
  const index = pairs.findIndex(([key]) => key === pair[0]);
  return index < 0 ? [...pairs, pair] : pairs.with(index, pair);
}

export const METADATA_EFFECTS: InterfaceEffects<`${string}TokenMetadata${string}`> = {
  initializeTokenMetadata: ['TokenMetadataInstruction: Initialize', initialize],
  updateTokenMetadataField: [
    'TokenMetadataInstruction: UpdateField',
    (call, { field, value }) => update(call, (metadata) => withField(metadata, field, value)),
  ],
  removeTokenMetadataKey: [
    'TokenMetadataInstruction: RemoveKey',
    (call, { idempotent, key }) =>
      update(call, (metadata, mint) => {
        const additionalMetadata = metadata.additionalMetadata.filter(([other]) => other !== key);
        if (additionalMetadata.length === metadata.additionalMetadata.length && !idempotent)
          throw metadataError('KeyNotFound', `the metadata of ${call.show(mint)} has no key ${JSON.stringify(key)}`);
        return { ...metadata, additionalMetadata };
      }),
  ],
  updateTokenMetadataAuthority: [
    'TokenMetadataInstruction: UpdateAuthority',
    (call, { newAuthority }) => update(call, (metadata) => ({ ...metadata, updateAuthority: newAuthority })),
  ],
  emitTokenMetadata: ['TokenMetadataInstruction: Emit', emit],
};

function withField(metadata: TokenMetadata, field: MetadataField, value: string): TokenMetadata {
  if ('name' in field) return { ...metadata, [field.name]: value };
  return { ...metadata, additionalMetadata: withPair(metadata.additionalMetadata, [field.key, value]) };
}

function initialize(call: TokenCall, texts: Pick<TokenMetadata, 'name' | 'symbol' | 'uri'>): void {
  const [account, updateAuthority, mint, authority] = [call.next(), call.next(), call.next(), call.next()];
  requireInMint(call, METADATA, account, mint);
  requireMintWithPointer(call, METADATA, mint, authority);
  requireKey(updateAuthority.address);
  const metadata = { ...texts, updateAuthority: updateAuthority.address, mint: mint.address, additionalMetadata: [] };
  const value = tokenMetadata.encode(metadata);
  writeExtension(call, mint, EXTENSION.tokenMetadata, { value, replaces: false });
}

function update(call: TokenCall, change: (metadata: TokenMetadata, mint: LoadedAccount) => TokenMetadata): void {
  const [mint, authority] = [call.next(), call.next()];
  call.requireOwned(mint);
  const metadata = readMetadata(call, mint);
  requireUpdateAuthority(call, METADATA, { mint, authority, allowed: metadata.updateAuthority });
  const value = tokenMetadata.encode(change(metadata, mint));
  writeExtension(call, mint, EXTENSION.tokenMetadata, { value, replaces: true });
}

const storedMetadata = fields({ ...tokenMetadata.members, name: storedText, symbol: storedText, uri: storedText });

/** Reads the metadata of a mint; bytes behind it are ignored. */
function readMetadata(call: TokenCall, mint: LoadedAccount): TokenMetadata {
  const value = metadataBytes(call, mint);
  requireMemory(value.length);
  const metadata = storedMetadata.tryDecode(value);
  if (metadata !== undefined) return metadata;
  throw new ProgramError('BorshIoError', `the metadata of ${call.show(mint)} does not read ${call.atSlot}`);
}

function metadataBytes(call: TokenCall, mint: LoadedAccount): Uint8Array {
  readMintState(call, mint);
  return requireEntry(call, mint, EXTENSION.tokenMetadata);
}

interface Range {
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
}

/** Returns a part of the metadata as return data; nothing where the metadata has no such bytes. */
function emit(call: TokenCall, { start = 0n, end }: Range): void {
  const mint = call.next();
  call.requireOwned(mint);
  const value = metadataBytes(call, mint);
  const last = end ?? BigInt(value.length);
  if (start <= last && last <= value.length) call.invocation.setReturnData(value.slice(Number(start), Number(last)));
}
