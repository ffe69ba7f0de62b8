import { decodeBase58 } from '../../codec/base58.ts';
import { sha256 } from '../../codec/bytes.ts';
import { didYouMean } from '../../codec/suggest.ts';
import { fieldBytes } from '../../idl/writeFields.ts';
import type { AccountsView } from '../../runtime/accounts/accountStates.ts';
import { withExtensions } from '../../runtime/accounts/tokenBytes.ts';
import { mintOf, requireTokenProgram } from '../../runtime/accounts/tokens.ts';
import type { Names } from '../../runtime/names/names.ts';
import { accountNamed, programNamed } from '../../runtime/names/programNames.ts';
import { reporting } from '../../runtime/names/reporting.ts';
import { type Address, isAddressText, NATIVE_MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../solana/address.ts';
import { LOOKUP_TABLE_PROGRAM, lookupTableBytes } from '../../solana/lookupTable.ts';
import { newNonce, writeNonce } from '../../solana/nonce.ts';
import {
  MAX_MULTISIG_SIGNERS,
  mintBytes,
  multisigBytes,
  TOKEN_ACCOUNT_BYTES,
  tokenAccountBytes,
} from '../../solana/programs/splToken/layout.ts';
import { inFile } from '../../syntax/hintWords.ts';
import { type AddressNode, cursorOf, type Place } from '../../syntax/values.ts';
import type { AccountKind, AccountNode } from '../format/accounts.ts';
import type { AccountContent, AccountSetting } from './accountSetting.ts';
import { stakeContent } from './stakeContent.ts';
import { accountEntries, mintEntries } from './tokenExtensions.ts';
import { readUnits } from './tokenUnits.ts';

type Kind<K extends AccountKind['kind']> = Extract<AccountKind, { kind: K }>;

/** The content of an account of any kind. Undefined: there is a mistake, which was reported. */
export function accountContent(
  address: Address,
  node: AccountNode,
  setting: AccountSetting,
): AccountContent | undefined {
  const { is, at } = node;
  const { names } = setting;
  switch (is.kind) {
    case 'wallet':
      return { owner: SYSTEM_PROGRAM, data: new Uint8Array(), lamports: 0n };
    case 'mint':
      return mintContent(address, is, setting);
    case 'token':
      return tokenContent(address, is, setting);
    case 'multisig':
      return multisigContent(is, at, names);
    case 'nonce':
      return nonceContent(address, is, at, names);
    case 'stake':
      return stakeContent(is, node, setting);
    case 'lookupTable':
      return tableContent(is, names);
    case 'raw':
      return rawContent(is, names);
    case 'program':
      return programAccountContent(is, at, names);
  }
}

function mintContent(address: Address, is: Kind<'mint'>, setting: AccountSetting): AccountContent | undefined {
  const { names } = setting;
  const owner = tokenProgram(is.program, names);
  const authority = optional(is.authority, names);
  const freezeAuthority = optional(is.freezeAuthority, names);
  if (owner === undefined || authority === undefined || freezeAuthority === undefined) return undefined;
  const facts = { program: owner, hasFreezeAuthority: freezeAuthority !== null };
  const entries = is.extensions === undefined ? [] : mintEntries(is.extensions, facts, { mint: address, ...setting });
  const base = mintBytes({ decimals: is.decimals, mintAuthority: authority, freezeAuthority });
  return entries && { owner, data: withExtensions(base, 'mint', entries) };
}

function tokenContent(address: Address, is: Kind<'token'>, setting: AccountSetting): AccountContent | undefined {
  const { accounts, minimumBalance, names } = setting;
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
  const entries = accountEntries(is.extensions, account, isAssociated, { mint, ...setting });
  if (entries === null)
    return is.mint.at.refuse(
      `${names.show(mint)} has extensions that are not known`,
      'give its accounts as {"raw": …}, or record them',
    );
  const reserve = minimumBalance(TOKEN_ACCOUNT_BYTES);
  const base = tokenAccountBytes({
    mint,
    owner,
    amount,
    delegate: delegateTo,
    delegatedAmount: delegated,
    state: is.frozen ? 'frozen' : 'initialized',
    nativeReserve: mint === NATIVE_MINT ? reserve : null,
  });
  const data = entries && withExtensions(base, 'account', entries);
  return data && { owner: program, data, ...(mint === NATIVE_MINT && { lamports: reserve + amount }) };
}

function refuseMint(node: AddressNode, names: Names, accounts: AccountsView): undefined {
  const similar = names.similarWord(node.value, (address) => mintOf(accounts.get(address)) !== undefined);
  const hint = similar === undefined ? `add it ${inFile('mintOfAccount')}` : didYouMean(similar);
  return node.at.refuse(`there is no mint \`${node.value}\``, hint);
}

function multisigContent(is: Kind<'multisig'>, at: Place, names: Names): AccountContent | undefined {
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

function nonceContent(address: Address, is: Kind<'nonce'>, at: Place, names: Names): AccountContent | undefined {
  const authority = names.resolve(is.authority);
  const nonce = is.nonce === undefined ? sha256(`stillnode nonce ${address}`) : bytesOfHash(is.nonce);
  if (nonce === undefined) return at.refuse('expected a nonce (base58 of 32 bytes)');
  return authority && { owner: SYSTEM_PROGRAM, data: writeNonce(newNonce(authority, nonce)) };
}

/** Undefined where the text is not base58 of 32 bytes. */
export function bytesOfHash(base58: string): Uint8Array | undefined {
  return isAddressText(base58) ? decodeBase58(base58) : undefined;
}

function tableContent(is: Kind<'lookupTable'>, names: Names): AccountContent | undefined {
  const authority = optional(is.authority, names);
  const addresses = names.resolveAll(is.addresses);
  if (authority === undefined || addresses === undefined) return undefined;
  return { owner: LOOKUP_TABLE_PROGRAM, data: lookupTableBytes(authority, addresses) };
}

function rawContent(
  { owner: node, data, executable, rentEpoch }: Kind<'raw'>,
  names: Names,
): AccountContent | undefined {
  const owner = names.resolve(node);
  return owner && { owner, data, executable, ...(rentEpoch !== undefined && { rentEpoch }) };
}

function programAccountContent(is: Kind<'program'>, at: Place, names: Names): AccountContent | undefined {
  const program = programNamed(is.program, names.programs);
  const type = program && accountNamed(is.account, program);
  if (program === undefined || type === undefined) return undefined;
  const fields = is.fields ?? cursorOf(at).member('fields');
  const bytes = fieldBytes(type.type, fields, program.idl, (word) => names.resolve(word));
  if (bytes === undefined) return undefined;
  const data = Buffer.concat([type.discriminator, bytes]);
  if (is.space === undefined) return { owner: program.address, data };
  if (is.space < data.length) return at.refuse(`expected a space of at least ${data.length} bytes, found ${is.space}`);
  return { owner: program.address, data: Buffer.concat([data], is.space) };
}

/** null where nothing is given, undefined where the given node is wrong. */
function optional(node: AddressNode | undefined, names: Names): Address | null | undefined {
  return node === undefined ? null : names.resolve(node);
}

function tokenProgram(node: AddressNode | undefined, names: Names): Address | undefined {
  if (node === undefined) return TOKEN_PROGRAM;
  const program = names.resolve(node);
  return program && reporting(node.at, () => requireTokenProgram(names, program));
}
