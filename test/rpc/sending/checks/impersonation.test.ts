import { createHash } from 'node:crypto';
import {
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from '../../../../src/codec/base58.ts';
import { impersonated } from '../../../../src/index.ts';
import { impersonatedSignature } from '../../../../src/runtime/impersonation.ts';
import type { Address } from '../../../../src/solana/address.ts';
import { errorText } from '../../../support/answers.ts';
import {
  ALICE,
  BAD_SIGNATURE,
  BOB,
  FEE,
  HASH,
  NO_BLOCKHASH,
  PROCESSED_ALREADY,
  preflightText,
  type SendNode,
  sendNode,
  WALLETS,
} from '../../../support/sends.ts';
import { keypair, transfer } from '../../../support/sentTransactions.ts';
import { namedAddress, namedBlockhash } from '../../../support/transactions.ts';

/** No key of it exists here. */
const WHALE = namedAddress('whale');
const OTHER = namedAddress('other whale');
const WHALE_LAMPORTS = 9_000_000_000n;
const ACCOUNTS = [
  ...WALLETS,
  { address: WHALE, lamports: WHALE_LAMPORTS },
  { address: OTHER, lamports: WHALE_LAMPORTS },
];
const IMPERSONATED = { impersonated: [WHALE] };

const node = (send: { readonly impersonated: readonly Address[] } = IMPERSONATED): SendNode =>
  sendNode({ accounts: ACCOUNTS, send });

const transferOf = (from: Address, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: new PublicKey(BOB), lamports });

/** Unsigned. */
function unsigned(payer: Address, instructions: readonly TransactionInstruction[], recentBlockhash: string = HASH) {
  const message = new TransactionMessage({
    payerKey: new PublicKey(payer),
    recentBlockhash,
    instructions: [...instructions],
  });
  return new VersionedTransaction(message.compileToV0Message());
}

/** The whale pays and transfers. */
async function ofWhale(lamports = 1_000_000, recentBlockhash?: string): Promise<VersionedTransaction> {
  return impersonated(WHALE).signTransaction(unsigned(WHALE, [transferOf(WHALE, lamports)], recentBlockhash));
}

const signatureOf = (transaction: VersionedTransaction) => encodeBase58(transaction.signatures[0]!);

const HINT = (address: Address) =>
  `${address} is impersonated, and its signature must be the one that impersonated("${address}") of stillnode writes: ` +
  'SHA-512 of the text "stillnode impersonation", the 32 bytes of the address and the message';
const NOT_AS_WRITTEN = (address: Address) =>
  preflightText(`Transaction did not pass signature verification: ${HINT(address)}`, '"SignatureFailure"');
const NOT_IMPERSONATED = preflightText(
  `Transaction did not pass signature verification: its signature is the one that impersonated("${WHALE}") of stillnode writes, ` +
    `but this ledger does not impersonate ${WHALE}: stillnode_impersonate ["${WHALE}"] (node.impersonate), or \`send.impersonate\` of ledger.json`,
  '"SignatureFailure"',
);
const ACCEPTED = `${WHALE} is impersonated, so its signature is accepted without its key (stillnode_stopImpersonating ["${WHALE}"] ends this)`;

describe('the signature of an impersonated address', () => {
  it('is SHA-512 of a text, the address and the message', () => {
    const message = Uint8Array.of(1, 2, 3);
    const hashed = Buffer.concat([Buffer.from('stillnode impersonation'), decodeBase58(WHALE), message]);
    const bytes = impersonatedSignature(WHALE, message);
    expect(Buffer.from(bytes).toString('hex')).toBe(createHash('sha512').update(hashed).digest('hex'));
    expect(bytes).toHaveLength(64);
  });

  it('never changes', () => {
    const system = '11111111111111111111111111111111' as Address;
    expect(Buffer.from(impersonatedSignature(system, Uint8Array.of(7))).toString('hex')).toBe(
      '1b6e727b4cce6d6ea9eb9e55ae35eb9ee25801f1ca60b033188aa1b056fa26ff81fa5229d204684da30f56132127f0a1e9f800cdbe394bcba5e51467b54ea7d2',
    );
  });
});

describe('a transaction of an impersonated fee payer', () => {
  it('lands with the signature that its sender knows', async () => {
    const {
      lamports,
      node: { request },
      send,
    } = node();
    const transaction = await ofWhale();
    expect(await send(transaction.serialize())).toBe(`"${signatureOf(transaction)}"`);
    expect(lamports(WHALE)).toBe(WHALE_LAMPORTS - 1_000_000n - FEE);
    expect(lamports(BOB)).toBe(2_000_000n);
    const { value } = (await request('getSignatureStatuses', [[signatureOf(transaction)]])) as { value: unknown[] };
    expect(value).toMatchObject([{ err: null }]);
  });

  it('has another signature for another message', async () => {
    const { send } = node();
    const [one, two] = [await ofWhale(1), await ofWhale(2)];
    expect(await send(one.serialize())).toBe(`"${signatureOf(one)}"`);
    expect(await send(two.serialize())).toBe(`"${signatureOf(two)}"`);
    expect(signatureOf(one)).not.toBe(signatureOf(two));
  });

  it('is processed once', async () => {
    const { send } = node();
    const bytes = (await ofWhale()).serialize();
    await send(bytes);
    expect(await send(bytes)).toBe(PROCESSED_ALREADY);
  });

  it('needs a recent blockhash', async () => {
    const { send } = node();
    expect(await send((await ofWhale(1, namedBlockhash('unknown'))).serialize())).toBe(NO_BLOCKHASH);
  });

  it('needs a fee payer with lamports', async () => {
    const { send } = node({ impersonated: [namedAddress('nobody')] });
    const payer = namedAddress('nobody');
    const transaction = await impersonated(payer).signTransaction(unsigned(payer, [transferOf(payer, 1)]));
    expect(await send(transaction.serialize())).toBe(
      preflightText('Attempt to debit an account but found no record of a prior credit.', '"AccountNotFound"'),
    );
  });

  it.each([
    ['zeroes', new Uint8Array(64)],
    ['other bytes', new Uint8Array(64).fill(7)],
    [
      'the bytes of another address',
      impersonatedSignature(OTHER, unsigned(WHALE, [transferOf(WHALE, 1)]).message.serialize()),
    ],
    ['the bytes of another message', impersonatedSignature(WHALE, Uint8Array.of(1))],
  ])('is refused with %s, with and without preflight', async (_what, bytes) => {
    const { lamports, send } = node();
    const transaction = unsigned(WHALE, [transferOf(WHALE, 1)]);
    transaction.signatures[0] = bytes;
    expect(await send(transaction.serialize())).toBe(NOT_AS_WRITTEN(WHALE));
    expect(await send(transaction.serialize(), '"skipPreflight":true')).toBe(NOT_AS_WRITTEN(WHALE));
    expect(lamports(WHALE)).toBe(WHALE_LAMPORTS);
  });

  it('is refused by default, and for another address, with and without preflight', async () => {
    for (const list of [[], [OTHER]]) {
      const { lamports, send } = node({ impersonated: list });
      const transaction = await ofWhale();
      expect(await send(transaction.serialize())).toBe(NOT_IMPERSONATED);
      expect(await send(transaction.serialize(), '"skipPreflight":true')).toBe(NOT_IMPERSONATED);
      expect(lamports(WHALE)).toBe(WHALE_LAMPORTS);
    }
  });
});

/** Alice pays with her key; the whale transfers. */
async function countersigned({ isSignedByAlice = true, isImpersonated = true } = {}): Promise<VersionedTransaction> {
  const transaction = unsigned(ALICE, [transferOf(WHALE, 1_000_000)]);
  if (isSignedByAlice) transaction.sign([keypair('alice')]);
  return isImpersonated ? impersonated(WHALE).signTransaction(transaction) : transaction;
}

describe('other signers', () => {
  it('sign as ever', async () => {
    const { lamports, send } = node();
    const transaction = await countersigned();
    expect(await send(transaction.serialize())).toBe(`"${signatureOf(transaction)}"`);
    expect(lamports(WHALE)).toBe(WHALE_LAMPORTS - 1_000_000n);
  });

  it('are refused without their signature', async () => {
    expect(await node().send((await countersigned({ isSignedByAlice: false })).serialize())).toBe(BAD_SIGNATURE);
  });

  it('may be impersonated too, and then need its signature', async () => {
    const transaction = await countersigned({ isImpersonated: false });
    expect(await node().send(transaction.serialize())).toBe(NOT_AS_WRITTEN(WHALE));
  });

  it('may sign with their key while they are impersonated', async () => {
    const { call, send } = node({ impersonated: [ALICE] });
    const transaction = unsigned(ALICE, [transfer(1)]);
    transaction.sign([keypair('alice')]);
    expect(await send(transaction.serialize())).toBe(`"${signatureOf(transaction)}"`);
    expect(await call('stillnode_sent', '[]')).not.toContain('"impersonated"');
  });
});

describe('simulateTransaction with sigVerify', () => {
  it('accepts the same signatures', async () => {
    const { simulate } = node();
    const transaction = await ofWhale();
    expect(await simulate(transaction.serialize(), '"sigVerify":true')).toContain('"err":null');
    transaction.signatures[0] = new Uint8Array(64);
    expect(await simulate(transaction.serialize(), '"sigVerify":true')).toContain('"err":"SignatureFailure"');
    expect(await simulate(transaction.serialize())).toContain('"err":null');
    const byDefault = node({ impersonated: [] });
    expect(await byDefault.simulate((await ofWhale()).serialize(), '"sigVerify":true')).toContain(
      '"err":"SignatureFailure"',
    );
  });

  it('is explained', async () => {
    const { node: served } = node();
    const why = async (transaction: VersionedTransaction, config: object) => {
      const text = Buffer.from(transaction.serialize()).toString('base64');
      return (await served.explain('simulateTransaction', [text, { encoding: 'base64', ...config }])).why;
    };
    const transaction = await ofWhale();
    expect(await why(transaction, { sigVerify: true })).toEqual([ACCEPTED]);
    expect(await why(transaction, {})).toEqual([ACCEPTED]);
    transaction.signatures[0] = new Uint8Array(64);
    expect(await why(transaction, {})).toEqual([]);
    expect(await why(transaction, { sigVerify: true })).toEqual([
      'sigVerify is set, and a signature is missing or is not that of its signer',
      HINT(WHALE),
    ]);
  });

  it('is explained as it was sent, where its blockhash is replaced', async () => {
    const { node: served } = node();
    const text = Buffer.from((await ofWhale()).serialize()).toString('base64');
    const config = { encoding: 'base64', replaceRecentBlockhash: true } as const;
    expect((await served.explain('simulateTransaction', [text, config])).why).toEqual([ACCEPTED]);
    expect(await served.request('simulateTransaction', [text, config])).toMatchObject({ value: { err: null } });
  });
});

describe('the journal', () => {
  it('names the impersonated signers', async () => {
    const { call, node: served, send } = node();
    await send((await countersigned()).serialize());
    expect(JSON.parse(await call('stillnode_sent', '[]'))).toMatchObject([
      { impersonated: [WHALE], outcome: 'succeed' },
    ]);
    expect(await served.calls({ method: 'sendTransaction' })).toMatchObject([
      { impersonated: [WHALE], outcome: 'result' },
    ]);
    expect(await served.calls({ method: 'sendTransaction', why: true })).toMatchObject([{ why: [ACCEPTED] }]);
  });

  it('names them too where the transaction is refused for another reason', async () => {
    const { call, node: served, send } = node();
    await send((await ofWhale(1, namedBlockhash('unknown'))).serialize());
    expect(JSON.parse(await call('stillnode_sent', '[]'))).toMatchObject([
      { impersonated: [WHALE], error: { code: -32002 } },
    ]);
    const [journaled] = await served.calls({ method: 'sendTransaction' });
    expect(journaled).not.toHaveProperty('impersonated');
  });

  it('does not know the word without them', async () => {
    const { call, node: served, send } = node();
    const transaction = unsigned(ALICE, [transfer(1)]);
    transaction.sign([keypair('alice')]);
    await send(transaction.serialize());
    expect(await call('stillnode_sent', '[]')).not.toContain('impersonated');
    expect((await served.calls({ method: 'sendTransaction' }))[0]).not.toHaveProperty('impersonated');
  });
});

describe('impersonated', () => {
  it('takes an address, a signer and a public key', () => {
    const signers = [WHALE, { address: WHALE }, new PublicKey(WHALE)].map((given) => impersonated(given));
    for (const { address, publicKey } of signers) {
      expect(address).toBe(WHALE);
      expect(publicKey.toBase58()).toBe(WHALE);
      expect(`${publicKey}`).toBe(WHALE);
      expect(publicKey.toBytes()).toEqual(decodeBase58(WHALE));
    }
  });

  it.each(['$whale', 'whale', '', `${WHALE}1`])('refuses %j', (text) => {
    expect(() => impersonated(text)).toThrow(
      new TypeError(
        `expected an address in base58, found ${JSON.stringify(text)}: node.address(name) is the address of a name`,
      ),
    );
  });

  it('refuses a transaction that the address does not sign', async () => {
    await expect(impersonated(OTHER).signTransaction(unsigned(WHALE, [transferOf(WHALE, 1)]))).rejects.toThrow(
      new TypeError(`${OTHER} is not a signer of this transaction`),
    );
  });

  it('signs a message that is any list of bytes, as its type is without the types of Node', async () => {
    const added: Uint8Array[] = [];
    await impersonated(WHALE).signTransaction({
      signatures: [{ publicKey: new PublicKey(WHALE) }],
      serializeMessage: (): ArrayLike<number> => [1, 2, 3],
      addSignature: (_key, signature) => void added.push(signature),
    });
    expect(added).toEqual([impersonatedSignature(WHALE, Uint8Array.of(1, 2, 3))]);
  });

  it('signs several transactions', async () => {
    const transactions = [1, 2].map((lamports) => unsigned(WHALE, [transferOf(WHALE, lamports)]));
    const signed = await impersonated(WHALE).signAllTransactions(transactions);
    expect(signed).toEqual([await ofWhale(1), await ofWhale(2)]);
  });
});

it('a rule decides before the signature is looked at, as with a bad one', async () => {
  const { rule, send } = node();
  await rule({ kind: 'rpcError', code: -32603, message: 'overloaded' });
  const transaction = unsigned(WHALE, [transferOf(WHALE, 1)]);
  expect(await send(transaction.serialize())).toBe(errorText(-32603, 'overloaded'));
});
