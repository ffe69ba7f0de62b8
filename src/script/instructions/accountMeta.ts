import type { Names } from '../../runtime/names/names.ts';
import type { InstructionAccount } from '../../solana/instruction.ts';
import { boolean, list, named, object, type Syntax, withDefault } from '../../syntax/syntax.ts';
import { type AddressNode, address } from '../../syntax/values.ts';
import { textOr } from './textOr.ts';

/** An account of an instruction whose accounts are written one by one. */
export interface AccountMetaNode {
  readonly address: AddressNode;
  readonly signer: boolean;
  readonly writable: boolean;
}

const META_TEXT = /^(?<address>.*\S)\s+(?<flags>s|w|sw|ws)$/s;

/** `"$alice sw"`, or `{address, signer?, writable?}` */
const accountMeta: Syntax<AccountMetaNode> = named(
  'accountMeta',
  textOr(
    object({ address, signer: withDefault(boolean, false), writable: withDefault(boolean, false) }),
    (metaText, at) => {
      const { address: value = metaText, flags = '' } = META_TEXT.exec(metaText)?.groups ?? {};
      return { address: { value, at }, signer: flags.includes('s'), writable: flags.includes('w') };
    },
  ),
);

export const accountMetas: Syntax<readonly AccountMetaNode[]> = list(accountMeta);

/** Undefined: an address is wrong, which was reported. */
export function resolveMetas(
  metas: readonly AccountMetaNode[],
  names: Names,
): readonly InstructionAccount[] | undefined {
  const addresses = names.resolveAll(metas.map(({ address }) => address));
  return addresses?.map((address, i) => ({ address, isSigner: metas[i]!.signer, isWritable: metas[i]!.writable }));
}
