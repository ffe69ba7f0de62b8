import { describe, expect, test } from 'vitest';
import { parseBpfLoaderInstruction } from '../../../../src/solana/programs/loaders.ts';
import { accountNames, bytes, byteVec, describeParser, parseOrDecline, slots, u8, u32, u64 } from './parserCases.ts';

const PROGRAM_ID = 'BPFLoader2111111111111111111111111111111111';

describeParser({
  program: 'bpf-loader',
  programIds: [PROGRAM_ID],
  parse: parseBpfLoaderInstruction,
  cases: [
    {
      type: 'write',
      accounts: 1,
      data: bytes(u32(0), u32(0xffffffff), byteVec(u8(1, 2, 3, 4))),
      info: { ...slots('account'), offset: 4294967295, bytes: 'AQIDBA==' },
    },
    {
      type: 'write',
      accounts: 1,
      data: bytes(u32(0), u32(0), u64(0n)),
      info: { ...slots('account'), offset: 0, bytes: '' },
    },
    { type: 'finalize', accounts: 2, data: u32(1), info: slots('account', '-') },
  ],
  trailingBytes: 'ignored',
});

describe('bpf-loader: data that does not decode', () => {
  const bad: readonly (readonly [string, Uint8Array])[] = [
    ['an unknown tag', u32(2)],
    ['more bytes announced than there are', bytes(u32(0), u32(0), u64(5n), u8(1, 2, 3, 4))],
    ['u64::MAX bytes announced', bytes(u32(0), u32(0), u64(18446744073709551615n))],
  ];
  test.each(bad)('%s', (_, data) => {
    expect(parseOrDecline(parseBpfLoaderInstruction, PROGRAM_ID, accountNames(2), data)).toBeUndefined();
  });
});
