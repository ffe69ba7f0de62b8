import { decompress } from 'fzstd';
import { beforeAll, describe, expect, test } from 'vitest';
import { decompressZstd, loadUnzstd } from '../../src/codec/unzstd.ts';
import { loadZstd, type Zstd } from '../../src/codec/zstd.ts';

const BLOCK = 131072;
const SIZES = [1, 2, 255, 256, 1024, 4096, 65536];
const AROUND_BLOCKS = [1, 2, 3, 8].flatMap((blocks) => [-1, 0, 1].map((extra) => blocks * BLOCK + extra));

const CONTENTS: Readonly<Record<string, (length: number) => Uint8Array>> = {
  'one byte repeated': (length) => new Uint8Array(length).fill(7),
  text: (length) => Buffer.alloc(length, 'an account that a program owns; '),
  noise: (length) => {
    let state = 1;
    return Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    });
  },
  'noise, then zeros': (length) => {
    const bytes = CONTENTS.noise!(length);
    return bytes.fill(0, Math.floor(length / 2));
  },
};

interface FrameBlock {
  readonly isLast: boolean;
  /** of its content in the frame */
  readonly length: number;
}

/** The blocks of a frame without content size and checksum. Source RFC 8878 3.1.1 */
function blocksOf(frame: Uint8Array): FrameBlock[] {
  const blocks: FrameBlock[] = [];
  let at = 6;
  while (at < frame.length) {
    const header = frame[at]! | (frame[at + 1]! << 8) | (frame[at + 2]! << 16);
    const type = (header >> 1) & 3;
    expect(type).toBeLessThan(3);
    const length = type === 1 ? 1 : header >> 3;
    blocks.push({ isLast: (header & 1) === 1, length });
    at += 3 + length;
  }
  expect(at).toBe(frame.length);
  return blocks;
}

let zstd: Zstd;

beforeAll(async () => {
  zstd = await loadZstd();
});

test('no data is a frame of one empty block', () => {
  // magic; one segment of 0 bytes, no checksum; a raw block, the last, of no bytes
  expect(Buffer.from(zstd.compress(new Uint8Array())).toString('hex')).toBe('28b52ffd2000010000');
});

test('the frame of no data is a new one each time', () => {
  zstd.compress(new Uint8Array()).fill(0);
  expect(decompress(zstd.compress(new Uint8Array()))).toHaveLength(0);
});

describe.each(Object.entries(CONTENTS))('%s', (_, contentOf) => {
  test.each([...SIZES, ...AROUND_BLOCKS])('%i bytes', (length) => {
    const bytes = contentOf(length);
    const frame = zstd.compress(bytes);
    // the descriptor 0x00: neither content size nor checksum nor dictionary
    expect(Buffer.from(frame.subarray(0, 6)).toString('hex')).toBe('28b52ffd0058');
    const blocks = blocksOf(frame);
    const whole = length % BLOCK === 0;
    expect(blocks.map(({ isLast }) => isLast)).toEqual(blocks.map((_, i) => i === blocks.length - 1));
    expect(blocks.length).toBeGreaterThanOrEqual(Math.ceil(length / BLOCK) + (whole ? 1 : 0));
    // only data of whole blocks ends with an empty one
    expect(blocks.at(-1)!.length === 0).toBe(whole);
    expect(Buffer.compare(decompress(frame), bytes)).toBe(0);
  });
});

test('one compressor serves calls in any order, each as if it were the first', () => {
  const inputs = [CONTENTS.text!(BLOCK + 5), CONTENTS.noise!(BLOCK), new Uint8Array(), CONTENTS.text!(100)];
  const first = inputs.map((bytes) => Buffer.from(zstd.compress(bytes)).toString('hex'));
  const again = inputs.toReversed().map((bytes) => Buffer.from(zstd.compress(bytes)).toString('hex'));
  expect(again.toReversed()).toEqual(first);
});

test('the library is loaded once', () => {
  expect(loadZstd()).toBe(loadZstd());
});

test('what was compressed decompresses', async () => {
  await loadUnzstd();
  const bytes = CONTENTS.text!(200_000);
  expect(Buffer.compare(decompressZstd(zstd.compress(bytes), bytes.length), bytes)).toBe(0);
});
