/** Standard alphabet, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** The reason why a text is not base64, with the text of the reference node's decoder. */
export type Base64Fault =
  | { readonly kind: 'InvalidByte'; readonly index: number; readonly byte: number }
  | { readonly kind: 'InvalidLength'; readonly length: number }
  | { readonly kind: 'InvalidLastSymbol'; readonly index: number; readonly byte: number }
  | { readonly kind: 'InvalidPadding' };

export class Base64Error extends Error {
  readonly fault: Base64Fault;
  constructor(fault: Base64Fault) {
    super(`not base64: ${fault.kind}`);
    this.name = 'Base64Error';
    this.fault = fault;
  }
}

/**
 * Strict decoding: standard alphabet, padding required, no spare bits.
 *
 * @throws Base64Error
 */
export function decodeBase64(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'base64');
  // Buffer skips unknown characters; only text that encodes back to itself is strict base64
  if (bytes.toString('base64') !== text) throw new Base64Error(faultOf(text));
  return bytes;
}

const SYMBOLS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = 0x3d;
const GROUP = 4;

/** Source   base64 0.22 `Engine::decode` of the STANDARD engine, order of its checks */
function faultOf(text: string): Base64Fault {
  const bytes = Buffer.from(text);
  const last = bytes.length - 1;
  // a stray byte after whole groups is mostly a newline: it is named before anything else
  if (bytes.length % GROUP === 1 && bytes[last] !== PADDING && !SYMBOLS.includes(bytes[last]!))
    return { kind: 'InvalidByte', index: last, byte: bytes[last]! };
  const numSymbols = lengthWithoutPadding(text);
  const firstPadding = Math.max(numSymbols, last - (last % GROUP) + 2);
  const index = bytes.findIndex((byte, i) => (byte === PADDING ? i < firstPadding : !SYMBOLS.includes(byte)));
  if (index >= 0) return { kind: 'InvalidByte', index, byte: bytes[index]! };
  if (numSymbols % GROUP === 1) return { kind: 'InvalidLength', length: numSymbols };
  if (bytes.length % GROUP !== 0) return { kind: 'InvalidPadding' };
  // nothing else is left to be wrong: bits that the last symbol has to spare
  return { kind: 'InvalidLastSymbol', index: numSymbols - 1, byte: bytes[numSymbols - 1]! };
}

function lengthWithoutPadding(text: string): number {
  let { length } = text;
  while (text[length - 1] === '=') length--;
  return length;
}
