import { didYouMean, nearest } from '../../codec/suggest.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import type { Address } from '../../solana/address.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';
import { parseAddressExpression } from '../../syntax/addressExpression.ts';
import { associatedText, nameText } from '../../syntax/addressExpressionText.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import type { AddressNode, KeyNode } from '../../syntax/values.ts';
import type { TokenHolder } from '../accountNames.ts';
import { associatedAddress } from '../derive.ts';
import { ProgramError } from '../programError.ts';
import { associatedOperands, expressionAddress, type NameScope, usualTokenProgram } from './expressionAddress.ts';
import { type KeyPair, keyPairOf, namedKeyPair } from './namedKeys.ts';
import { callsIn, NameUses, namesIn } from './nameUses.ts';
import { reportErrors } from './reporting.ts';

/** Limit for additions to a live ledger: computing 1,000 addresses takes some 50 ms. */
export const MAX_NEW_ADDRESSES = 1000;
/** Limit of searches for similar names: each compares every name. */
const MAX_SEARCHES = 20;

/** The errors of an expression, which are reported where it is used. */
const MISTAKES = [ScriptError, ProgramError];

/** Whether a text is a name of the script: not base58, and not a name that every cluster has. */
function isOwnName(name: string): boolean {
  return name.startsWith('$') && !Object.hasOwn(WELL_KNOWN, name.slice(1));
}

/** A mint that a script makes. */
export interface NewMint {
  readonly mint: AddressNode;
  readonly program: AddressNode;
}

/** The meaning of names besides the keys of a script. */
export interface NamesOptions {
  /** mints of the script: the first one of an address says under which program its accounts are associated */
  readonly newMints?: Iterable<NewMint> | undefined;
  /** the token program of a mint of the ledger; undefined: the mint does not exist */
  readonly tokenProgramOf?: ((mint: Address) => Address | undefined) | undefined;
  /** names that the ledger has already, with their dollar */
  readonly ledgerNames?: ReadonlyMap<string, Address> | undefined;
  /** limit for the addresses that have to be computed: those of other names, and of derivations */
  readonly maxNew?: number | undefined;
  /** programs with an IDL, by name */
  readonly programs?: ReadonlyMap<string, IdlProgram> | undefined;
}

/** An expression that has an address. */
interface Resolved {
  readonly address: Address;
  /** the names in it */
  readonly names: readonly string[];
  readonly isName: boolean;
  /** whether the script has used it: the program of a mint is known before */
  isUsed: boolean;
}

/**
 * The names of one script. Keys, programs and mints are known before the first name is resolved, so that an expression always has the
 * same address; texts, signers and uses are recorded beside it.
 */
export class Names {
  readonly #keyNodes: readonly KeyNode[];
  readonly #options: NamesOptions;
  readonly #keys = new Map<string, Address>();
  /** names whose keys follow from them, and which the ledger does not have yet */
  readonly #newNames = new Map<string, Address>();
  readonly #scope: NameScope;
  readonly #resolved = new Map<string, Resolved>();
  readonly #signers = new Map<Address, KeyPair>();
  readonly #texts = new Map<Address, string>();
  readonly #associated = new Set<Address>();
  readonly #holders = new Map<Address, TokenHolder>();
  readonly #known: KnownNames;
  readonly #uses = new NameUses();
  readonly #maxNew: number;
  #newCount = 0;
  #isLimitReported = false;
  #searches = 0;

  constructor(keys: readonly KeyNode[], options: NamesOptions = {}) {
    const { ledgerNames = new Map(), maxNew = Number.POSITIVE_INFINITY, newMints = [], programs = new Map() } = options;
    this.#keyNodes = keys;
    this.#options = options;
    this.#maxNew = maxNew;
    this.#known = new KnownNames(ledgerNames);
    for (const key of keys) this.#define(key);
    const tokenPrograms = new Map<Address, Address>();
    this.#scope = {
      addressOfName: (name) => this.#addressOf(name),
      tokenProgramOf: (mint) => tokenPrograms.get(mint) ?? options.tokenProgramOf?.(mint),
      programs,
    };
    for (const { mint, program } of newMints) {
      const [address, owner] = [mint, program].map(
        ({ value }) => unlessThrown(MISTAKES, () => this.#find(value))?.address,
      );
      if (address !== undefined && owner !== undefined && !tokenPrograms.has(address))
        tokenPrograms.set(address, owner);
    }
  }

  /** programs with an IDL */
  get programs(): ReadonlyMap<string, IdlProgram> {
    return this.#scope.programs;
  }

  /** A copy of these names that has more mints. */
  with(newMints: readonly NewMint[]): Names {
    return newMints.length === 0 ? this : new Names(this.#keyNodes, { ...this.#options, newMints });
  }

  /** The address of an expression; undefined: it is wrong, which is reported. */
  resolve(node: AddressNode | null | undefined): Address | undefined {
    if (node === undefined || node === null) return undefined;
    const { at, value } = node;
    if (this.#isLimitReported) return undefined;
    const resolved = reportErrors(at, () => this.#find(value));
    this.#isLimitReported = this.#isFull;
    if (resolved === undefined) return undefined;
    for (const name of resolved.names) if (!Object.hasOwn(WELL_KNOWN, name)) this.#uses.add(name, at);
    if (resolved.isName && !resolved.isUsed) this.#warnIfNearWellKnown(resolved.names[0]!, node);
    resolved.isUsed = true;
    return resolved.address;
  }

  /** Resolves every expression; undefined: one of them is wrong. */
  resolveAll(nodes: readonly AddressNode[] | undefined): readonly Address[] | undefined {
    const addresses = nodes?.map((node) => this.resolve(node));
    return addresses?.every((address) => address !== undefined) ? addresses : undefined;
  }

  /** The account of a wallet for a mint. */
  associated(owner: Address, mint: Address, program: Address): Address {
    const address = associatedAddress(owner, mint, program);
    if (this.#associated.has(address)) return address;
    this.#associated.add(address);
    const operands = program === usualTokenProgram(mint, this.#scope) ? [owner, mint] : [owner, mint, program];
    this.#recordText(address, associatedText(operands.map((operand) => this.textOf(operand))));
    return address;
  }

  /** Whether an address was derived as the associated account of a wallet. */
  isAssociated(address: Address): boolean {
    return this.#associated.has(address);
  }

  /** The token account of a wallet that an instruction names instead; messages then name the wallet. */
  accountOfWallet(wallet: Address, mint: Address, program: Address): Address {
    const address = this.associated(wallet, mint, program);
    this.#holders.set(address, { wallet, mint });
    return address;
  }

  holderOf(address: Address): TokenHolder | undefined {
    return this.#holders.get(address);
  }

  /** undefined: the secret of this address is unknown */
  signer(address: Address): KeyPair | undefined {
    const name = this.#signers.has(address) ? undefined : this.#known.keyNameOf(address);
    if (name !== undefined && !this.#keys.has(name)) this.#signerOf(namedKeyPair(name));
    return this.#signers.get(address);
  }

  /** The address as the script writes it, for messages. */
  show(address: Address): string {
    return `\`${this.textOf(address)}\``;
  }

  textOf(address: Address): string {
    return this.#texts.get(address) ?? this.#known.textOf(address) ?? address;
  }

  similarText(text: string, isWanted: (address: Address) => boolean): string | undefined {
    return this.#searches++ < MAX_SEARCHES ? nearest(text, this.#textsOf(isWanted)) : undefined;
  }

  *#textsOf(isWanted: (address: Address) => boolean): Iterable<string> {
    for (const [address, text] of this.#texts) if (isWanted(address)) yield text;
    for (const [text, address] of this.#known.all) if (isWanted(address) && !this.#texts.has(address)) yield text;
  }

  /** The names that the script uses for accounts, with their dollar; those that every cluster has are left out. */
  *usedNames(): Iterable<readonly [name: string, address: Address]> {
    for (const [name, address] of this.#keys) yield [nameText(name), address];
    for (const [address, text] of this.#texts) if (isOwnName(text)) yield [text, address];
    for (const [text, { address, isUsed }] of this.#resolved) if (isUsed && isOwnName(text)) yield [text, address];
  }

  /**
   * Warns of names that look misspelled.
   *
   * @param isMade whether the account of a name was set up, and did not only receive something
   */
  warnOfTypos(isMade: (address: Address) => boolean): void {
    const isKnown = (name: string) => this.#keys.has(name) || this.#known.has(name) || isMade(this.#addressOf(name));
    this.#uses.warnOfTypos(isKnown, [...this.#keys.keys(), ...this.#known.names()]);
  }

  #define({ name, at, key }: KeyNode): void {
    if (Object.hasOwn(WELL_KNOWN, name))
      at.refuse(`$${name} is ${WELL_KNOWN[name]} already`, 'give the key another name');
    else if (key.kind === 'address') this.#keys.set(name, key.address);
    else this.#keys.set(name, this.#signerOf(keyPairOf(key.seed)));
  }

  #signerOf(pair: KeyPair): Address {
    this.#signers.set(pair.address, pair);
    return pair.address;
  }

  #recordText(address: Address, text: string): void {
    if (!this.#texts.has(address)) this.#texts.set(address, text);
  }

  /**
   * The address of a text, and what is recorded of it.
   *
   * @throws ScriptError, ProgramError
   */
  #find(text: string): Resolved {
    this.#countNew(0);
    const existing = this.#resolved.get(text);
    if (existing !== undefined) return existing;
    const expression = parseAddressExpression(text);
    const calls = [...callsIn(expression)];
    this.#countNew(calls.length);
    const address = expressionAddress(expression, this.#scope);
    const resolved = { address, names: namesIn(expression), isName: expression.kind === 'name', isUsed: false };
    this.#resolved.set(text, resolved);
    for (const { name, operands } of calls)
      if (name === 'ata') this.associated(...associatedOperands(operands, this.#scope));
    this.#recordText(resolved.address, text);
    return resolved;
  }

  /** Whether there are more new addresses than the limit. */
  get #isFull(): boolean {
    return this.#newCount > this.#maxNew;
  }

  /** @throws ScriptError if there are more than the limit */
  #countNew(count: number): void {
    this.#newCount += count;
    if (this.#isFull)
      throw new ScriptError(
        `more than ${this.#maxNew} new names and derivations in one call`,
        'use several calls, or write addresses in base58',
      );
  }

  #addressOf(name: string): Address {
    const address = this.#keys.get(name) ?? (Object.hasOwn(WELL_KNOWN, name) ? WELL_KNOWN[name] : undefined);
    const resolved = address ?? this.#known.all.get(nameText(name)) ?? this.#newNames.get(name) ?? this.#newKey(name);
    this.#recordText(resolved, nameText(name));
    return resolved;
  }

  #newKey(name: string): Address {
    this.#countNew(1);
    const address = this.#signerOf(namedKeyPair(name));
    this.#newNames.set(name, address);
    return address;
  }

  /** Warns of a new name that is similar to one of every cluster. Any name is a key, so a typo would go unnoticed. */
  #warnIfNearWellKnown(name: string, { at }: AddressNode): void {
    if (Object.hasOwn(WELL_KNOWN, name) || this.#keys.has(name) || /\d/.test(name)) return;
    const similar = nearest(name, Object.keys(WELL_KNOWN), 1);
    if (similar !== undefined) at.warn(`\`$${name}\` is a new key`, didYouMean(`$${similar}`));
  }
}

type Addresses = ReadonlyMap<string, Address>;

const textsByAddress = new WeakMap<Addresses, ReadonlyMap<Address, string>>();

/** Names that a ledger has already, with the text that stands for each address. */
class KnownNames {
  readonly all: Addresses;

  constructor(all: Addresses) {
    this.all = all;
  }

  textOf(address: Address): string | undefined {
    let texts = textsByAddress.get(this.all);
    if (texts === undefined) {
      texts = new Map(Array.from(this.all, ([text, address]) => [address, text]));
      textsByAddress.set(this.all, texts);
    }
    return texts.get(address);
  }

  has(name: string): boolean {
    return this.all.has(nameText(name));
  }

  /** Names without their dollar; derivations are left out. */
  *names(): Iterable<string> {
    for (const text of this.all.keys()) if (!text.includes('(')) yield text.slice(1);
  }

  /** The name of a key, without its dollar; undefined: the address has no name, or a derived one, which cannot sign. */
  keyNameOf(address: Address): string | undefined {
    const text = this.textOf(address);
    return text === undefined || text.includes('(') ? undefined : text.slice(1);
  }
}
