import { execFileSync } from 'node:child_process';
import { Zstd as Library } from '@hpcc-js/wasm-zstd';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { libraryUnpacker, unpackByNode } from '../../src/codec/unzstd.ts';
import { loadZstd, type Zstd } from '../../src/codec/zstd.ts';
import { type FrameUnpacker, unpackFrames, ZstdError } from '../../src/codec/zstdFrames.ts';

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
let library: Library;
beforeAll(async () => {
  zstd = await loadZstd();
  library = await Library.load();
});

/** Node 20 has none. */
const UNPACKERS: readonly (readonly [string, () => FrameUnpacker])[] = [
  ...(unpackByNode === undefined ? [] : [['Node', () => unpackByNode!] as const]),
  ['the WebAssembly build', () => libraryUnpacker(zstd)],
];
let unpacker: FrameUnpacker;

function decompressZstd(bytes: Uint8Array, maxBytes: number): Uint8Array {
  return unpackFrames(bytes, maxBytes, unpacker);
}

type Part = Uint8Array | { readonly back: number; readonly length: number };

/** Bytes, and copies of what is `back` bytes before. */
function contentOf(parts: readonly Part[]): Uint8Array {
  const content: number[] = [];
  for (const part of parts) {
    if (part instanceof Uint8Array) content.push(...part);
    else for (let i = 0; i < part.length; i++) content.push(content.at(-part.back) ?? 0);
  }
  return Uint8Array.from(content);
}

/** Blocks of 128 KiB of one byte, one more than 128 MiB have, behind a header of these bytes. */
function repeated(header: string): Uint8Array {
  const blocks = '02001041'.repeat(1024);
  return Buffer.from(`28b52ffd${header.replaceAll(' ', '')}${blocks}03001041`, 'hex');
}
const REPEATED_BYTES = 1025 * 2 ** 17;
const REPEATED_SIZE = '00000208';

describe.each(UNPACKERS)('%s', (_name, load) => {
  beforeAll(() => {
    unpacker = load();
  });

  describe('takes', () => {
    it('frames with a checksum, which is not looked at, and frames without', () => {
      expect(textOf(CHECKED)).toBe(TEXT);
      expect(textOf(changed(CHECKED.length - 1, 1))).toBe(TEXT);
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

    it('a window of any size, which needs no memory', () => {
      // 4 terabytes, and one byte
      const frame = Buffer.from('28b52ffd00ff0b000041', 'hex');
      expect(textOf(frame, 1)).toBe('A');
      expect(textOf(Buffer.concat(Array<Buffer>(3600).fill(frame)))).toBe('A'.repeat(3600));
      const oneByteBlocks = '0a000042'.repeat(9000);
      expect(textOf(Buffer.from(`28b52ffd00ff${oneByteBlocks}0b000041`, 'hex'))).toBe(`${'B'.repeat(9000)}A`);
    });

    it('more than 128 MiB, of frames that state no size and of those that do', () => {
      expect(decompressZstd(repeated('00 88'), 2 ** 28).length).toBe(REPEATED_BYTES);
      expect(decompressZstd(repeated(`80 88 ${REPEATED_SIZE}`), 2 ** 28).length).toBe(REPEATED_BYTES);
    });

    it('what zstd makes at every level of any content', () => {
      const repeat = fc.record({ back: fc.integer({ min: 1, max: 2000 }), length: fc.integer({ min: 1, max: 3000 }) });
      const letters = fc.uint8Array({ max: 15, maxLength: 400 });
      const parts = fc.array(fc.oneof(letters, fc.uint8Array({ maxLength: 400 }), repeat), { maxLength: 60 });
      fc.assert(
        fc.property(parts, fc.integer({ min: library.minCLevel(), max: 19 }), (list, level) => {
          const content = contentOf(list);
          const compressed = library.compress(content, level).slice();
          expect(Buffer.compare(decompressZstd(compressed, content.length), content)).toBe(0);
        }),
      );
    });

    it('content of several blocks, whose tables are used again', () => {
      const content = contentOf(
        Array.from({ length: 9000 }, (_, i) => [
          Buffer.from(`{"slot":${i * 7919},"owner":"${(i * i).toString(36)}"}`),
          { back: 40 + (i % 300), length: 9 },
        ]).flat(),
      );
      for (const level of [-5, 1, 3, 9, 15, 19]) {
        const compressed = library.compress(content, level).slice();
        expect(Buffer.compare(decompressZstd(compressed, content.length), content)).toBe(0);
      }
    });
  });

  describe('refuses', () => {
    it.each<[string, Uint8Array, string]>([
      ['a size that was changed', changed(5, 29), 'invalid zstd data'],
      ['no frame', Buffer.from('plain text'), 'invalid zstd data'],
      ['something behind a frame', Buffer.concat([CHECKED, Buffer.from('text')]), 'invalid zstd data'],
      ['a reserved kind of block', changed(6, 0xf7), 'invalid zstd data'],
      ['a header with its reserved bit', changed(4, 0x2c), 'invalid zstd data'],
      ['a block of more than 128 KiB', Buffer.from('28b52ffd00880b001041', 'hex'), 'invalid zstd data'],
      [
        'sequences that copy more than 128 KiB into a block',
        // 64 times 131,074 bytes
        Buffer.from(`28b52ffd008845040009414054000034${'ffff'.repeat(64)}01`, 'hex'),
        'invalid zstd data',
      ],
      [
        'a copy of what is before the frame',
        Buffer.concat([CHECKED, Buffer.from('28b52ffd00884500000941015400020007', 'hex')]),
        'invalid zstd data',
      ],
      ['nothing', Buffer.alloc(0), 'the compressed data ends too early'],
      ['a frame to be passed over that is cut off', SKIPPABLE.subarray(0, 10), 'the compressed data ends too early'],
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

    it('any bit changed in codes, or takes them for other content', () => {
      const content = contentOf([
        Buffer.from('any account that a program owns, and another one'),
        { back: 30, length: 90 },
      ]);
      const compressed = library.compress(Buffer.concat([content, content, Buffer.from(TEXT)]), 19).slice();
      for (let bit = 0; bit < 8 * compressed.length; bit++) {
        const bytes = compressed.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
        expect(() => {
          try {
            decompressZstd(bytes, MAX);
          } catch (error) {
            if (!(error instanceof ZstdError)) throw error;
          }
        }).not.toThrow();
      }
    });
  });

  it('takes a window of more than 128 MiB where its library can, or says what can', () => {
    // one of 256 MiB, and one as large as the content
    for (const header of ['00 90', `a0 ${REPEATED_SIZE}`]) {
      const text =
        unpacker.maxWindowLog > 27
          ? 'it was taken'
          : 'its window has more than 128 MiB: this needs Node 22.15 or newer';
      expect(reason(repeated(header), 2 ** 28)).toBe(text);
    }
  });

  it('takes what the zstd command writes', ({ skip }) => {
    const text = Buffer.alloc(300_000, 'an account that a program owns; ');
    let frame: Buffer;
    try {
      frame = execFileSync('zstd', ['-q', '-c'], { input: text });
    } catch {
      return skip('no zstd command');
    }
    expect(Buffer.compare(decompressZstd(frame, MAX), text)).toBe(0);
  });
});

// on Node 20 there is one only
it.skipIf(unpackByNode === undefined)('treats damaged frames alike, whatever unpacks them', () => {
  const unpackers = UNPACKERS.map(([, unpacker]) => unpacker());
  const outcomeOf = (bytes: Uint8Array, by: FrameUnpacker): string => {
    try {
      return Buffer.from(unpackFrames(bytes, MAX, by)).toString('hex');
    } catch (error) {
      return String(error);
    }
  };
  const text = Buffer.from(TEXT.repeat(20) + TEXT.toUpperCase().repeat(5));
  for (const frame of [CHECKED, library.compress(text, 19).slice(), zstd.compress(text)]) {
    for (let bit = 0; bit < 8 * frame.length; bit++) {
      const bytes = frame.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      const [first, ...others] = unpackers.map((by) => outcomeOf(bytes, by));
      expect(others).toEqual(others.map(() => first));
    }
  }
});
