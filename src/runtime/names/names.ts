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
import { associatedText, nameText } from '../../syntax/addressExpressionText.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import type { AddressNode, KeyNode } from '../../syntax/values.ts';
import type { TokenHolder } from '../accountNames.ts';
import { associatedAddress, programAddress } from '../derive.ts';
import { type KeyPair, keyPairOf, namedKeyPair } from './namedKeys.ts';
import { namedPda } from './namedPda.ts';
import { NameUses, namesIn } from './nameUses.ts';
import { reportErrors } from './reporting.ts';

const DERIVATIONS = ['ata', 'pda'];

/** Limit for additions to a live ledger: computing 1,000 addresses takes some 50 ms. */
export const MAX_NEW_ADDRESSES = 1000;
/** Limit of searches for similar names: each compares every name. */
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
  readonly #texts = new Map<Address, string>();
  readonly #associated = new Set<Address>();
  readonly #holders = new Map<Address, TokenHolder>();
  readonly #tokenPrograms = new Map<Address, Address>();
  readonly #recordedTokenProgramOf: (mint: Address) => Address | undefined;
  readonly #known: KnownNames;
  readonly #uses = new NameUses();
  /** names within an expression that has been resolved */
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

  /** The address of an expression; undefined: it is wrong, which is reported. */
  resolve(node: AddressNode | null | undefined): Address | undefined {
    // the limit is reported once
    if (node === undefined || node === null || this.#newCount > this.#maxNew) return undefined;
    const resolved = this.#addresses.get(node.value);
    if (resolved !== undefined) {
      this.#use(node);
      return resolved;
    }
    return reportErrors(node.at, () => {
      const expression = parseAddressExpression(node.value);
      const address = this.#evaluate(expression);
      this.#addresses.set(node.value, address);
      this.#recordText(address, node.value);
      this.#namesIn.set(node.value, namesIn(expression));
      this.#use(node);
      if (expression.kind === 'name') this.#warnIfNearWellKnown(expression.name, node);
      return address;
    });
  }

  /** Resolves every expression; undefined: one of them is wrong. */
  resolveAll(nodes: readonly AddressNode[] | undefined): readonly Address[] | undefined {
    const addresses = nodes?.map((node) => this.resolve(node));
    return addresses?.every((address) => address !== undefined) ? addresses : undefined;
  }

  /** The account of a wallet for a mint, by default under the token program of the mint. */
  associated(owner: Address, mint: Address, tokenProgram?: Address): Address {
    const usual = this.#tokenProgramOf(mint);
    const program = tokenProgram ?? usual;
    const key = `${owner} ${mint} ${program}`;
    const existing = this.#addresses.get(key);
    if (existing !== undefined) return existing;
    const address = associatedAddress(owner, mint, program);
    this.#addresses.set(key, address);
    this.#associated.add(address);
    const operands = program === usual ? [owner, mint] : [owner, mint, program];
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

  /** Records the token program that a mint belongs to. */
  setTokenProgram(mint: Address, program: Address): void {
    this.#tokenPrograms.set(mint, program);
  }

  /** @param program undefined: nothing is recorded; the program is that of the ledger, or else the Token program */
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
    for (const [text, address] of this.#addresses) if (isOwnName(text)) yield [text, address];
  }

  /**
   * Warns of names that look misspelled.
   *
   * @param isMade whether the account of a name was set up, and did not only receive something
   */
  warnOfTypos(isMade: (address: Address) => boolean): void {
    this.#uses.warnOfTypos((name) => this.#keys.has(name) || isMade(this.#addressOf(name)));
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

  #recordText(address: Address, text: string): void {
    if (!this.#texts.has(address)) this.#texts.set(address, text);
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
    const resolved = address ?? this.#known.all.get(nameText(name)) ?? this.#newNames.get(name) ?? this.#newKey(name);
    this.#recordText(resolved, nameText(name));
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
    if (program.kind === 'member')
      return namedPda(program.name, seeds, this.programs, (expression) => this.#evaluate(expression));
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

  /** Warns of a new name that is similar to one of every cluster. Any name is a key, so a typo would go unnoticed. */
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

  /** The name of a key, without its dollar; undefined: the address has no name, or a derived one, which cannot sign. */
  keyNameOf(address: Address): string | undefined {
    const text = this.textOf(address);
    return text === undefined || text.includes('(') ? undefined : text.slice(1);
  }
}
