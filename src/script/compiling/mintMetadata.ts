import { decodeBase58 } from '../../codec/base58.ts';
import type { MinimumBalance } from '../../ledger/rent.ts';
import { findProgramAddress } from '../../runtime/derive.ts';
import type { Names } from '../../runtime/names/names.ts';
import { type Account, emptyAccount } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import {
  METAPLEX_METADATA_PROGRAM,
  type MetaplexCreator,
  metaplexMetadataBytes,
  metaplexMetadataLamports,
} from '../../solana/metaplexMetadata.ts';
import type { Mint } from '../../solana/programs/splToken/layout.ts';
import type { MetadataNode } from '../format/metadataNodes.ts';

/** The account that has the metadata of a mint; undefined: something is wrong, which was reported. */
export function metadataAccount(
  node: MetadataNode,
  { address, decimals, mintAuthority }: Pick<Mint, 'decimals' | 'mintAuthority'> & { readonly address: Address },
  { minimumBalance, names }: { readonly names: Names; readonly minimumBalance: MinimumBalance },
): Account | undefined {
  const { at, collection: inCollection, creators: creatorNodes, updateAuthority: authority, ...others } = node;
  const updateAuthority = authority === undefined ? mintAuthority : names.resolve(authority);
  const creators = creatorNodes === undefined ? null : creatorsOf(creatorNodes, names);
  const collection =
    inCollection === undefined ? null : collectionOf(names.resolve(inCollection.key), inCollection.verified);
  if (updateAuthority === null)
    return at.refuse('expected updateAuthority, since the mint has no authority', 'add updateAuthority or authority');
  if (updateAuthority === undefined || creators === undefined || collection === undefined) return undefined;
  const seeds = [Buffer.from('metadata'), decodeBase58(METAPLEX_METADATA_PROGRAM), decodeBase58(address)];
  const edition = findProgramAddress(METAPLEX_METADATA_PROGRAM, [...seeds, Buffer.from('edition')]);
  const standard = decimals === 0 ? 'FungibleAsset' : 'Fungible';
  const data = metaplexMetadataBytes({
    ...others,
    mint: address,
    updateAuthority,
    creators,
    collection,
    editionNonce: edition.bump,
    tokenStandard: node.tokenStandard === undefined ? standard : node.tokenStandard,
  });
  return {
    ...emptyAccount(findProgramAddress(METAPLEX_METADATA_PROGRAM, seeds).address),
    owner: METAPLEX_METADATA_PROGRAM,
    data,
    lamports: metaplexMetadataLamports(minimumBalance),
  };
}

function collectionOf(key: Address | undefined, verified: boolean) {
  return key && { key, verified };
}

type CreatorNodes = NonNullable<MetadataNode['creators']>;

function creatorsOf(nodes: CreatorNodes, names: Names): readonly MetaplexCreator[] | undefined {
  const used = new Set<Address>();
  const creators = nodes.flatMap(({ address: node, share, verified }) => {
    const address = names.resolve(node);
    if (address === undefined) return [];
    if (used.has(address)) node.at.refuse(`duplicate creator ${names.show(address)}`);
    else used.add(address);
    return { address, share, verified };
  });
  return used.size === nodes.length ? creators : undefined;
}
