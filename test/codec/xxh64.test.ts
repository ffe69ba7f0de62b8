import { expect, it } from 'vitest';
import { xxh64 } from '../../src/codec/unzstd.ts';

/** Made with the reference implementation, of bytes that count in sevens from 3. */
it.each<[number, bigint]>([
  [0, 0xef46db3751d8e999n],
  [1, 0x1f25c8d0bc1f4bb6n],
  [3, 0x31d2363f52e564c9n],
  [4, 0x9bb64b7d66ee9fdan],
  [7, 0x9a7b149959ce60d8n],
  [8, 0xdab99d95c6f90092n],
  [12, 0xd52e407833af5133n],
  [31, 0xa2aa5f33cc4a6119n],
  [32, 0x23c3c17ef790fd97n],
  [33, 0x50a7cfc7ba588784n],
  [63, 0x5e3e54b431c7493cn],
  [64, 0x0eb64b3ef6eeb01fn],
  [100, 0xa61f8d4c170fe531n],
  [1000, 0x5f235fa033f1a3fbn],
])('%i bytes', (length, hash) => {
  const bytes = Uint8Array.from({ length: length + 1 }, (_, i) => (i - 1) * 7 + 3);
  // bytes that begin anywhere in their memory
  expect(xxh64(bytes.subarray(1))).toBe(hash);
});
