import { decodeBase58 } from '../../../codec/base58.ts';
import { ByteReader } from '../../../codec/byteReader.ts';
import { ByteWriter } from '../../../codec/byteWriter.ts';
import { type Address, SYSTEM_PROGRAM } from '../../../model/address.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import { inFile } from '../../hints.ts';
import type { Instruction } from '../../instruction.ts';
import { readonlyAccount, writableAccount, writableSigner } from '../../instruction.ts';
import type { Invocation } from '../../invocation.ts';
import { ProgramError } from '../../programError.ts';
import {
  type Associated,
  checkAssociated,
  checkTokenProgram,
  firstAddresses,
  INVALID_OWNER,
  tokenAccountUnder,
} from './accountsOf.ts';

const CREATE_ACCOUNT = 0;
const ASSIGN = 1;
const TRANSFER = 2;
const ALLOCATE = 8;

const INITIALIZE_ACCOUNT_3 = 18;
const GET_ACCOUNT_DATA_SIZE = 21;
const INITIALIZE_IMMUTABLE_OWNER = 22;

/**
 * Makes a wallet's account of a mint. Accounts: who pays, the account, the wallet, the mint, the system program, the token
 * program.
 *
 * @param isIdempotent an account that is there is no error
 */
export function createAssociated(invocation: Invocation, isIdempotent: boolean): void {
  const [payer, address, wallet, mint, , tokenProgram] = firstAddresses(invocation, 6) as Six;
  const created: Associated = { address, wallet, mint, tokenProgram };
  checkAssociated(invocation, created, 'Associated');
  if (isIdempotent && isThere(invocation, created)) return;
  refuseExisting(invocation, address);
  checkTokenProgram(invocation, tokenProgram);
  makeAccount(invocation, payer, created, sizeOf(invocation, created));
  invocation.log('Program log: Initialize the associated token account');
  invocation.call({
    program: tokenProgram,
    accounts: [writableAccount(address)],
    data: Uint8Array.of(INITIALIZE_IMMUTABLE_OWNER),
  });
  invocation.call({
    program: tokenProgram,
    accounts: [writableAccount(address), readonlyAccount(mint)],
    data: new ByteWriter(33).u8(INITIALIZE_ACCOUNT_3).append(decodeBase58(wallet)).bytes(),
  });
}

type Six = [Address, Address, Address, Address, Address, Address];

function isThere({ log, accounts }: Invocation, { address, wallet, mint, tokenProgram }: Associated): boolean {
  const { names, moment } = accounts;
  const token = tokenAccountUnder(accounts.loaded(address), tokenProgram);
  if (token === undefined) return false;
  const shown = `${names.show(address)} at slot ${moment.slot}`;
  if (token.owner !== wallet) {
    log('Program log: Associated token account owner does not match address derivation');
    throw new ProgramError(
      INVALID_OWNER,
      `${shown} belongs to ${names.show(token.owner)}, not to ${names.show(wallet)}`,
    );
  }
  if (token.mint !== mint)
    throw new ProgramError(
      'InvalidAccountData',
      `${shown} is of ${names.show(token.mint)}, not of ${names.show(mint)}`,
    );
  return true;
}

function refuseExisting({ accounts }: Invocation, address: Address): void {
  const { names, moment } = accounts;
  if (accounts.loaded(address).owner !== SYSTEM_PROGRAM)
    throw new ProgramError(
      'IllegalOwner',
      `${names.show(address)} exists already at slot ${moment.slot}`,
      `with ${inFile('idempotent')} that is no error`,
    );
}

/** Asks the token program for the bytes of an account whose owner cannot change. */
function sizeOf(invocation: Invocation, { mint, tokenProgram }: Associated): bigint {
  const data = new ByteWriter(3).u8(GET_ACCOUNT_DATA_SIZE).u16(EXTENSION.immutableOwner).bytes();
  const returned = invocation.call({ program: tokenProgram, accounts: [readonlyAccount(mint)], data });
  if (returned?.data.length !== 8)
    throw new ProgramError('InvalidInstructionData', 'the token program returns no account size');
  return new ByteReader(returned.data).u64();
}

/** An account that has lamports is not created: it gets what its rent lacks, its size and its program. */
function makeAccount(
  invocation: Invocation,
  payer: Address,
  { address, tokenProgram }: Associated,
  size: bigint,
): void {
  const needed = invocation.accounts.minimumBalance(Number(size));
  const had = invocation.accounts.loaded(address).lamports;
  const own = [writableSigner(address)];
  const ownerBytes = decodeBase58(tokenProgram);
  const call = (accounts: Instruction['accounts'], data: ByteWriter): void => {
    invocation.call({ program: SYSTEM_PROGRAM, accounts, data: data.bytes() }, [address]);
  };
  if (had === 0n) {
    const data = new ByteWriter(52).u32(CREATE_ACCOUNT).u64(needed).u64(size).append(ownerBytes);
    call([writableSigner(payer), ...own], data);
    return;
  }
  if (had < needed)
    call([writableSigner(payer), writableAccount(address)], new ByteWriter(12).u32(TRANSFER).u64(needed - had));
  call(own, new ByteWriter(12).u32(ALLOCATE).u64(size));
  call(own, new ByteWriter(36).u32(ASSIGN).append(ownerBytes));
}
