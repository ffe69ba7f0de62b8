import { jsonDifferences } from '../codec/compareJson.ts';
import { formatSol, formatUnits } from '../codec/decimalUnits.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../codec/jsonText.ts';
import {
  argumentsOf,
  instructionsIn,
  isInstruction,
  type MatchedSend,
  type MatchMember,
  transfersIn,
  unmetMembers,
} from '../rpc/sending/sendMatch.ts';
import { assignTransfers, isAssociatedAccount, unmetTransferMembers } from '../rpc/sending/transferMatch.ts';
import type { Transfer } from '../rpc/sending/transfers.ts';
import type { Names } from '../runtime/names/names.ts';
import type { ExpectedAmount, NamedInstruction, SendMatch, TransferMatch } from '../runtime/sendRule.ts';
import { type Address, isAddressText } from '../solana/address.ts';
import { differenceText } from './mismatchText.ts';

/**
 * The differences of a sent transaction from a match, as sentences.
 * @module
 */

interface Differences {
  readonly differences: readonly string[];
  /** the number of differences; more for a transaction that lacks the whole instruction or transfer */
  readonly distance: number;
}

/** @param names the ones that the match was read with */
export function sendDifferences(match: SendMatch, sent: MatchedSend, names: Names): Differences {
  const unmet = unmetMembers(match, sent);
  const differences = unmet.flatMap((name) => DIFFERENCES[name](match, sent, names));
  return { differences, distance: differences.length + missingArguments(match, sent) + missingTransfers(match, sent) };
}

/** A transaction without the instruction has none of its arguments either. */
function missingArguments({ args = {}, instruction }: SendMatch, sent: MatchedSend): number {
  if (instruction === undefined) return 0;
  return instructionsIn(sent).some((read) => isInstruction(read, instruction)) ? 0 : Object.keys(args).length;
}

/** A transaction without a transfer has none of its members either. */
function missingTransfers({ transfers = [] }: SendMatch, sent: MatchedSend): number {
  const missing = transfers.slice(transfersIn(sent).length);
  return missing.reduce((count, match) => count + Object.keys(match).length, 0);
}

type DescribeDifferences = (match: SendMatch, sent: MatchedSend, names: Names) => readonly string[];

const DIFFERENCES: { readonly [Name in MatchMember]: DescribeDifferences } = {
  signature: ({ signature }, { signatures }) => [`signature is ${signatures[0]}, expected ${signature}`],
  account: ({ account }, _sent, names) => [`it does not name the account ${names.textOf(account!)}`],
  feePayer: ({ feePayer }, { keys }, names) => [
    `feePayer is ${names.textOf(keys[0]!)}, expected ${names.textOf(feePayer!)}`,
  ],
  program: ({ program }, _sent, names) => [`no instruction calls ${names.textOf(program!)}`],
  instruction: ({ args = {}, instruction }, sent, names) => {
    const alike = instructionsIn(sent).filter((read) => isInstruction(read, instruction!));
    if (alike.length === 0) return [`no instruction is ${nameOf(instruction!)}`];
    const [nearest] = alike
      .map((read) => jsonDifferences(argumentsOf(read, instruction!, sent), args))
      .sort((a, b) => a.length - b.length);
    return nearest!.map(({ actual, expected, path }) =>
      differenceText('args', {
        path,
        actual: actual && nameAddresses(actual, names),
        expected: nameAddresses(expected, names),
      }),
    );
  },
  transfers: ({ transfers = [] }, sent, names) => transferDifferences(transfers, transfersIn(sent), names),
  memo: ({ memo }) => [`no memo contains ${JSON.stringify(memo)}`],
};

function nameOf(named: NamedInstruction | string): string {
  return typeof named === 'string' ? named : `${named.program.name}.${named.instruction.name}`;
}

/** JSON with names in place of addresses, where the ledger has a name. */
export function nameAddresses(json: JsonValue, names: Names): JsonValue {
  if (typeof json === 'string') return isAddressText(json) ? names.textOf(json as Address) : json;
  if (isJsonArray(json)) return json.map((item) => nameAddresses(item, names));
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, value && nameAddresses(value, names)]));
}

/** The differences of each expected transfer that is missing from the most similar transfer that no other one has. */
function transferDifferences(
  expected: readonly TransferMatch[],
  transfers: readonly Transfer[],
  names: Names,
): readonly string[] {
  if (transfers.length === 0) return ['no instruction transfers SOL or tokens'];
  const assigned = assignTransfers(expected, transfers);
  const unassigned = transfers.filter((_, index) => !assigned.includes(index));
  return expected.flatMap((match, i) => {
    if (assigned[i] !== undefined) return [];
    const [nearest] = unassigned
      .map((transfer) => ({ transfer, unmet: unmetTransferMembers(match, transfer) }))
      .sort((a, b) => a.unmet.length - b.unmet.length);
    if (nearest === undefined) return [`transfers[${i}]: no other transfer is left`];
    const { transfer, unmet } = nearest;
    // amounts of different mints are not compared
    const shownMembers = unmet.includes('mint')
      ? unmet.filter((name) => name !== 'amount' && name !== 'received')
      : unmet;
    return shownMembers.map((name) => {
      const [actualText, expectedText] = TRANSFER_TEXTS[name](match, transfer, names);
      return `transfers[${i}].${name} is ${actualText}, expected ${expectedText}`;
    });
  });
}

type TransferText = (match: TransferMatch, transfer: Transfer, names: Names) => [actual: string, expected: string];

const TRANSFER_TEXTS: { readonly [Name in keyof TransferMatch]-?: TransferText } = {
  from: ({ from }, { owner, source }, names) => [names.textOf(owner ?? source), names.textOf(from!)],
  to: ({ to }, transfer, names) => [receiverText(transfer, names), names.textOf(to!)],
  mint: ({ mint }, transfer, names) => [mintText(transfer.mint, names), mintText(mint, names)],
  amount: ({ amount }, transfer, names) => [
    amountText(transfer.amount, transfer, names),
    amountText(amount, transfer, names),
  ],
  received: ({ received }, transfer, names) => [
    amountText(transfer.received, transfer, names),
    amountText(received, transfer, names),
  ],
};

/** The account that receives; in place of an associated account its wallet. */
function receiverText({ destination, mint, program, receiver }: Transfer, names: Names): string {
  if (receiver === undefined) return names.textOf(destination);
  const isAssociated = isAssociatedAccount(destination, receiver, mint, program);
  return isAssociated ? names.textOf(receiver) : `${names.textOf(destination)} of ${names.textOf(receiver)}`;
}

function mintText(mint: TransferMatch['mint'], names: Names): string {
  if (mint === undefined) return 'not known';
  return mint === 'SOL' || mint === 'tokens' ? mint : names.textOf(mint);
}

function amountText(amount: ExpectedAmount | undefined, { decimals, mint }: Transfer, names: Names): string {
  if (amount === undefined) return 'not known';
  if (mint === 'SOL' && typeof amount === 'bigint') return `${formatSol(amount)} SOL`;
  const unit = mint === undefined || mint === 'SOL' ? '' : ` ${names.textOf(mint)}`;
  if (typeof amount === 'string') return `${amount}${unit}`;
  return decimals === undefined ? `${amount} smallest units` : `${formatUnits(amount, decimals)}${unit}`;
}
