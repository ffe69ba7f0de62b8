import { decodeBase58 } from '../../../codec/base58.ts';
import { sha256 } from '../../../codec/sha256.ts';
import type { Account } from '../../../model/account.ts';
import { type Address, isAddressText, NATIVE_MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../model/address.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../../model/lookupTable.ts';
import { type AccountsView, rentExemption } from '../../../runtime/accounts/accounts.ts';
import { accountExtensionsFor, mintRulesOf } from '../../../runtime/accounts/extensions.ts';
import {
  lookupTableBytes,
  MAX_MULTISIG_SIGNERS,
  mintBytes,
  multisigBytes,
  TOKEN_ACCOUNT_BYTES,
  tokenAccountBytes,
} from '../../../runtime/accounts/layouts.ts';
import { mintOf, requireTokenProgram } from '../../../runtime/accounts/tokens.ts';
import { inFile } from '../../../runtime/hints.ts';
import { newNonce, writeNonce } from '../../../runtime/programs/system/nonce.ts';
import type { AccountKind, AccountWord, AddressWord, Place } from '../../format/types.ts';
import type { Names } from '../names/names.ts';
import { reporting } from '../scriptError.ts';
import { readUnits } from './units.ts';

/** What an account is; lamports left out: as many as make it rent-exempt. */
type Content = Pick<Account, 'owner' | 'data'> & Partial<Pick<Account, 'lamports' | 'executable' | 'rentEpoch'>>;

type Kind<K extends AccountKind['kind']> = Extract<AccountKind, { kind: K }>;

/** Undefined: there is a mistake, which was reported. */
export function accountContent(
  address: Address,
  { is, at }: AccountWord,
  names: Names,
  accounts: AccountsView,
): Content | undefined {
  switch (is.kind) {
    case 'wallet':
      return { owner: SYSTEM_PROGRAM, data: new Uint8Array(), lamports: 0n };
    case 'mint':
      return mintContent(is, names);
    case 'token':
      return tokenContent(address, is, names, accounts);
    case 'multisig':
      return multisigContent(is, at, names);
    case 'nonce':
      return nonceContent(address, is, at, names);
    case 'lookupTable':
      return tableContent(is, names);
    case 'raw':
      return rawContent(is, names);
  }
}

function mintContent(is: Kind<'mint'>, names: Names): Content | undefined {
  const owner = tokenProgram(is.program, names);
  const authority = optional(is.authority, names);
  const freezeAuthority = optional(is.freezeAuthority, names);
  if (owner === undefined || authority === undefined || freezeAuthority === undefined) return undefined;
  return { owner, data: mintBytes({ decimals: is.decimals, supply: 0n, authority, freezeAuthority }) };
}

function tokenContent(address: Address, is: Kind<'token'>, names: Names, accounts: AccountsView): Content | undefined {
  const mint = names.resolve(is.mint);
  const owner = names.resolve(is.owner);
  const delegateTo = optional(is.delegate?.to, names);
  if (mint === undefined || owner === undefined || delegateTo === undefined) return undefined;
  const account = accounts.get(mint);
  const facts = mintOf(account);
  if (account === undefined || facts === undefined) return refuseMint(is.mint, names, accounts);
  const amount = readUnits(is.amount, facts.decimals);
  const delegated = is.delegate === undefined ? 0n : readUnits(is.delegate.amount, facts.decimals);
  if (amount === undefined || delegated === undefined) return undefined;
  const program = account.owner;
  const isAssociated = names.associated(owner, mint, program) === address;
  const rules = mintRulesOf(account);
  if (rules === undefined)
    return is.mint.at.refuse(
      `${names.show(mint)} has extensions that are not known`,
      'give its accounts as {"raw": …}, or record them',
    );
  const reserve = rentExemption(TOKEN_ACCOUNT_BYTES);
  const data = tokenAccountBytes({
    mint,
    owner,
    amount,
    delegate: delegateTo === null ? undefined : { to: delegateTo, amount: delegated },
    isFrozen: is.frozen,
    nativeReserve: mint === NATIVE_MINT ? reserve : undefined,
    extensions: accountExtensionsFor(rules, program, isAssociated),
  });
  return { owner: program, data, ...(mint === NATIVE_MINT && { lamports: reserve + amount }) };
}

function refuseMint(word: AddressWord, names: Names, accounts: AccountsView): undefined {
  const similar = names.similarWord(word.value, (address) => mintOf(accounts.get(address)) !== undefined);
  const hint = similar === undefined ? `add it ${inFile('mintOfAccount')}` : `did you mean ${similar}?`;
  return word.at.refuse(`there is no mint \`${word.value}\``, hint);
}

function multisigContent(is: Kind<'multisig'>, at: Place, names: Names): Content | undefined {
  const owner = tokenProgram(is.program, names);
  const signers = names.resolveAll(is.signers);
  if (owner === undefined || signers === undefined) return undefined;
  const { length } = signers;
  if (length < 1 || length > MAX_MULTISIG_SIGNERS || is.required < 1 || is.required > length)
    return at.refuse(
      `a multisig of ${is.required} out of ${length}`,
      `it has 1 to ${MAX_MULTISIG_SIGNERS} signers, and requires 1 to all of them`,
    );
  return { owner, data: multisigBytes(is.required, signers) };
}

function nonceContent(address: Address, is: Kind<'nonce'>, at: Place, names: Names): Content | undefined {
  const authority = names.resolve(is.authority);
  const nonce = is.nonce === undefined ? sha256(`stillnode nonce ${address}`) : bytesOfHash(is.nonce);
  if (nonce === undefined) return at.refuse('expected a nonce (base58 of 32 bytes)');
  return authority && { owner: SYSTEM_PROGRAM, data: writeNonce(newNonce(authority, nonce)) };
}

/** Undefined where the text is not base58 of 32 bytes. */
export function bytesOfHash(base58: string): Uint8Array | undefined {
  return isAddressText(base58) ? decodeBase58(base58) : undefined;
}

function tableContent(is: Kind<'lookupTable'>, names: Names): Content | undefined {
  const authority = optional(is.authority, names);
  const addresses = names.resolveAll(is.addresses);
  if (authority === undefined || addresses === undefined) return undefined;
  return { owner: LOOKUP_TABLE_PROGRAM, data: lookupTableBytes(authority, addresses) };
}

function rawContent({ owner: word, data, executable, rentEpoch }: Kind<'raw'>, names: Names): Content | undefined {
  const owner = names.resolve(word);
  return owner && { owner, data, executable, ...(rentEpoch !== undefined && { rentEpoch }) };
}

/** null where nothing is given, undefined where the given word is wrong. */
function optional(word: AddressWord | undefined, names: Names): Address | null | undefined {
  return word === undefined ? null : names.resolve(word);
}

function tokenProgram(word: AddressWord | undefined, names: Names): Address | undefined {
  if (word === undefined) return TOKEN_PROGRAM;
  const program = names.resolve(word);
  return program && reporting(word.at, () => requireTokenProgram(names, program));
}
