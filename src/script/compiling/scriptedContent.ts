import { decodeBase58 } from '../../codec/base58.ts';
import { sha256 } from '../../codec/bytes.ts';
import { didYouMean } from '../../codec/suggest.ts';
import { fieldBytes } from '../../idl/fieldBytes.ts';
import type { AccountsView } from '../../runtime/accounts/bankAccounts.ts';
import { withExtensions } from '../../runtime/accounts/tokenBytes.ts';
import { mintOf, requireTokenProgram } from '../../runtime/accounts/tokens.ts';
import type { Names } from '../../runtime/names/names.ts';
import { accountNamed, programNamed } from '../../runtime/names/programNames.ts';
import { reportErrors } from '../../runtime/names/reporting.ts';
import { type Address, NATIVE_MINT, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../solana/address.ts';
import { LOOKUP_TABLE_PROGRAM, lookupTableBytes } from '../../solana/lookupTable.ts';
import { newNonce, writeNonce } from '../../solana/nonce.ts';
import {
  MAX_MULTISIG_SIGNERS,
  mintBytes,
  multisigBytes,
  TOKEN_ACCOUNT_BYTES,
  tokenAccountBytes,
} from '../../solana/programs/splToken/layout.ts';
import { inFile } from '../../syntax/hintParts.ts';
import { type AddressNode, asCursor, type Place } from '../../syntax/values.ts';
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
  const { accountKind, at } = node;
  const { names } = setting;
  switch (accountKind.kind) {
    case 'wallet':
      return { owner: SYSTEM_PROGRAM, data: new Uint8Array(), lamports: 0n };
    case 'mint':
      return mintContent(address, accountKind, setting);
    case 'token':
      return tokenContent(address, accountKind, setting);
    case 'multisig':
      return multisigContent(accountKind, at, names);
    case 'nonce':
      return nonceContent(address, accountKind, names);
    case 'stake':
      return stakeContent(accountKind, node, setting);
    case 'lookupTable':
      return lookupTableContent(accountKind, names);
    case 'raw':
      return rawContent(accountKind, names);
    case 'program':
      return programAccountContent(accountKind, at, names);
  }
}

function mintContent(address: Address, kind: Kind<'mint'>, setting: AccountSetting): AccountContent | undefined {
  const { names } = setting;
  const owner = resolveTokenProgram(kind.program, names);
  const authority = resolveOptional(kind.authority, names);
  const freezeAuthority = resolveOptional(kind.freezeAuthority, names);
  if (owner === undefined || authority === undefined || freezeAuthority === undefined) return undefined;
  const facts = { program: owner, hasFreezeAuthority: freezeAuthority !== null };
  const entries =
    kind.extensions === undefined ? [] : mintEntries(kind.extensions, facts, { mint: address, ...setting });
  const base = mintBytes({ decimals: kind.decimals, mintAuthority: authority, freezeAuthority });
  return entries && { owner, data: withExtensions(base, 'mint', entries) };
}

function tokenContent(address: Address, kind: Kind<'token'>, setting: AccountSetting): AccountContent | undefined {
  const { accounts, minimumBalance, names } = setting;
  const mint = names.resolve(kind.mint);
  const owner = names.resolve(kind.owner);
  const delegateTo = resolveOptional(kind.delegate?.to, names);
  if (mint === undefined || owner === undefined || delegateTo === undefined) return undefined;
  const account = accounts.get(mint);
  const facts = mintOf(account);
  if (account === undefined || facts === undefined) return refuseMint(kind.mint, names, accounts);
  const amount = readUnits(kind.amount, facts.decimals);
  const delegated = kind.delegate === undefined ? 0n : readUnits(kind.delegate.amount, facts.decimals);
  if (amount === undefined || delegated === undefined) return undefined;
  const program = account.owner;
  const isAssociated = names.associated(owner, mint, program) === address;
  const entries = accountEntries(kind.extensions, account, isAssociated, { mint, ...setting });
  if (entries === null)
    return kind.mint.at.refuse(
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
    state: kind.frozen ? 'frozen' : 'initialized',
    nativeReserve: mint === NATIVE_MINT ? reserve : null,
  });
  const data = entries && withExtensions(base, 'account', entries);
  return data && { owner: program, data, ...(mint === NATIVE_MINT && { lamports: reserve + amount }) };
}

function refuseMint(node: AddressNode, names: Names, accounts: AccountsView): undefined {
  const similar = names.similarText(node.value, (address) => mintOf(accounts.get(address)) !== undefined);
  const hint = similar === undefined ? `add it ${inFile('mintOfAccount')}` : didYouMean(similar);
  return node.at.refuse(`there is no mint \`${node.value}\``, hint);
}

function multisigContent(kind: Kind<'multisig'>, at: Place, names: Names): AccountContent | undefined {
  const owner = resolveTokenProgram(kind.program, names);
  const signers = names.resolveAll(kind.signers);
  if (owner === undefined || signers === undefined) return undefined;
  const { length } = signers;
  if (length < 1 || length > MAX_MULTISIG_SIGNERS || kind.required < 1 || kind.required > length)
    return at.refuse(
      `a multisig of ${kind.required} out of ${length}`,
      `it has 1 to ${MAX_MULTISIG_SIGNERS} signers, and requires 1 to all of them`,
    );
  return { owner, data: multisigBytes(kind.required, signers) };
}

function nonceContent(address: Address, kind: Kind<'nonce'>, names: Names): AccountContent | undefined {
  const authority = names.resolve(kind.authority);
  const nonce = kind.nonce === undefined ? sha256(`stillnode nonce ${address}`) : decodeBase58(kind.nonce);
  return authority && { owner: SYSTEM_PROGRAM, data: writeNonce(newNonce(authority, nonce)) };
}

function lookupTableContent(kind: Kind<'lookupTable'>, names: Names): AccountContent | undefined {
  const authority = resolveOptional(kind.authority, names);
  const addresses = names.resolveAll(kind.addresses);
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

function programAccountContent(kind: Kind<'program'>, at: Place, names: Names): AccountContent | undefined {
  const program = programNamed(kind.program, names.programs);
  const type = program && accountNamed(kind.account, program);
  if (program === undefined || type === undefined) return undefined;
  const fields = kind.fields ?? asCursor(at).member('fields');
  const bytes = fieldBytes(type.type, fields, (item) => names.resolve(item));
  if (bytes === undefined) return undefined;
  const data = Buffer.concat([type.discriminator, bytes]);
  if (kind.space === undefined) return { owner: program.address, data };
  if (kind.space < data.length)
    return asCursor(at)
      .member('space')
      .refuse(`expected a space of at least ${data.length} bytes, found ${kind.space}`);
  return { owner: program.address, data: Buffer.concat([data], kind.space) };
}

/** The address of a node; null without a node; undefined: the node is wrong, which was reported. */
function resolveOptional(node: AddressNode | undefined, names: Names): Address | null | undefined {
  return node === undefined ? null : names.resolve(node);
}

function resolveTokenProgram(node: AddressNode | undefined, names: Names): Address | undefined {
  if (node === undefined) return TOKEN_PROGRAM;
  const program = names.resolve(node);
  return program && reportErrors(node.at, () => requireTokenProgram(names, program));
}
