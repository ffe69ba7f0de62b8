import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNonceAccount } from '../../../../src/solana/programs/system.ts';
import { describeHostile } from './hostile.ts';
import { key, keyText, U64_MAX, u32, u64 } from './layoutBytes.ts';
import { describeVectors, parsedText } from './vectors.ts';

const text = (data: Uint8Array) => parsedText(parseNonceAccount, data);
const nonce = (version: number, state: number, fee = 5000n) =>
  Buffer.concat([u32(version), u32(state), key(1), key(2), u64(fee)]);

describeVectors('nonce', () => [parseNonceAccount]);
describeHostile(parseNonceAccount, [nonce(0, 1), nonce(1, 1)]);

describe('nonce accounts', () => {
  it.each([0, 1])('shows version %d', (version) => {
    expect(text(nonce(version, 1))).toBe(
      `{"parsed":{"info":{"authority":"${keyText(1)}","blockhash":"${keyText(2)}",` +
        '"feeCalculator":{"lamportsPerSignature":"5000"}},"type":"initialized"},"program":"nonce","space":80}',
    );
  });

  it('ignores bytes after it', () => {
    expect(text(Buffer.concat([nonce(1, 1), Buffer.alloc(3, 7)]))).toContain('"space":83');
  });

  it.each([
    ['a wallet', Buffer.alloc(0)],
    ['an allocated account', Buffer.alloc(80)],
    ['one that is not initialized', nonce(1, 0)],
    ['an unknown version', nonce(2, 1)],
    ['an unknown state', nonce(1, 2)],
    ['79 bytes', nonce(1, 1).subarray(0, 79)],
  ])('falls back for %s', (_, data) => {
    expect(text(data)).toBeUndefined();
  });

  it('shows any fee', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, U64_MAX), (fee) => {
        expect(text(nonce(1, 1, fee))).toContain(`{"lamportsPerSignature":"${fee}"}`);
      }),
    );
  });
});
