import { PublicKey, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { LedgerView } from '../../../../src/ledger/view.ts';
import { sanitize } from '../../../../src/rpc/sending/sanitizeSent.ts';
import { matchesSend } from '../../../../src/rpc/sending/sendMatch.ts';
import type { SendMatch } from '../../../../src/runtime/sendRule.ts';
import { MEMO_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../../src/solana/address.ts';
import type { SentTransaction } from '../../../../src/solana/sentTransaction.ts';
import { keyOf, keypair, publicKey, sentLegacy, sentV0, transfer } from '../../../support/sentTransactions.ts';
import { testLedger } from '../../../support/testNode.ts';
import { namedAddress, namedBlockhash, namedSignature } from '../../../support/transactions.ts';

const HASH = namedBlockhash('5');
const VIEW = new LedgerView(testLedger({ blocks: [{ slot: 5 }] }), 'processed', { keepOrphan: false });

const memo = (text: string | Uint8Array, program: string = MEMO_PROGRAM) =>
  new TransactionInstruction({ programId: new PublicKey(program), keys: [], data: Buffer.from(text) });

/** TransferChecked of 5 with 6 decimals. */
const TRANSFER_CHECKED = new TransactionInstruction({
  programId: new PublicKey(TOKEN_PROGRAM),
  keys: ['source', 'mint', 'destination', 'owner'].map((name) => ({
    pubkey: publicKey(name),
    isSigner: false,
    isWritable: name !== 'mint',
  })),
  data: Buffer.from('0c050000000000000006', 'hex'),
});
const CREATE = new TransactionInstruction({
  programId: new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
  keys: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ pubkey: publicKey(name), isSigner: false, isWritable: false })),
  data: Buffer.from([0]),
});

const SENT = sentV0(HASH, [transfer(5), memo('order 17, paid'), TRANSFER_CHECKED, CREATE], { signers: ['alice'] });

const isFit = (match: SendMatch, transaction: SentTransaction = SENT) =>
  matchesSend(match, sanitize(transaction, VIEW));

const SIGNATURE = SENT.signatures[0]!;

describe('a match fits', () => {
  it.each<[what: string, match: SendMatch]>([
    ['everything where nothing is given', {}],
    ['by the signature', { signature: SIGNATURE }],
    ['by the account that pays', { account: keyOf('alice') }],
    ['by an account of an instruction', { account: namedAddress('mint') }],
    ['by the account of a program', { account: TOKEN_PROGRAM }],
    ['by who pays the fee', { feePayer: keyOf('alice') }],
    ['by a program that is called', { program: TOKEN_PROGRAM }],
    ['by an instruction of the system program', { instruction: 'system transfer' }],
    ['by an instruction of the token program', { instruction: 'spl-token transferChecked' }],
    ['by an instruction of the associated token program', { instruction: 'spl-associated-token-account create' }],
    ['by a memo as an instruction', { instruction: 'spl-memo' }],
    ['by the whole text of a memo', { memo: 'order 17, paid' }],
    ['by a part of the text of a memo', { memo: '17' }],
    ['whichever of the sends it is', { nth: 7 }],
    ['by all that is given', { feePayer: keyOf('alice'), memo: 'paid', program: SYSTEM_PROGRAM }],
  ])('%s', (_what, match) => {
    expect(isFit(match)).toBe(true);
  });
});

describe('a match does not fit', () => {
  it.each<[what: string, match: SendMatch]>([
    ['another signature', { signature: namedSignature('other') }],
    ['an account that is not named', { account: namedAddress('carol') }],
    ['an account that is named, but does not pay', { feePayer: namedAddress('bob') }],
    ['an account that is no program', { program: namedAddress('mint') }],
    ['another type', { instruction: 'spl-token transfer' }],
    ['another program with the type', { instruction: 'spl-token create' }],
    ['a program without its type', { instruction: 'spl-token' }],
    ['text that no memo contains', { memo: '18' }],
    ['where only one thing is wrong', { feePayer: keyOf('alice'), memo: 'paid', program: namedAddress('other') }],
  ])('%s', (_what, match) => {
    expect(isFit(match)).toBe(false);
  });

  it('the signature of a second signer', () => {
    const fromCarol = transfer(5, keypair('carol').publicKey);
    const sent = sentLegacy(HASH, [fromCarol], { signers: ['alice', 'carol'] });
    const [first, second] = sent.signatures;
    expect(isFit({ signature: first! }, sent)).toBe(true);
    expect(isFit({ signature: second! }, sent)).toBe(false);
  });

  it('a program that is only an account', () => {
    const call = new TransactionInstruction({
      programId: publicKey('program'),
      keys: [{ pubkey: new PublicKey(MEMO_PROGRAM), isSigner: false, isWritable: false }],
      data: Buffer.from('order 17'),
    });
    const sent = sentLegacy(HASH, [call]);
    expect(isFit({ account: MEMO_PROGRAM }, sent)).toBe(true);
    expect(isFit({ program: MEMO_PROGRAM }, sent)).toBe(false);
    expect(isFit({ memo: 'order' }, sent)).toBe(false);
    expect(isFit({ instruction: 'spl-memo' }, sent)).toBe(false);
  });

  it('a memo that is no text', () => {
    const sent = sentLegacy(HASH, [memo(Uint8Array.of(0xff, 0x61))]);
    expect(isFit({ memo: 'a' }, sent)).toBe(false);
    expect(isFit({ memo: '' }, sent)).toBe(false);
    expect(isFit({ instruction: 'spl-memo' }, sent)).toBe(false);
    expect(isFit({ program: MEMO_PROGRAM }, sent)).toBe(true);
  });

  it('an instruction that is not parsed', () => {
    const cut = new TransactionInstruction({ ...TRANSFER_CHECKED, data: Buffer.from('0c05', 'hex') });
    expect(isFit({ instruction: 'spl-token transferChecked' }, sentLegacy(HASH, [cut]))).toBe(false);
  });
});

it('the older memo program has memos too', () => {
  const sent = sentLegacy(HASH, [memo('paid', 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo')]);
  expect(isFit({ memo: 'paid' }, sent)).toBe(true);
});
