import { didYouMean, nearest } from '../../codec/suggest.ts';
import type { Address } from '../../solana/address.ts';
import { isWellKnown, WELL_KNOWN } from '../../solana/wellKnown.ts';
import { associatedText, nameText } from '../../syntax/addressExpressionText.ts';
import type { AddressNode } from '../../syntax/values.ts';
import type { AccountNames, TokenHolder } from '../accountNames.ts';
import { associatedAddress } from '../derive.ts';
import { collectNames, type NewMint, withMints } from './collectNames.ts';
import { associatedOperands, usualTokenProgram } from './expressionAddress.ts';
import type { KeyPair } from './namedKeys.ts';
import { addressOfName, keyPairAt, knownAddressOfName, ledgerTextOf, type NameScope, plainNames } from './nameScope.ts';
import { callsIn, NameUses } from './nameUses.ts';
import { NewAddresses } from './newAddresses.ts';
import { reportErrors } from './reporting.ts';
import { type ResolvedText, resolveText } from './resolvedText.ts';
import { unknownName, unknownNameTexts } from './unknownName.ts';

/** Limit of searches for similar names: each compares every name. */
const MAX_SEARCHES = 20;

/** Whether a text is a name of the script: not base58, and not a name that every cluster has. */
function isOwnName(text: string): boolean {
  return text.startsWith('$') && !isWellKnown(text.slice(1));
}

/** A note about an address. */
interface Note {
  /** the first text that the script has for it */
  readonly text: string;
  /** the key pair of a new name */
  readonly keyPair?: KeyPair | undefined;
  /** whether it was derived as the associated account of a wallet */
  readonly isAssociated?: boolean;
  /** the wallet that was named in its place */
  readonly holder?: TokenHolder;
}

/** The names that one script or call uses. An address follows from the scope alone; the notes of its uses change no address. */
export class Names implements AccountNames {
  readonly #scope: NameScope;
  readonly #newAddresses: NewAddresses;
  readonly #uses: NameUses;
  readonly #notes = new Map<Address, Note>();
  #isLimitReported = false;
  #searches = 0;

  constructor(scope: NameScope = collectNames({}), newAddresses = new NewAddresses(), uses = new NameUses()) {
    this.#scope = scope;
    this.#newAddresses = newAddresses;
    this.#uses = uses;
  }

  /** programs with an IDL */
  get programs(): NameScope['programs'] {
    return this.#scope.programs;
  }

  /** Names with more mints, for a part of the call: they count and are used together with these. */
  with(newMints: readonly NewMint[]): Names {
    if (newMints.length === 0) return this;
    const scope = withMints(this.#scope, newMints, this.#newAddresses);
    return new Names(scope, this.#newAddresses, this.#uses);
  }

  /** The address of an expression; undefined: it is wrong, which is reported. */
  resolve(node: AddressNode | null | undefined): Address | undefined {
    if (node === undefined || node === null) return undefined;
    const resolved = this.#resolve(node);
    if (resolved === undefined) return undefined;
    const { expression, names } = resolved;
    for (const name of names) if (!isWellKnown(name)) this.#uses.add(name, node.at);
    if (expression.kind === 'name') this.#warnIfNearWellKnown(expression.name, node);
    return resolved.address;
  }

  /**
   * The address of an expression whose names the ledger has to know; undefined: it is wrong, or has another name, which is reported.
   *
   * @param isMade whether the ledger has an account: then it knows its name
   */
  resolveKnown(node: AddressNode | undefined, isMade: (address: Address) => boolean): Address | undefined {
    const resolved = node && this.#resolve(node);
    const unknown = resolved && unknownName(resolved, this.#scope, isMade);
    if (unknown !== undefined) return node?.at.refuse(...unknownNameTexts(unknown, this.#scope));
    return resolved?.address;
  }

  #resolve({ at, value }: AddressNode): ResolvedText | undefined {
    if (this.#isLimitReported) return undefined;
    const resolved = reportErrors(at, () => resolveText(value, this.#scope, this.#newAddresses));
    this.#isLimitReported = this.#newAddresses.isOverLimit;
    if (resolved !== undefined) this.#note(value, resolved);
    return resolved;
  }

  /** Resolves every expression; undefined: one of them is wrong. */
  resolveAll(nodes: readonly AddressNode[] | undefined): readonly Address[] | undefined {
    const addresses = nodes?.map((node) => this.resolve(node));
    return addresses?.every((address) => address !== undefined) ? addresses : undefined;
  }

  /** The account of a wallet for a mint. */
  associated(owner: Address, mint: Address, program: Address): Address {
    const address = associatedAddress(owner, mint, program);
    if (this.isAssociated(address)) return address;
    const operands = program === usualTokenProgram(mint, this.#scope) ? [owner, mint] : [owner, mint, program];
    const text = associatedText(operands.map((operand) => this.textOf(operand)));
    this.#notes.set(address, { text, ...this.#notes.get(address), isAssociated: true });
    return address;
  }

  /** Whether an address was derived as the associated account of a wallet. */
  isAssociated(address: Address): boolean {
    return this.#notes.get(address)?.isAssociated ?? false;
  }

  /** The token account of a wallet that an instruction names instead; messages then name the wallet. */
  accountOfWallet(wallet: Address, mint: Address, program: Address): Address {
    const address = this.associated(wallet, mint, program);
    this.#notes.set(address, { ...this.#notes.get(address)!, holder: { wallet, mint } });
    return address;
  }

  holderOf(address: Address): TokenHolder | undefined {
    return this.#notes.get(address)?.holder;
  }

  /** undefined: the secret of this address is unknown */
  signer(address: Address): KeyPair | undefined {
    return this.#notes.get(address)?.keyPair ?? keyPairAt(address, this.#scope);
  }

  /** The address as the script writes it, for messages. */
  show(address: Address): string {
    return `\`${this.textOf(address)}\``;
  }

  textOf(address: Address): string {
    return this.#notes.get(address)?.text ?? ledgerTextOf(address, this.#scope.ledgerNames) ?? address;
  }

  similarText(text: string, isWanted: (address: Address) => boolean): string | undefined {
    return this.#searches++ < MAX_SEARCHES ? nearest(text, this.#textsOf(isWanted)) : undefined;
  }

  *#textsOf(isWanted: (address: Address) => boolean): Iterable<string> {
    for (const [address, { text }] of this.#notes) if (isWanted(address)) yield text;
    for (const [text, address] of this.#scope.ledgerNames)
      if (isWanted(address) && !this.#notes.has(address)) yield text;
  }

  /** The names that the script uses for accounts, with their dollar; those that every cluster has are left out. */
  *usedNames(): Iterable<readonly [name: string, address: Address]> {
    for (const [name, address] of this.#scope.keys) yield [nameText(name), address];
    for (const [address, { text }] of this.#notes) if (isOwnName(text)) yield [text, address];
  }

  /**
   * Warns of names that look misspelled.
   *
   * @param isMade whether the account of a name was set up, and did not only receive something
   */
  warnOfTypos(isMade: (address: Address) => boolean): void {
    const { keys, ledgerNames } = this.#scope;
    const isKnown = (name: string) =>
      knownAddressOfName(name, this.#scope) !== undefined || isMade(addressOfName(name, this.#scope));
    this.#uses.warnOfTypos(isKnown, [...keys.keys(), ...plainNames(ledgerNames)]);
  }

  /** Writes down the addresses that a text stands for and is made of, with their texts. */
  #note(text: string, { address, expression, names }: ResolvedText): void {
    for (const name of names) this.#noteName(name);
    for (const { name, operands } of callsIn(expression))
      if (name === 'ata') this.associated(...associatedOperands(operands, this.#scope));
    if (!this.#notes.has(address)) this.#notes.set(address, { text });
  }

  #noteName(name: string): void {
    const address = addressOfName(name, this.#scope);
    const keyPair = knownAddressOfName(name, this.#scope) === undefined ? this.#scope.newKeyPair(name) : undefined;
    this.#notes.set(address, { text: nameText(name), ...this.#notes.get(address), ...(keyPair && { keyPair }) });
  }

  /** Warns of a new name that is similar to one of every cluster. Any name is a key, so a typo would go unnoticed. */
  #warnIfNearWellKnown(name: string, { at }: AddressNode): void {
    if (isWellKnown(name) || this.#scope.keys.has(name) || /\d/.test(name)) return;
    const similar = nearest(name, Object.keys(WELL_KNOWN), 1);
    if (similar !== undefined) at.warn(`\`$${name}\` is a new key`, didYouMean(`$${similar}`));
  }
}
