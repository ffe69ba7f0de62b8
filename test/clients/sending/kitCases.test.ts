import {
  type Base64EncodedWireTransaction,
  type Blockhash,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  setTransactionMessageFeePayerSigner,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { MEMO_PROGRAM } from '../../../src/solana/address.ts';
import { reasonOf } from '../../support/clients.ts';
import { type KitSender, keyOf, kitSender, messageOf, shownError, signerOf } from '../../support/kitSender.ts';
import { namedAddress } from '../../support/transactions.ts';

/** What the suite of Kit itself asks a node about sending and simulating, as far as the rules of 4.1 answer alike. */

const HELLO = { programAddress: MEMO_PROGRAM as string as ReturnType<typeof keyOf>, data: Buffer.from('hello') };
const TYPE = 'solana_transaction::versioned::VersionedTransaction';
const ZERO = '11111111111111111111111111111111' as Blockhash;

/** A memo, signed by whoever pays. */
async function memoOf({ rpc }: KitSender, { payer = signerOf('alice'), hash = '' } = {}) {
  const { value } = await rpc.getLatestBlockhash({ commitment: 'processed' }).send();
  const lifetime = hash === '' ? value : { ...value, blockhash: hash as Blockhash };
  const message = setTransactionMessageFeePayerSigner(await payer, await messageOf(lifetime, [HELLO]));
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message));
}

function changed(wire: string, change: (bytes: Uint8Array) => Uint8Array): Base64EncodedWireTransaction {
  const bytes = change(Uint8Array.from(getBase64Encoder().encode(wire)));
  return getBase64Decoder().decode(bytes) as Base64EncodedWireTransaction;
}

const withoutSignature = (bytes: Uint8Array) => bytes.fill(0, 1, 65);
const withVersion126 = (bytes: Uint8Array) => bytes.fill(0xfe, 65, 66);
const cutShort = (bytes: Uint8Array) => Uint8Array.of(...bytes.subarray(0, 65), 4, 5, 6);

const CONFIG = { encoding: 'base64', preflightCommitment: 'processed' } as const;
const invalid = (text: string) => ({
  message: `JSON-RPC error: Invalid method parameter(s) (${text})`,
  context: { __code: -32602, __serverMessage: text },
});
const failed = (message: string) => ({ message: 'Transaction simulation failed', cause: { message } });

describe('sendTransaction of Kit refuses', () => {
  const poor = async () => {
    const signer = await generateKeyPairSigner();
    return {
      signer,
      set: { lamports: 1, owner: ZERO, data: ['', 'base64'], executable: false, rentEpoch: 0 } as const,
    };
  };
  type Make = (sender: KitSender) => Promise<Base64EncodedWireTransaction>;
  const cases: readonly (readonly [name: string, make: Make, error: object])[] = [
    [
      'a bad signature',
      async (sender) => changed(await memoOf(sender), withoutSignature),
      failed('Transaction did not pass signature verification'),
    ],
    [
      'version 126',
      async (sender) => changed(await memoOf(sender), withVersion126),
      invalid(`failed to deserialize ${TYPE}: Invalid tag encoding: 126`),
    ],
    [
      'a message that is cut short',
      async (sender) => changed(await memoOf(sender), cutShort),
      invalid(`failed to deserialize ${TYPE}: Attempting to read 1 bytes`),
    ],
    [
      'a payer that is not there',
      (sender) => memoOf(sender, { payer: generateKeyPairSigner() }),
      failed('Attempt to debit an account but found no record of a prior credit.'),
    ],
    [
      'a payer that cannot pay',
      async (sender) => {
        const { set, signer } = await poor();
        await sender.node.setAccount(signer.address, set);
        return memoOf(sender, { payer: Promise.resolve(signer) });
      },
      failed('Insufficient funds for fee'),
    ],
    ['an unknown blockhash', (sender) => memoOf(sender, { hash: ZERO }), failed('Blockhash not found')],
  ];
  it.each(cases)('%s', async (_name, make, error) => {
    const sender = await kitSender();
    const reason = await reasonOf(sender.rpc.sendTransaction(await make(sender), CONFIG).send());
    expect(shownError(reason)).toMatchObject(error);
  });

  it('a slot that is not reached', async () => {
    const sender = await kitSender();
    const wire = await memoOf(sender);
    const reason = await reasonOf(sender.rpc.sendTransaction(wire, { ...CONFIG, minContextSlot: 101n }).send());
    expect(shownError(reason)).toMatchObject({ context: { __code: -32016, contextSlot: 100n } });
  });
});

describe('simulateTransaction of Kit', () => {
  const alice = keyOf('alice');
  const unknown = namedAddress('unknown') as string as typeof alice;
  it.each(['base64', 'base64+zstd', 'jsonParsed'] as const)('shows accounts as %s', async (encoding) => {
    const sender = await kitSender();
    // Kit has a signature for each of the encodings
    const accounts = { addresses: [unknown, alice], encoding: encoding as 'base64' };
    const { value } = await sender.rpc
      .simulateTransaction(await memoOf(sender), { accounts, commitment: 'processed', encoding: 'base64' })
      .send();
    const data = encoding === 'base64+zstd' ? ['KLUv/SAAAQAA', encoding] : ['', 'base64'];
    expect(value.accounts).toEqual([null, expect.objectContaining({ data, lamports: 4_999_995_000n })]);
    expect(value.err).toBeNull();
  });

  it('takes base58', async () => {
    const sender = await kitSender();
    const wire = getBase58Decoder().decode(getBase64Encoder().encode(await memoOf(sender)));
    const { value } = await sender.rpc.simulateTransaction(wire as never, { commitment: 'processed' }).send();
    expect(value.err).toBeNull();
  });

  it('does not look at signatures where it has not to', async () => {
    const sender = await kitSender();
    const wire = changed(await memoOf(sender), withoutSignature);
    const { value } = await sender.rpc.simulateTransaction(wire, { encoding: 'base64', sigVerify: false }).send();
    expect(value.err).toBeNull();
  });
});
