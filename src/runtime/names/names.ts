import { decodeBase58 } from '../../codec/base58.ts';
import { didYouMean, nearest, suggest } from '../../codec/suggest.ts';
import { type Address, TOKEN_PROGRAM } from '../../solana/address.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';
import {
  type AddressExpression,
  byteSeed,
  type NamedOperand,
  type Operand,
  parseAddressExpression,
} from '../../syntax/addressExpression.ts';
import { associatedWord, nameWord } from '../../syntax/addressWord.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import type { AddressNode, KeyNode } from '../../syntax/values.ts';
import type { TokenHolder } from '../accountNames.ts';
import { associatedAddress, programAddress } from '../derive.ts';
import { type KeyPair, keyPairOf, namedKeyPair } from './namedKeys.ts';
import { namedPda } from './namedPda.ts';
import { NameUses, namesIn } from './nameUses.ts';
import { reporting } from './reporting.ts';

const DERIVATIONS = ['ata', 'pda'];

/** Limit for additions to a live ledger: computing 1,000 addresses takes some 50 ms. */
export const MAX_NEW_ADDRESSES = 1000;
/** Each one looks at every name. */
const MAX_SEARCHES = 20;

/** Whether a text is a name of the script: not base58, and not a name that every cluster has. */
function isOwnName(name: string): boolean {
  return name.startsWith('$') && !Object.hasOwn(WELL_KNOWN, name.slice(1));
}

/** The meaning of names besides the keys of a script. */
export interface NamesOptions {
  /** the token program of a mint of the ledger; undefined: the mint does not exist */
  readonly tokenProgramOf?: ((mint: Address) => Address | undefined) | undefined;
  /** names that the ledger has already, with their dollar */
  readonly ledgerNames?: ReadonlyMap<string, Address> | undefined;
  /** limit for the addresses that have to be computed: those of other names, and of derivations */
  readonly maxNew?: number | undefined;
  /** programs with an IDL, by name */
  readonly programs?: ReadonlyMap<string, IdlProgram> | undefined;
}

/** The names of one script and their addresses. */
export class Names {
  readonly #keys = new Map<string, Address>();
  /** names whose keys follow from them, and which the ledger does not have yet */
  readonly #newNames = new Map<string, Address>();
  readonly #addresses = new Map<string, Address>();
  readonly #signers = new Map<Address, KeyPair>();
  readonly #words = new Map<Address, string>();
  readonly #associated = new Set<Address>();
  readonly #holders = new Map<Address, TokenHolder>();
  readonly #tokenPrograms = new Map<Address, Address>();
  readonly #recordedTokenProgramOf: (mint: Address) => Address | undefined;
  readonly #known: KnownNames;
  readonly #uses = new NameUses();
  /** names within a word that has been resolved */
  readonly #namesIn = new Map<string, readonly string[]>();
  readonly #maxNew: number;
  #newCount = 0;
  #searches = 0;

  /** programs with an IDL */
  readonly programs: ReadonlyMap<string, IdlProgram>;

  constructor(keys: readonly KeyNode[], options: NamesOptions = {}) {
    const { ledgerNames = new Map(), maxNew = Number.POSITIVE_INFINITY, programs = new Map() } = options;
    this.programs = programs;
    this.#recordedTokenProgramOf = options.tokenProgramOf ?? (() => undefined);
    this.#maxNew = maxNew;
    this.#known = new KnownNames(ledgerNames);
    for (const key of keys) this.#define(key);
  }

  /** The address of a word; undefined where it is none, which is reported. */
  resolve(node: AddressNode | null | undefined): Address | undefined {
    // the limit is reported once
    if (node === undefined || node === null || this.#newCount > this.#maxNew) return undefined;
    const resolved = this.#addresses.get(node.value);
    if (resolved !== undefined) {
      this.#use(node);
      return resolved;
    }
    return reporting(node.at, () => {
      const expression = parseAddressExpression(node.value);
      const address = this.#evaluate(expression);
      this.#addresses.set(node.value, address);
      this.#recordWord(address, node.value);
      this.#namesIn.set(node.value, namesIn(expression));
      this.#use(node);
      if (expression.kind === 'name') this.#warnIfNearWellKnown(expression.name, node);
      return address;
    });
  }

  /** Resolves every word; undefined if one of them is wrong. */
  resolveAll(nodes: readonly AddressNode[] | undefined): readonly Address[] | undefined {
    const addresses = nodes?.map((word) => this.resolve(word));
    return addresses?.every((address) => address !== undefined) ? addresses : undefined;
  }

  /** The account of a wallet for a mint, by default under the program that the mint is known to belong to. */
  associated(owner: Address, mint: Address, given?: Address): Address {
    const usual = this.#tokenProgramOf(mint);
    const program = given ?? usual;
    const key = `${owner} ${mint} ${program}`;
    const existing = this.#addresses.get(key);
    if (existing !== undefined) return existing;
    const address = associatedAddress(owner, mint, program);
    this.#addresses.set(key, address);
    this.#associated.add(address);
    const operands = program === usual ? [owner, mint] : [owner, mint, program];
    this.#recordWord(address, associatedWord(operands.map((operand) => this.word(operand))));
    return address;
  }

  /** Whether an address was derived as the associated account of a wallet. */
  isAssociated(address: Address): boolean {
    return this.#associated.has(address);
  }

  /** The account of a wallet that was named in place of it, which messages then name. */
  accountOfWallet(wallet: Address, mint: Address, program: Address): Address {
    const address = this.associated(wallet, mint, program);
    this.#holders.set(address, { wallet, mint });
    return address;
  }

  holderOf(address: Address): TokenHolder | undefined {
    return this.#holders.get(address);
  }

  /** Records the token program that a mint belongs to. */
  setTokenProgram(mint: Address, program: Address): void {
    this.#tokenPrograms.set(mint, program);
  }

  /** @param program undefined: the Token program */
  registerMint(mint: AddressNode, program: AddressNode | undefined): void {
    const [address, owner] = [this.resolve(mint), this.resolve(program)];
    if (address !== undefined && owner !== undefined) this.setTokenProgram(address, owner);
  }

  #tokenProgramOf(mint: Address): Address {
    return this.#tokenPrograms.get(mint) ?? this.#recordedTokenProgramOf(mint) ?? TOKEN_PROGRAM;
  }

  /** undefined: the secret of this address is unknown */
  signer(address: Address): KeyPair | undefined {
    const name = this.#signers.has(address) ? undefined : this.#known.keyNameOf(address);
    if (name !== undefined && !this.#keys.has(name)) this.#signerOf(namedKeyPair(name));
    return this.#signers.get(address);
  }

  /** The address as the script writes it, for messages. */
  show(address: Address): string {
    return `\`${this.word(address)}\``;
  }

  word(address: Address): string {
    return this.#words.get(address) ?? this.#known.wordOf(address) ?? address;
  }

  similarWord(word: string, isWanted: (address: Address) => boolean): string | undefined {
    return this.#searches++ < MAX_SEARCHES ? nearest(word, this.#wordsOf(isWanted)) : undefined;
  }

  *#wordsOf(isWanted: (address: Address) => boolean): Iterable<string> {
    for (const [address, word] of this.#words) if (isWanted(address)) yield word;
    for (const [word, address] of this.#known.all) if (isWanted(address) && !this.#words.has(address)) yield word;
  }

  /** The names that the script uses for accounts, with their dollar; those that every cluster has are left out. */
  *used(): Iterable<readonly [word: string, address: Address]> {
    for (const [name, address] of this.#keys) yield [nameWord(name), address];
    for (const [address, word] of this.#words) if (isOwnName(word)) yield [word, address];
    for (const [word, address] of this.#addresses) if (isOwnName(word)) yield [word, address];
  }

  /**
   * Warns of names that look misspelt.
   *
   * @param has whether the account of a name is more than a wallet that received something
   */
  warnOfTypos(has: (address: Address) => boolean): void {
    this.#uses.warnOfTypos((name) => this.#keys.has(name) || has(this.#addressOf(name)));
  }

  #use({ value, at }: AddressNode): void {
    for (const name of this.#namesIn.get(value) ?? []) {
      if (!Object.hasOwn(WELL_KNOWN, name)) this.#uses.add(name, at);
    }
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

  #recordWord(address: Address, word: string): void {
    if (!this.#words.has(address)) this.#words.set(address, word);
  }

  #evaluate(expression: AddressExpression): Address {
    switch (expression.kind) {
      case 'address':
        return expression.address;
      case 'name':
        return this.#addressOf(expression.name);
      case 'call':
        return this.#derive(expression.name, expression.operands);
    }
  }

  #addressOf(name: string): Address {
    const address = this.#keys.get(name) ?? (Object.hasOwn(WELL_KNOWN, name) ? WELL_KNOWN[name] : undefined);
    const resolved = address ?? this.#known.all.get(nameWord(name)) ?? this.#newNames.get(name) ?? this.#newKey(name);
    this.#recordWord(resolved, nameWord(name));
    return resolved;
  }

  #newKey(name: string): Address {
    this.#countNew();
    const address = this.#signerOf(namedKeyPair(name));
    this.#newNames.set(name, address);
    return address;
  }

  #countNew(): void {
    if (++this.#newCount > this.#maxNew)
      throw new ScriptError(
        `more than ${this.#maxNew} new names and derivations in one call`,
        'use several calls, or write addresses in base58',
      );
  }

  #derive(name: string, operands: readonly Operand[]): Address {
    this.#countNew();
    if (name === 'ata') return this.#deriveAssociated(operands);
    if (name === 'pda') return this.#deriveProgramAddress(operands);
    throw new ScriptError(
      `$${name}(…) is not a derivation`,
      suggest(name, DERIVATIONS, (similar) => `$${similar}(…)`) ??
        'there are $ata(owner,mint) and $pda(program,seed,…)',
    );
  }

  #deriveAssociated(operands: readonly Operand[]): Address {
    const [owner, mint, program] = operands.map((operand) => this.#operandAddress(operand));
    if (owner === undefined || mint === undefined || operands.length > 3)
      throw new ScriptError(
        '$ata(…) takes an owner, a mint and, if need be, a token program',
        'as in $ata(alice,usdc)',
      );
    return this.associated(owner, mint, program);
  }

  #deriveProgramAddress([program, ...seeds]: readonly Operand[]): Address {
    if (program === undefined)
      throw new ScriptError('$pda(…) takes a program and its seeds', 'as in $pda($program,"vault")');
    if (program.kind === 'member') return namedPda(program.name, seeds, this.programs, (word) => this.#evaluate(word));
    return programAddress(
      this.#operandAddress(program),
      seeds.map((seed) => this.#seedBytes(seed)),
    );
  }

  #operandAddress(operand: Operand): Address {
    if (operand.kind === 'seed' || operand.kind === 'number')
      throw new ScriptError('expected an address, found a seed');
    if (operand.kind === 'member' || operand.kind === 'assigned') throw misplaced(operand);
    return this.#evaluate(operand);
  }

  #seedBytes(operand: Operand): Uint8Array {
    if (operand.kind === 'seed') return operand.seed;
    if (operand.kind === 'number') return byteSeed(operand.digits);
    if (operand.kind === 'member' || operand.kind === 'assigned') throw misplaced(operand);
    if (operand.kind === 'name' && !operand.isMarked)
      throw new ScriptError(
        `${operand.name} could be a text or a name`,
        `as a seed, text is quoted ("${operand.name}") and a name has a dollar ($${operand.name})`,
      );
    return decodeBase58(this.#evaluate(operand));
  }

  /** Any name is a key, so a typo would go unnoticed; names with digits are not checked. */
  #warnIfNearWellKnown(name: string, { at }: AddressNode): void {
    if (Object.hasOwn(WELL_KNOWN, name) || this.#keys.has(name) || /\d/.test(name)) return;
    const similar = nearest(name, Object.keys(WELL_KNOWN), 1);
    if (similar !== undefined) at.warn(`\`$${name}\` is a new key`, didYouMean(`$${similar}`));
  }
}

function misplaced({ name }: NamedOperand): ScriptError {
  return new ScriptError(`${name} has its place in $pda(program.name, seed=…)`, 'the program needs an IDL');
}

type Addresses = ReadonlyMap<string, Address>;

const wordsByAddress = new WeakMap<Addresses, ReadonlyMap<Address, string>>();

/** Names that a ledger has already, by their words. */
class KnownNames {
  readonly all: Addresses;

  constructor(all: Addresses) {
    this.all = all;
  }

  wordOf(address: Address): string | undefined {
    let words = wordsByAddress.get(this.all);
    if (words === undefined) {
      words = new Map(Array.from(this.all, ([word, known]) => [known, word]));
      wordsByAddress.set(this.all, words);
    }
    return words.get(address);
  }

  /** Undefined: no name, or a derived one, which cannot sign. */
  keyNameOf(address: Address): string | undefined {
    const word = this.wordOf(address);
    return word === undefined || word.includes('(') ? undefined : word.slice(1);
  }
}
