import {
  MAX_CREATORS,
  MAX_NAME_BYTES,
  MAX_SYMBOL_BYTES,
  MAX_URI_BYTES,
  TOKEN_STANDARDS,
} from '../../solana/metaplexMetadata.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import {
  boolean,
  converted,
  list,
  named,
  nullable,
  type ObjectOf,
  object,
  oneOf,
  optional,
  type Syntax,
  text,
  u8,
  withDefault,
} from '../../syntax/syntax.ts';
import { address, basisPoints, type Place } from '../../syntax/values.ts';

/**
 * The metadata of a mint, as people write it beside the mint.
 * @module
 */

function textUpTo(maxBytes: number): Syntax<string> {
  return converted(text, (value, at) => {
    const bytes = Buffer.byteLength(value);
    return bytes <= maxBytes ? value : at.refuse(`a text of ${bytes} bytes, at most ${maxBytes} allowed`);
  });
}

const CREATOR = object({ address, share: u8, verified: withDefault(boolean, false) });
type CreatorNode = ObjectOf<typeof CREATOR.members>;

const PERCENT = 100;

/** Source mpl-token-metadata `assert_data_valid` */
const creators = converted(list(CREATOR), (nodes: readonly CreatorNode[], at: Cursor) => {
  const { length } = nodes;
  if (length === 0 || length > MAX_CREATORS) return at.refuse(`${length} creators, 1 to ${MAX_CREATORS} allowed`);
  const sum = nodes.reduce((total, { share }) => total + share, 0);
  return sum === PERCENT ? nodes : at.refuse(`the shares of the creators sum to ${sum}, and should sum to ${PERCENT}`);
});

const MEMBERS = {
  name: textUpTo(MAX_NAME_BYTES),
  symbol: withDefault(textUpTo(MAX_SYMBOL_BYTES), ''),
  uri: withDefault(textUpTo(MAX_URI_BYTES), ''),
  updateAuthority: optional(address, 'default: the authority of the mint'),
  sellerFeeBasisPoints: withDefault(basisPoints, 0),
  creators: optional(creators, '1 to 5, with shares in percent; default: none'),
  isMutable: withDefault(boolean, true, 'default: true'),
  primarySaleHappened: withDefault(boolean, false),
  tokenStandard: optional(
    nullable(oneOf(TOKEN_STANDARDS)),
    'null: none, as in old accounts; default: Fungible, or FungibleAsset without decimals',
  ),
  collection: optional(object({ key: address, verified: withDefault(boolean, false) })),
};

/** The metadata that Metaplex keeps of a mint. */
export type MetadataNode = ObjectOf<typeof MEMBERS> & { readonly at: Place };

export const metadata: Syntax<MetadataNode> = named(
  'metadata',
  converted(object(MEMBERS), (read, at) => ({ ...read, at })),
);
