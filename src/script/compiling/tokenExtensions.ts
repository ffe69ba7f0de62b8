import { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { extensionsRequiredBy, newAccountExtensions } from '../../runtime/accounts/newAccountExtensions.ts';
import { newExtension } from '../../runtime/accounts/tokenBytes.ts';
import type { Names } from '../../runtime/names/names.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, TOKEN_2022_PROGRAM } from '../../solana/address.ts';
import { type ExtensionEntry, wholeEntriesOf } from '../../solana/programs/splToken/extensions.ts';
import { brokenMintRules, EXTENSION, EXTENSION_ROWS } from '../../solana/programs/splToken/extensionTable.ts';
import type { ExtensionField } from '../../solana/programs/splToken/extensionValues.ts';
import { keyOrNull, pubkey } from '../../solana/pubkey.ts';
import type { AddressNode } from '../../syntax/values.ts';
import type { ExtensionNode, ExtensionsNode, ExtensionValues } from '../format/extensionNodes.ts';

/**
 * The extensions of mints and token accounts, as Token-2022 initializes them.
 *
 * Source   token-2022 program 10.0 `extension/<name>/processor.rs`, `processor.rs`
 * @module
 */

/** The facts that the values of an extension depend on. */
export interface ExtensionContext {
  readonly mint: Address;
  readonly names: Names;
  /** time at which it is initialized */
  readonly unixTimestamp: bigint;
}

type Defaults = (values: ExtensionValues, context: ExtensionContext) => ExtensionValues;

/** Values of members that are left out; without one, all of their bytes are zero. */
const DEFAULTS: { readonly [name: string]: Defaults } = {
  transferFeeConfig: ({ newerTransferFee, olderTransferFee }) => ({
    olderTransferFee: newerTransferFee,
    newerTransferFee: olderTransferFee,
  }),
  interestBearingConfig: ({ currentRate, initializationTimestamp }, { unixTimestamp }) => ({
    initializationTimestamp: unixTimestamp,
    preUpdateAverageRate: currentRate,
    lastUpdateTimestamp: initializationTimestamp ?? unixTimestamp,
  }),
  scaledUiAmountConfig: ({ multiplier = '1' }) => ({ multiplier, newMultiplier: multiplier }),
  confidentialTransferFeeConfig: () => ({ harvestToMintEnabled: true }),
  metadataPointer: (_, { mint }) => ({ metadataAddress: mint }),
  groupPointer: (_, { mint }) => ({ groupAddress: mint }),
  groupMemberPointer: (_, { mint }) => ({ memberAddress: mint }),
  tokenMetadata: (_, { mint }) => ({ mint }),
  tokenGroup: (_, { mint }) => ({ mint }),
  tokenGroupMember: (_, { mint }) => ({ mint, memberNumber: 1n }),
  memoTransfer: () => ({ requireIncomingTransferMemos: true }),
  cpiGuard: () => ({ lockCpi: true }),
  confidentialTransferAccount: () => ({
    allowConfidentialCredits: true,
    allowNonConfidentialCredits: true,
    maximumPendingBalanceCreditCounter: 65_536n,
  }),
};

/** The mistake in values that Token-2022 refuses. */
const REFUSED: { readonly [name: string]: (values: ExtensionValues, mint: Address) => string | undefined } = {
  transferHook: ({ programId }) =>
    programId === TOKEN_2022_PROGRAM ? 'the program of a transfer hook cannot be Token-2022' : undefined,
  tokenGroup: ({ maxSize, size }) =>
    (size as bigint) > (maxSize as bigint) ? `a group of ${size} members, at most ${maxSize} allowed` : undefined,
  tokenGroupMember: ({ group }, mint) => (group === mint ? 'a mint cannot be a member of its own group' : undefined),
};

/** largest length in the data of an account */
const MAX_VALUE_BYTES = 0xffff;
/** zeros for a member of the largest fixed size */
const ZEROS = new Uint8Array(64);

/** The bytes of an extension. Undefined: a value is wrong, which was reported. */
function entryOf(
  { at, row, type, values: nodeValues }: ExtensionNode,
  context: ExtensionContext,
): ExtensionEntry | undefined {
  const defaults = DEFAULTS[row.name]?.(nodeValues, context) ?? {};
  const values: Record<string, unknown> = {};
  const writer = new ByteWriter(256);
  for (const [name, field] of Object.entries(row.value?.members ?? {})) {
    const nodeValue = nodeValues[name];
    const value = nodeValue === undefined ? (defaults[name] ?? zeroOf(field)) : resolveValue(nodeValue, field, context);
    if (value === undefined) return undefined;
    values[name] = value;
    // the syntax of a member gives what its field writes
    field.write(writer, value as never);
  }
  const message = REFUSED[row.name]?.(values, context.mint);
  if (message !== undefined) return at.refuse(message);
  const bytes = writer.bytes();
  if (bytes.length <= MAX_VALUE_BYTES) return { type, value: bytes };
  return at.refuse(`${row.name} has ${bytes.length} bytes, at most ${MAX_VALUE_BYTES} allowed`);
}

function zeroOf(field: ExtensionField): unknown {
  return field.read(new ByteReader(ZEROS));
}

function resolveValue(value: unknown, field: ExtensionField, { names }: ExtensionContext): unknown {
  const isAddress = field === keyOrNull || field === pubkey;
  return isAddress && value !== null ? names.resolve(value as AddressNode) : value;
}

/** The entries of all extensions, in their order; undefined: one is wrong, which was reported. */
function allEntries(nodes: readonly ExtensionNode[], context: ExtensionContext): readonly ExtensionEntry[] | undefined {
  const entries = nodes.map((node) => entryOf(node, context));
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}

function refuseClassic({ at }: ExtensionsNode, subject: string): undefined {
  return at.refuse(
    `${subject} of the program $token has no extensions`,
    'the program of mints with extensions is $token2022',
  );
}

/** The extensions of a mint; undefined: one is wrong, which was reported. */
export function mintEntries(
  node: ExtensionsNode,
  { hasFreezeAuthority, program }: { readonly program: Address; readonly hasFreezeAuthority: boolean },
  context: ExtensionContext,
): readonly ExtensionEntry[] | undefined {
  if (program !== TOKEN_2022_PROGRAM) return refuseClassic(node, 'a mint');
  const { list } = node;
  const byName = new Map<string, ExtensionNode>(list.map((item) => [item.row.name, item]));
  let isRight = true;
  const refuse = ({ at }: ExtensionNode, message: string, hint?: string) => {
    at.refuse(message, hint);
    isRight = false;
  };
  const refuseWithout = (needed: string, has: readonly string[]) => {
    const names = has.length === 1 ? `${has[0]} needs` : `${has.join(' and ')} need`;
    const message = `${names} ${needed}, which the mint does not have`;
    refuse(byName.get(has.at(-1)!)!, message, `add ${needed} to extensions`);
  };
  const broken = brokenMintRules((name) => byName.has(name));
  for (const { has, needs } of broken) if (needs !== undefined) refuseWithout(needs, has);
  for (const { row } of list)
    if (row.pointer !== undefined && !byName.has(row.pointer)) refuseWithout(row.pointer, [row.name]);
  for (const { excludes, has } of broken)
    if (excludes !== undefined) refuse(byName.get(has[0])!, `a mint cannot have both ${excludes} and ${has[0]}`);
  const starting = byName.get('defaultAccountState');
  if (starting?.values.accountState === 'frozen' && !hasFreezeAuthority)
    refuse(starting, 'accounts start frozen, and the mint has no freezeAuthority', 'add freezeAuthority to the mint');
  const early = list.filter(({ row }) => row.pointer === undefined);
  const late = list.filter(({ row }) => row.pointer !== undefined);
  const entries = allEntries([...early, ...late], context);
  return isRight ? entries : undefined;
}

/**
 * The extensions of a token account: those that its mint requires, with the given values where there are some, then the others that are given.
 *
 * @returns undefined: something is wrong, which was reported; null: the mint has extensions that are not known
 */
export function accountEntries(
  node: ExtensionsNode | undefined,
  mint: Account,
  isAssociated: boolean,
  context: ExtensionContext,
): readonly ExtensionEntry[] | undefined | null {
  const requiredByMint = extensionsRequiredBy(mint);
  if (requiredByMint === undefined) return null;
  if (node === undefined) return newAccountExtensions(requiredByMint, mint.owner, isAssociated).map(newExtension);
  if (mint.owner !== TOKEN_2022_PROGRAM) return refuseClassic(node, 'a token account');
  const onMint = new Set<string | undefined>(
    Array.from(wholeEntriesOf(mint.data), ({ type }) => EXTENSION_ROWS[type]?.name),
  );
  const lacking = node.list.filter(({ row }) => row.mintExtension !== undefined && !onMint.has(row.mintExtension));
  for (const { at, row } of lacking)
    at.refuse(`${row.name} needs a mint with ${row.mintExtension}, and ${context.names.show(mint.address)} has none`);
  const entries = allEntries(node.list, context);
  if (entries === undefined || lacking.length > 0) return undefined;
  // an owner is made immutable before the account is initialized
  const isImmutable = isAssociated || entries.some(({ type }) => type === EXTENSION.immutableOwner);
  const required = newAccountExtensions(requiredByMint, mint.owner, isImmutable);
  const requiredEntries = required.map((type) => entries.find((entry) => entry.type === type) ?? newExtension(type));
  return [...requiredEntries, ...entries.filter(({ type }) => !required.includes(type))];
}
