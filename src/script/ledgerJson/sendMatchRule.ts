import type { Cursor } from '../../syntax/cursor.ts';
import { readSignature } from '../../syntax/readers.ts';
import {
  anyOf,
  fromOne,
  list,
  named,
  object,
  optional,
  readElsewhere,
  type Syntax,
  syntax,
  text,
  trueOnly,
  u32,
  u64,
} from '../../syntax/syntax.ts';
import { address, amount, lamportsAlone } from '../../syntax/values.ts';
import { byIdl } from '../format/programs.ts';

/**
 * The match of a sent transaction as people write it: in send rules, in faults, and for what waits and asserts. Its names, amounts and
 * arguments are read with a ledger, in src/control/parse. The types of the library, the JSON Schema and the tables of docs/sending.md are
 * written from these descriptions.
 * @module
 */

/** `{tokens: "2.5", mint: "$usdc"}` */
export const tokensWithMint = object({
  tokens: amount,
  mint: optional(address, 'default: the mint of the instruction or of the transfer'),
});

const transferAmount = readElsewhere(anyOf<unknown>((at) => at, u64, tokensWithMint, lamportsAlone));

/** The members of a transfer, in the order of docs/sending.md. */
export const TRANSFER_MEMBERS = {
  from: optional(address, 'the account that pays, or its owner; not a delegate'),
  to: optional(address, 'the account that receives, or the wallet whose associated account of the mint it is'),
  mint: optional(address, 'the mint of the tokens'),
  sol: optional(
    trueOnly,
    'SOL: the system program moves it (`transfer`, `transferWithSeed`, `createAccount`, `createAccountWithSeed`, `createAccountAllowPrefund`, `withdrawFromNonce`)',
  ),
  amount: optional(
    transferAmount,
    'the amount that leaves the source: `{"tokens":"2.5","mint":"$usdc"}`, `{"sol":1}`, `{"lamports":5000}`, or an integer, which is lamports or the smallest units of the mint',
  ),
  received: optional(
    transferAmount,
    'the amount that arrives: less than `amount` if the mint has a transfer fee in the epoch of the send',
  ),
};

const transfers: Syntax<Cursor> = readElsewhere(list(object(TRANSFER_MEMBERS), { minItems: 1 }));

/** The members of a match, in the order of docs/sending.md. */
export const SEND_MATCH_MEMBERS = {
  signature: optional(
    syntax(readSignature, { type: 'string' }),
    'the transaction with this first signature, in base58',
  ),
  account: optional(address, 'transactions that name this account, also through a lookup table'),
  feePayer: optional(address, 'transactions whose fee this account pays'),
  program: optional(address, 'transactions with an instruction of this program; inner instructions do not count'),
  instruction: optional(
    text,
    'transactions with an instruction of this program and type: `spl-token transferChecked`, `system transfer`, `spl-associated-token-account create`, `spl-memo`. Both token programs are `spl-token`. Of a program with an IDL: `market.placeOrder`',
  ),
  args: optional(
    byIdl,
    'transactions in which one instruction is the `instruction`, and has these arguments: members of its `info` in jsonParsed, `{"destination":"$bob","lamports":{"sol":1}}`; or those of the IDL, `{"price":10,"side":"Buy"}`',
  ),
  transfers: optional(
    transfers,
    'transactions that move all of these, each by another instruction: `[{"to":"$bob","amount":{"tokens":"2.5","mint":"$usdc"}}]`',
  ),
  memo: optional(text, 'transactions with a memo that contains this text; memo programs 1, 3 and 4 are `spl-memo`'),
  nth: optional(fromOne(u32), 'only this one of the sends that match the other members, from 1'),
};

/** A match, whose members are read elsewhere. */
export const sendMatchRule = named('sendMatch', object(SEND_MATCH_MEMBERS));
