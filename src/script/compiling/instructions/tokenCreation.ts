/**
 * Instructions that create mints and token accounts.
 *
 * Source   spl-token-2022-interface 2.1, spl-associated-token-account-interface 2.0
 * @module
 */

import { decodeBase58 } from '../../../codec/base58.ts';
import { ByteWriter } from '../../../codec/byteWriter.ts';

import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../model/address.ts';
import { type Changes, rentExemption } from '../../../runtime/accounts/accounts.ts';
import { requireRules } from '../../../runtime/accounts/extensionRules.ts';
import { accountExtensionsFor } from '../../../runtime/accounts/extensions.ts';
import { MINT_BYTES, TOKEN_ACCOUNT_BYTES, tokenAccountBytes } from '../../../runtime/accounts/layouts.ts';
import { requireTokenProgram } from '../../../runtime/accounts/tokens.ts';
import { readonlyAccount, writableAccount, writableSigner } from '../../../runtime/instruction.ts';
import type { InstructionBuilder } from './builder.ts';
import { mintFacts } from './holdings.ts';
import { createAccount } from './system.ts';

const INITIALIZE_ACCOUNT_3 = 18;
const INITIALIZE_MINT_2 = 20;
const CREATE = 0;
const CREATE_IDEMPOTENT = 1;

/** A new account and its initialization: two instructions. */
export const buildCreateMint: InstructionBuilder = (args, context) => {
  const { names } = context;
  const account = names.resolve(args.address('mint'));
  const decimals = args.u8('decimals');
  const authority = names.resolve(args.address('authority'));
  const payerWord = args.optionalAddress('payer');
  const programWord = args.optionalAddress('program');
  const from = payerWord === null ? (context.payer ?? authority) : names.resolve(payerWord);
  const owner = programWord === null ? TOKEN_PROGRAM : names.resolve(programWord);
  if (account === undefined || decimals === undefined || authority === undefined) return undefined;
  if (from === undefined || owner === undefined) return undefined;
  requireTokenProgram(names, owner);
  names.setTokenProgram(account, owner);
  const data = new ByteWriter(35).u8(INITIALIZE_MINT_2).u8(decimals).append(decodeBase58(authority)).u8(0).bytes();
  return [
    createAccount({ from, account, owner, space: BigInt(MINT_BYTES) }),
    { program: owner, accounts: [writableAccount(account)], data },
  ];
};

/** A new account and its initialization: two instructions. */
export const buildCreateTokenAccount: InstructionBuilder = (args, context) => {
  const { names } = context;
  const account = names.resolve(args.address('account'));
  const mint = names.resolve(args.address('mint'));
  const owner = names.resolve(args.address('owner'));
  const payerWord = args.optionalAddress('payer');
  const from = payerWord === null ? (context.payer ?? owner) : names.resolve(payerWord);
  if (account === undefined || mint === undefined || owner === undefined || from === undefined) return undefined;
  const { program } = mintFacts(context, mint);
  const space = BigInt(newTokenAccount(context.accounts, { mint, owner, program }).length);
  return [
    createAccount({ from, account, owner: program, space }),
    {
      program,
      accounts: [writableAccount(account), readonlyAccount(mint)],
      data: new ByteWriter(33).u8(INITIALIZE_ACCOUNT_3).append(decodeBase58(owner)).bytes(),
    },
  ];
};

export const buildCreateAssociatedAccount: InstructionBuilder = (args, context) => {
  const { names } = context;
  const owner = names.resolve(args.address('owner'));
  const mint = names.resolve(args.address('mint'));
  const payerWord = args.optionalAddress('payer');
  const isIdempotent = args.flag('idempotent');
  const payer = payerWord === null ? (context.payer ?? owner) : names.resolve(payerWord);
  if (owner === undefined || mint === undefined || payer === undefined || isIdempotent === undefined) return undefined;
  const { program } = mintFacts(context, mint);
  const address = names.associated(owner, mint, program);
  if (context.accounts.get(address) === undefined) requireRules(context.accounts, mint);
  return {
    program: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      writableSigner(payer),
      writableAccount(address),
      ...[owner, mint, SYSTEM_PROGRAM, program].map(readonlyAccount),
    ],
    data: Uint8Array.of(isIdempotent ? CREATE_IDEMPOTENT : CREATE),
  };
};

interface NewTokenAccount {
  readonly mint: Address;
  readonly owner: Address;
  /** of the mint */
  readonly program: Address;
}

function newTokenAccount(accounts: Changes, created: NewTokenAccount): Uint8Array {
  const { mint, owner, program } = created;
  const rules = requireRules(accounts, mint);
  return tokenAccountBytes({
    mint,
    owner,
    amount: 0n,
    delegate: undefined,
    isFrozen: rules.startsFrozen,
    nativeReserve: mint === NATIVE_MINT ? rentExemption(TOKEN_ACCOUNT_BYTES) : undefined,
    extensions: accountExtensionsFor(rules, program, false),
  });
}
