import { decodeBase58 } from '../../../codec/base58.ts';
import { ByteReader } from '../../../codec/byteReader.ts';
import { ByteWriter } from '../../../codec/byteWriter.ts';
import { type Account, emptyAccount } from '../../../model/account.ts';
import { ADDRESS_BYTES, type Address, RECENT_BLOCKHASHES_SYSVAR, SYSTEM_PROGRAM } from '../../../model/address.ts';
import { nextNonce } from '../../../model/durableNonce.ts';
import { readAddress } from '../../../model/wireParts.ts';
import { type Changes, rentExemption } from '../../../runtime/accounts/accounts.ts';
import { nonceBytes } from '../../../runtime/accounts/layouts.ts';
import { inFile } from '../../../runtime/hints.ts';
import { ScriptError } from '../scriptError.ts';
import {
  type BuiltInstruction,
  type InstructionBuilder,
  readonlyAccount,
  readonlySigner,
  writableAccount,
  writableSigner,
} from './builder.ts';

const CREATE_ACCOUNT = 0;
const TRANSFER = 2;
const ADVANCE_NONCE_ACCOUNT = 4;
/** Source agave 4.1 system program MAX_PERMITTED_DATA_LENGTH */
const MAX_SPACE = 10n * 1024n * 1024n;

export const buildTransfer: InstructionBuilder = (args, { names }) => {
  const from = names.resolve(args.address('from'));
  const to = names.resolve(args.address('to'));
  const lamports = args.lamports('lamports');
  if (from === undefined || to === undefined || lamports === undefined) return undefined;
  return {
    program: SYSTEM_PROGRAM,
    accounts: [writableSigner(from), writableAccount(to)],
    data: new ByteWriter(12).u32(TRANSFER).u64(lamports).bytes(),
    effect: (accounts) => moveLamports(accounts, from, to, lamports),
  };
};

/** Only wallets can send: what a program owns, it moves itself. */
function moveLamports(accounts: Changes, from: Address, to: Address, lamports: bigint): void {
  const sender = accounts.get(from);
  if (sender !== undefined && (sender.owner !== SYSTEM_PROGRAM || sender.data.length > 0))
    throw new ScriptError(
      `${accounts.names.show(from)} is no wallet at slot ${accounts.moment.slot} and cannot send SOL`,
      `it belongs to ${accounts.names.show(sender.owner)} and holds ${sender.data.length} bytes`,
    );
  accounts.debit(from, lamports, 'send');
  accounts.credit(to, lamports);
}

export const buildCreateAccount: InstructionBuilder = (args, { names }) => {
  const from = names.resolve(args.address('from'));
  const account = names.resolve(args.address('account'));
  const owner = names.resolve(args.address('owner'));
  const space = args.u64('space');
  const lamports = args.optionalLamports('lamports');
  if (from === undefined || account === undefined || owner === undefined) return undefined;
  if (space === undefined || lamports === undefined) return undefined;
  if (space > MAX_SPACE) throw new ScriptError(`an account of ${space} bytes, at most ${MAX_SPACE} allowed`);
  return createAccount({ from, account, owner, space: Number(space), ...(lamports !== null && { lamports }) });
};

export interface NewAccount {
  readonly from: Address;
  readonly account: Address;
  readonly owner: Address;
  /** bytes */
  readonly space: number;
  /** default: what makes it rent-exempt */
  readonly lamports?: bigint;
}

export function createAccount(created: NewAccount): BuiltInstruction {
  const { from, account, owner, space, lamports = rentExemption(space) } = created;
  const data = new ByteWriter(52).u32(CREATE_ACCOUNT).u64(lamports).u64(BigInt(space)).append(decodeBase58(owner));
  return {
    program: SYSTEM_PROGRAM,
    accounts: [writableSigner(from), writableSigner(account)],
    data: data.bytes(),
    effect: (accounts) => {
      if (accounts.get(account) !== undefined)
        throw new ScriptError(`${accounts.names.show(account)} exists already at slot ${accounts.moment.slot}`);
      accounts.debit(from, lamports, 'pay');
      accounts.set({ ...emptyAccount(account), lamports, owner, data: new Uint8Array(space) });
    },
  };
}

export const buildAdvanceNonce: InstructionBuilder = (args, { names }) => {
  const nonce = names.resolve(args.address('nonce'));
  const authority = names.resolve(args.address('authority'));
  if (nonce === undefined || authority === undefined) return undefined;
  return {
    program: SYSTEM_PROGRAM,
    accounts: [writableAccount(nonce), readonlyAccount(RECENT_BLOCKHASHES_SYSVAR), readonlySigner(authority)],
    data: new ByteWriter(4).u32(ADVANCE_NONCE_ACCOUNT).bytes(),
    effect: (accounts) => advanceNonce(accounts, nonce, authority),
  };
};

export interface Nonce {
  readonly account: Account;
  readonly authority: Address;
  /** 32 bytes, which transactions use in place of a blockhash */
  readonly value: Uint8Array;
}

const NONCE_BYTES = 80;
const AUTHORITY_OFFSET = 8;

/** @throws ScriptError where there is no nonce account */
export function nonceOf(accounts: Changes, address: Address): Nonce {
  const account = accounts.get(address);
  if (account === undefined || account.owner !== SYSTEM_PROGRAM || account.data.length !== NONCE_BYTES)
    throw new ScriptError(
      `there is no nonce account ${accounts.names.show(address)} at slot ${accounts.moment.slot}`,
      `add it ${inFile('nonce')}`,
    );
  const reader = new ByteReader(account.data, AUTHORITY_OFFSET);
  return { account, authority: readAddress(reader), value: reader.take(ADDRESS_BYTES) };
}

/** There is one nonce a block. */
function advanceNonce(accounts: Changes, address: Address, authority: Address): void {
  const { names, moment } = accounts;
  const nonce = nonceOf(accounts, address);
  if (nonce.authority !== authority)
    throw new ScriptError(
      `${names.show(authority)} may not advance ${names.show(address)}`,
      `${names.show(nonce.authority)} may`,
    );
  const next = nextNonce(moment.parentHash);
  if (Buffer.compare(next, nonce.value) === 0)
    throw new ScriptError(
      `${names.show(address)} was advanced in slot ${moment.slot} before: a nonce advances once a block`,
    );
  accounts.set({ ...nonce.account, data: nonceBytes(authority, next) });
}
