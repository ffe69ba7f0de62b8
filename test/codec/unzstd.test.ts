import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { decompressZstd, ZstdError } from '../../src/codec/unzstd.ts';
import { loadZstd, type Zstd } from '../../src/codec/zstd.ts';

const MAX = 1 << 20;
const TEXT = 'an account that a program owns';
/** `TEXT` as the zstd command writes it: its size in the header, a checksum at the end. */
const CHECKED = Buffer.from(
  '28b52ffd241ef10000616e206163636f756e74207468617420612070726f6772616d206f776e73f729aa1e',
  'hex',
);
const SKIPPABLE = Buffer.from('5a2a4d1803000000ffffff', 'hex');

function textOf(bytes: Uint8Array, maxBytes: number = MAX): string {
  return Buffer.from(decompressZstd(bytes, maxBytes)).toString();
}

function reason(bytes: Uint8Array, maxBytes: number = MAX): string {
  try {
    decompressZstd(bytes, maxBytes);
  } catch (error) {
    if (error instanceof ZstdError) return error.message;
    throw error;
  }
  return 'it was taken';
}

function changed(at: number, to: number): Uint8Array {
  return CHECKED.map((byte, i) => (i === at ? to : byte));
}

let zstd: Zstd;
beforeAll(async () => {
  zstd = await loadZstd();
});

describe('takes', () => {
  it('frames with a checksum, and frames without', () => {
    expect(textOf(CHECKED)).toBe(TEXT);
    expect(textOf(zstd.compress(Buffer.from(TEXT)))).toBe(TEXT);
  });

  it('several frames, those that are to be passed over too', () => {
    const frames = [
      SKIPPABLE,
      CHECKED,
      SKIPPABLE,
      zstd.compress(Buffer.from('!')),
      zstd.compress(Buffer.alloc(0)),
      CHECKED,
    ];
    expect(textOf(Buffer.concat(frames))).toBe(`${TEXT}!${TEXT}`);
    expect(textOf(SKIPPABLE)).toBe('');
  });

  it('just as much as it may', () => {
    expect(textOf(CHECKED, TEXT.length)).toBe(TEXT);
  });
});

describe('refuses', () => {
  it.each<[string, Uint8Array, string]>([
    ['a content that was changed', changed(12, 0x21), 'the checksum does not fit the content: the data is damaged'],
    [
      'a checksum that was changed',
      changed(CHECKED.length - 1, 1),
      'the checksum does not fit the content: the data is damaged',
    ],
    ['a size that was changed', changed(5, 29), 'invalid zstd data'],
    ['no frame', Buffer.from('plain text'), 'invalid zstd data'],
    ['something behind a frame', Buffer.concat([CHECKED, Buffer.from('text')]), 'invalid zstd data'],
    ['a reserved kind of block', changed(6, 0xf7), 'invalid zstd data'],
    ['nothing', Buffer.alloc(0), 'the compressed data ends too early'],
    ['a frame to be passed over that is cut off', SKIPPABLE.subarray(0, 10), 'the compressed data ends too early'],
    [
      'a window that takes two gigabytes of memory',
      Buffer.from('28b52ffd00a8010000', 'hex'),
      'it needs a window of more than 128 MiB: compress it without --long',
    ],
  ])('%s', (_name, bytes, message) => {
    expect(reason(bytes)).toBe(message);
  });

  it('a frame that is cut off anywhere', () => {
    for (let length = 0; length < CHECKED.length; length++)
      expect(reason(CHECKED.subarray(0, length))).toBe('the compressed data ends too early');
  });

  it('what unpacks to more than it may: one frame or several, whether or not the header tells', () => {
    expect(reason(CHECKED, TEXT.length - 1)).toBe('it unpacks to more than 29 bytes');
    expect(reason(Buffer.concat([CHECKED, CHECKED]), 59)).toBe('it unpacks to more than 59 bytes');
    const zeros = zstd.compress(Buffer.alloc(4 << 20));
    expect(zeros.length).toBeLessThan(1000);
    expect(reason(zeros)).toBe('it unpacks to more than 1048576 bytes');
  });

  it('a frame with any bit changed, or takes it for what it was', () =>
    fc.assert(
      fc.property(fc.nat(CHECKED.length - 1), fc.nat(7), (at, bit) => {
        const bytes = changed(at, CHECKED[at]! ^ (1 << bit));
        try {
          // a header can say the same in two ways
          expect(textOf(bytes)).toBe(TEXT);
        } catch (error) {
          if (!(error instanceof ZstdError)) throw error;
        }
      }),
    ));
});

it('takes what the zstd command writes, and finds a bit that was flipped', ({ skip }) => {
  const text = Buffer.alloc(300_000, 'an account that a program owns; ');
  let frame: Buffer;
  try {
    frame = execFileSync('zstd', ['-q', '-c'], { input: text });
  } catch {
    return skip('no zstd command');
  }
  expect(Buffer.compare(decompressZstd(frame, MAX), text)).toBe(0);
  frame[frame.length - 2]! ^= 4;
  expect(reason(frame)).toBe('the checksum does not fit the content: the data is damaged');
});
