/** Base64 of the standard alphabet, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** The reason why a text is not base64, as the reference node's decoder names it. */
export type Base64Reason =
  | { readonly kind: 'InvalidByte'; readonly index: number; readonly byte: number }
  | { readonly kind: 'InvalidLength'; readonly length: number }
  | { readonly kind: 'InvalidLastSymbol'; readonly index: number; readonly byte: number }
  | { readonly kind: 'InvalidPadding' };

export class Base64Error extends Error {
  readonly reason: Base64Reason;
  constructor(reason: Base64Reason) {
    super(`not base64: ${reason.kind}`);
    this.name = 'Base64Error';
    this.reason = reason;
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
  if (bytes.toString('base64') !== text) throw new Base64Error(reasonOf(text));
  return bytes;
}

const SYMBOLS = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = 0x3d;
const GROUP = 4;

/** Source   base64 0.22 `Engine::decode` of the STANDARD engine, order of its checks */
function reasonOf(text: string): Base64Reason {
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
  // the only remaining error: bits of the last symbol that belong to no byte
  return { kind: 'InvalidLastSymbol', index: numSymbols - 1, byte: bytes[numSymbols - 1]! };
}

function lengthWithoutPadding(text: string): number {
  let { length } = text;
  while (text[length - 1] === '=') length--;
  return length;
}

/** The six bits that a symbol stands for. */
export function symbolValue(byte: number): number {
  return SYMBOLS.indexOf(byte);
}
