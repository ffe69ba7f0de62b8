import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { ByteWriter, sha256 } from '../../../src/codec/bytes.ts';
import { withExtensions } from '../../../src/runtime/accounts/tokenBytes.ts';
import { TOKEN_2022_PROGRAM } from '../../../src/solana/address.ts';
import { mintBytes } from '../../../src/solana/programs/splToken/layout.ts';
import { partOf } from '../../support/answers.ts';
import { ALICE, sendNode, signed, WALLETS } from '../../support/sends.ts';
import { keypair, publicKey } from '../../support/sentTransactions.ts';
import { namedAddress } from '../../support/transactions.ts';

/** Metadata in a mint, as a client of Token-2022 writes and reads it. */

const MINT = namedAddress('mint');
const ALICE_KEY = keypair('alice').publicKey;
const pointer = { type: 18, value: Buffer.concat([decodeBase58(ALICE), decodeBase58(MINT)]) };
const DATA = withExtensions(mintBytes({ decimals: 2, mintAuthority: ALICE }), 'mint', [pointer]);
const rentFor = (bytes: number) => BigInt(128 + bytes) * 6960n;

const nodeWith = () => {
  const mint = { address: MINT, owner: TOKEN_2022_PROGRAM, data: DATA, lamports: rentFor(DATA.length) };
  return sendNode({ accounts: [...WALLETS, mint] });
};

const meta = (pubkey: PublicKey, isSigner = false, isWritable = false) => ({ pubkey, isSigner, isWritable });
const MINT_META = meta(publicKey('mint'), false, true);

function instruction(of: string, data: ByteWriter, keys: TransactionInstruction['keys']): TransactionInstruction {
  const discriminator = sha256(`spl_token_metadata_interface:${of}`).subarray(0, 8);
  const programId = new PublicKey(TOKEN_2022_PROGRAM);
  return new TransactionInstruction({ programId, keys, data: Buffer.concat([discriminator, data.bytes()]) });
}

const text = (to: ByteWriter, value: string) => to.u32(value.length).append(Buffer.from(value));
const INITIALIZE = instruction(
  'initialize_account',
  text(text(text(new ByteWriter(), 'Coin'), 'CN'), 'https://coin.example'),
  [MINT_META, meta(ALICE_KEY), meta(publicKey('mint')), meta(ALICE_KEY, true)],
);
/** of the entry with these texts */
const GROWTH = 4 + 64 + 4 + 4 + 4 + 2 + 4 + 20 + 4;
const pay = (lamports: bigint) =>
  SystemProgram.transfer({ fromPubkey: ALICE_KEY, toPubkey: publicKey('mint'), lamports });
const EMIT = instruction('emitter', new ByteWriter().u8(1).u64(64n).u8(1).u64(72n), [meta(publicKey('mint'))]);

it('a mint that is not paid for its metadata is refused when all instructions have run', async () => {
  const sends = nodeWith();
  const short = signed([pay(rentFor(DATA.length + GROWTH) - rentFor(DATA.length) - 1n), INITIALIZE]);
  const answer = await sends.simulate(short);
  expect(partOf(answer, 'value', 'err')).toBe('{"InsufficientFundsForRent":{"account_index":1}}');
  expect(await sends.send(short)).toContain('"err":{"InsufficientFundsForRent":{"account_index":1}}');
  expect(sends.account(MINT)?.data).toEqual(DATA);
});

it('metadata lands in the mint, is shown, and is returned', async () => {
  const sends = nodeWith();
  const paid = pay(rentFor(DATA.length + GROWTH) - rentFor(DATA.length));
  expect(await sends.send(signed([paid, INITIALIZE]))).toMatch(/^"\w+"$/);
  expect(sends.account(MINT)?.data.length).toBe(DATA.length + GROWTH);
  const shown = await sends.call('getAccountInfo', `["${MINT}",{"encoding":"jsonParsed","commitment":"processed"}]`);
  expect(partOf(shown, 'value', 'data', 'parsed', 'info', 'extensions', 1)).toBe(
    `{"extension":"tokenMetadata","state":{"additionalMetadata":[],"mint":"${MINT}","name":"Coin","symbol":"CN",` +
      `"updateAuthority":"${ALICE}","uri":"https://coin.example"}}`,
  );
  const emitted = await sends.simulate(signed([EMIT]), '"commitment":"processed"');
  expect(partOf(emitted, 'value', 'returnData')).toBe(
    `{"data":["BAAAAENvaW4=","base64"],"programId":"${TOKEN_2022_PROGRAM}"}`,
  );
  expect(partOf(emitted, 'value', 'logs')).toBe(
    JSON.stringify([
      `Program ${TOKEN_2022_PROGRAM} invoke [1]`,
      'Program log: TokenMetadataInstruction: Emit',
      `Program return: ${TOKEN_2022_PROGRAM} BAAAAENvaW4=`,
      `Program ${TOKEN_2022_PROGRAM} success`,
    ]),
  );
});
