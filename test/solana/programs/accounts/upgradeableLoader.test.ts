import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUpgradeableLoaderAccount } from '../../../../src/solana/programs/loaders.ts';
import { describeHostile } from './hostile.ts';
import { key, keyText, U64_MAX, u8, u32, u64 } from './layoutBytes.ts';
import { describeVectors, parsedText } from './vectors.ts';

const text = (data: Uint8Array) => parsedText(parseUpgradeableLoaderAccount, data);
const program = 'bpf-upgradeable-loader';
const elf = Buffer.from('7f454c4600', 'hex');

const buffer = Buffer.concat([u32(1), u8(1), key(1), elf]);
const programAccount = Buffer.concat([u32(2), key(3)]);
const programData = Buffer.concat([u32(3), u64(U64_MAX), u8(1), key(1), elf]);
const finalised = Buffer.concat([u32(3), u64(8n), u8(0), key(0xaa), elf]);

describeVectors('bpf-upgradeable-loader', () => [parseUpgradeableLoaderAccount]);
describeHostile(parseUpgradeableLoaderAccount, [buffer, programAccount, programData, finalised]);

describe('upgradeable loader accounts', () => {
  it('gives only a type for one that is not initialized', () => {
    expect(text(u32(0))).toBe(`{"parsed":{"type":"uninitialized"},"program":"${program}","space":4}`);
  });

  it('shows a buffer with what is written in it', () => {
    expect(text(buffer)).toBe(
      `{"parsed":{"info":{"authority":"${keyText(1)}","data":["f0VMRgA=","base64"]},"type":"buffer"},"program":"${program}","space":42}`,
    );
  });

  it('shows a buffer without authority from byte 5', () => {
    expect(text(Buffer.concat([u32(1), u8(0), elf]))).toBe(
      `{"parsed":{"info":{"authority":null,"data":["f0VMRgA=","base64"]},"type":"buffer"},"program":"${program}","space":10}`,
    );
  });

  it('shows a program', () => {
    expect(text(programAccount)).toBe(
      `{"parsed":{"info":{"programData":"${keyText(3)}"},"type":"program"},"program":"${program}","space":36}`,
    );
  });

  it('shows program data with an exact slot', () => {
    expect(text(programData)).toBe(
      `{"parsed":{"info":{"authority":"${keyText(1)}","data":["f0VMRgA=","base64"],"slot":18446744073709551615},` +
        `"type":"programData"},"program":"${program}","space":50}`,
    );
  });

  it('shows the stale authority bytes of a finalised program', () => {
    const data = Buffer.concat([key(0xaa), elf]).toString('base64');
    expect(text(finalised)).toBe(
      `{"parsed":{"info":{"authority":null,"data":["${data}","base64"],"slot":8},"type":"programData"},"program":"${program}","space":50}`,
    );
  });

  it.each([
    ['no data', Buffer.alloc(0)],
    ['an unknown tag', Buffer.concat([u32(4), Buffer.alloc(40)])],
    ['half an authority', buffer.subarray(0, 36)],
    ['an authority tag of 2', Buffer.concat([u32(1), u8(2), key(1)])],
    ['half a program', programAccount.subarray(0, 35)],
    ['program data without its tag', programData.subarray(0, 12)],
  ])('falls back for %s', (_, data) => {
    expect(text(data)).toBeUndefined();
  });

  it('shows any slot and any program bytes', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, U64_MAX), fc.uint8Array(), (slot, bytes) => {
        const data = Buffer.concat([u32(3), u64(slot), u8(1), key(5), bytes]);
        expect(text(data)).toContain(`"data":["${Buffer.from(bytes).toString('base64')}","base64"],"slot":${slot}}`);
      }),
    );
  });
});
