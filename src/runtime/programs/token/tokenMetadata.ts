import { BytesError } from '../../../codec/bytes.ts';
import { bool, type Codec, type Decoder, fields, optional, readUtf8, shortText, u64 } from '../../../codec/struct.ts';
import { type TokenMetadata, tokenMetadata } from '../../../solana/programs/splToken/extensions.ts';
import { keyOrNull } from '../../../solana/pubkey.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';
import { ProgramError } from '../../programError.ts';
import { requireKey } from './authorities.ts';
import { requireEntry, writeExtension } from './extensionEntries.ts';
import { metadataError } from './interfaceErrors.ts';
import {
  type InterfaceInstructions,
  type InterfacePart,
  interfaceInstruction,
  requireDescribable,
  requireSelf,
  requireUpdateAuthority,
} from './interfaceInstruction.ts';
import { readMintState } from './readTokenState.ts';
import type { TokenCall } from './tokenCall.ts';
import { outOfMemory } from './tokenErrors.ts';

/**
 * The metadata of a mint, which the mint grows by and shrinks by.
 *
 * Source   spl-token-2022 11.0 `extension/token_metadata/processor.rs`, spl-token-metadata-interface 1.0 `state.rs`, `instruction.rs`
 * @module
 */

const PART: InterfacePart = {
  name: 'Metadata',
  noun: 'metadata',
  pointer: EXTENSION.metadataPointer,
  pointerName: 'metadata-pointer',
  error: metadataError,
};

/** memory of a program, and what of it is in use before the program reads a text, about. Source solana-program-entrypoint HEAP_LENGTH */
const MEMORY_BYTES = 32 * 1024;
const USED_BYTES = 512;

function requireMemory(bytes: number): void {
  if (bytes > MEMORY_BYTES - USED_BYTES) throw outOfMemory(bytes);
}

/** A text: the program reserves its bytes before it looks whether they are there. */
const text: Codec<string> = {
  read(data) {
    const length = data.u32();
    requireMemory(length);
    return readUtf8(data, length);
  },
  write: shortText.write,
};

type Pair = TokenMetadata['additionalMetadata'][number];
type Change = (metadata: TokenMetadata, value: string) => TokenMetadata;

/** A field, by its tag, or by a key. */
const field: Decoder<Change> = {
  read(data) {
    const tag = data.u8();
    const name = (['name', 'symbol', 'uri'] as const)[tag];
    if (name !== undefined) return (metadata, value) => ({ ...metadata, [name]: value });
    if (tag !== 3) throw new BytesError(`${tag} is not the tag of a field`, data.offset - 1);
    const key = text.read(data);
    return (metadata, value) => ({
      ...metadata,
      additionalMetadata: withPair(metadata.additionalMetadata, [key, value]),
    });
  },
};

/** Replaces the first pair of the same key, or adds one at the end. */
function withPair(pairs: readonly Pair[], pair: Pair): readonly Pair[] {
  const index = pairs.findIndex(([key]) => key === pair[0]);
  return index < 0 ? [...pairs, pair] : pairs.with(index, pair);
}

/** Instructions by their names in jsonParsed. */
export const METADATA_INSTRUCTIONS: InterfaceInstructions = {
  initializeTokenMetadata: interfaceInstruction(
    'TokenMetadataInstruction: Initialize',
    fields({ name: text, symbol: text, uri: text }),
    initialize,
  ),
  updateTokenMetadataField: interfaceInstruction(
    'TokenMetadataInstruction: UpdateField',
    fields({ change: field, value: text }),
    (call, { change, value }) => update(call, (metadata) => change(metadata, value)),
  ),
  removeTokenMetadataKey: interfaceInstruction(
    'TokenMetadataInstruction: RemoveKey',
    fields({ idempotent: bool, key: text }),
    (call, { idempotent, key }) =>
      update(call, (metadata, mint) => {
        const additionalMetadata = metadata.additionalMetadata.filter(([other]) => other !== key);
        if (additionalMetadata.length === metadata.additionalMetadata.length && !idempotent)
          throw metadataError('KeyNotFound', `the metadata of ${call.show(mint)} has no key ${JSON.stringify(key)}`);
        return { ...metadata, additionalMetadata };
      }),
  ),
  updateTokenMetadataAuthority: interfaceInstruction(
    'TokenMetadataInstruction: UpdateAuthority',
    fields({ updateAuthority: keyOrNull }),
    (call, args) => update(call, (metadata) => ({ ...metadata, ...args })),
  ),
  emitTokenMetadata: interfaceInstruction(
    'TokenMetadataInstruction: Emit',
    fields({ start: optional(u64), end: optional(u64) }),
    emit,
  ),
};

function initialize(call: TokenCall, texts: Pick<TokenMetadata, 'name' | 'symbol' | 'uri'>): void {
  const [account, updateAuthority, mint, authority] = [call.next(), call.next(), call.next(), call.next()];
  requireSelf(call, PART, account, mint);
  requireDescribable(call, PART, mint, authority);
  requireKey(updateAuthority.address);
  const metadata = { ...texts, updateAuthority: updateAuthority.address, mint: mint.address, additionalMetadata: [] };
  const value = tokenMetadata.encode(metadata);
  writeExtension(call, mint, EXTENSION.tokenMetadata, { value, replaces: false });
}

function update(call: TokenCall, change: (metadata: TokenMetadata, mint: LoadedAccount) => TokenMetadata): void {
  const [mint, authority] = [call.next(), call.next()];
  call.requireOwned(mint);
  const metadata = readMetadata(call, mint);
  requireUpdateAuthority(call, PART, { mint, authority, allowed: metadata.updateAuthority });
  const value = tokenMetadata.encode(change(metadata, mint));
  writeExtension(call, mint, EXTENSION.tokenMetadata, { value, replaces: true });
}

const storedMetadata = fields({ ...tokenMetadata.members, name: text, symbol: text, uri: text });

/** Bytes behind the metadata are ignored. */
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

/** Returns nothing where the metadata has no such bytes. */
function emit(call: TokenCall, { start = 0n, end }: Range): void {
  const mint = call.next();
  call.requireOwned(mint);
  const value = metadataBytes(call, mint);
  const last = end ?? BigInt(value.length);
  if (start <= last && last <= value.length) call.invocation.setReturnData(value.slice(Number(start), Number(last)));
}
