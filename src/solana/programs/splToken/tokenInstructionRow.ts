import { BytesError } from '../../../codec/bytes.ts';
import type { JsonObject } from '../../../codec/jsonText.ts';
import { type Codec, u8, u16, u64 } from '../../../codec/struct.ts';
import type { NodeVersion } from '../../../nodeVersion.ts';
import type { Address } from '../../address.ts';
import { row, shownAs, shownBy, signedRow } from '../instructionRow.ts';
import { NO_EXTENSION } from './extensions.ts';
import { extensionAuthoritiesOf, extensionRowsOf } from './extensionTable.ts';
import { ACCOUNT_STATES } from './layout.ts';
import { uiTokenAmount } from './uiTokenAmount.ts';

/**
 * Common parts of the rows of token instructions.
 *
 * Source   spl-token-2022-interface 2.1 `instruction.rs`, `AuthorityType`, `ExtensionType`; agave 4.1 `parse_token.rs`
 * @module
 */

/** An amount in the smallest units of a mint. */
export const tokenUnits = shownAs({ amount: u64 }, ({ amount }) => ({ amount: `${amount}` }));

/** An amount and the decimals that the sender expects of the mint. */
export const tokenAmount = shownAs({ amount: u64, decimals: u8 }, ({ amount, decimals }) => ({
  tokenAmount: amountOf(amount, decimals),
}));

/** A checked amount with a fee of the same mint. */
export const tokenAmountAndFee = shownAs({ amount: u64, decimals: u8, fee: u64 }, ({ amount, decimals, fee }) => ({
  tokenAmount: amountOf(amount, decimals),
  feeAmount: amountOf(fee, decimals),
}));

/** The mint itself is never asked: interest and scaling play no part in instructions. */
function amountOf(amount: bigint, decimals: number): JsonObject {
  return { ...uiTokenAmount(amount, { decimals, unixTimestamp: 0n }) };
}

/** The state of a token account, by number. */
export const accountState = shownAs({ accountState: u8 }, (args) => ({
  accountState: nameAt(ACCOUNT_STATES, args.accountState),
}));

function nameAt(names: readonly string[], index: number): string {
  const name = names[index];
  if (name === undefined) throw new BytesError(`${index} names nothing, ${names.length} are known`, 0);
  return name;
}

/** The authorities that need no extension, by number. */
const AUTHORITY_TYPES = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount'];

/** The name of an authority type. @throws BytesError where the version knows none */
export function authorityTypeName(type: number, version: NodeVersion): string {
  const extensions = extensionAuthoritiesOf(version);
  return extensions.get(type)?.name ?? nameAt(AUTHORITY_TYPES, type);
}

/** The rest of the data: numbers of extensions; undefined: the last one is cut off. */
export const extensionTypes: Codec<readonly number[] | undefined> = {
  read(data) {
    const types: number[] = [];
    while (data.remaining >= u16.size) types.push(data.u16());
    return data.remaining === 0 ? types : undefined;
  },
  write(to, types = []) {
    for (const type of types) to.u16(type);
  },
};

/** The names of extensions. @throws BytesError where the version does not know one */
export function extensionTypeNames(types: readonly number[] | undefined, version: NodeVersion): readonly string[] {
  if (types === undefined) throw new BytesError('the number of an extension is cut off', 0);
  const rows = extensionRowsOf(version);
  return types.map((type) => {
    if (type === NO_EXTENSION) return 'uninitialized';
    const row = rows[type];
    if (row === undefined) throw new BytesError(`the extension ${type} is not known`, 0);
    return row.nameInInstructions ?? row.name;
  });
}

/** Rows whose data must hold nothing more than their arguments. */
export const exactRow = ((...parts: Parameters<typeof row>) => ({ ...row(...parts), isExact: true })) as typeof row;
export const exactSignedRow = ((...parts: Parameters<typeof signedRow>) => ({
  ...signedRow(...parts),
  isExact: true,
})) as typeof signedRow;

/**
 * Cuts the `count` source accounts off the end.
 *
 * @throws BytesError where fewer than `minAccounts` would be left
 */
export function splitSources(
  accounts: readonly Address[],
  count: number,
  minAccounts: number,
): [leading: readonly Address[], sources: readonly Address[]] {
  const end = accounts.length - count;
  if (end < minAccounts)
    throw new BytesError(`${count} sources behind ${minAccounts} of ${accounts.length} accounts`, 0);
  return [accounts.slice(0, end), accounts.slice(end)];
}

/** A row that shows all accounts after the mint as sources. */
export function harvestRow<const K extends string>(type: K) {
  return shownBy(row(type, ['mint w']), ([mint, ...sourceAccounts]) => ({ mint, sourceAccounts }));
}
