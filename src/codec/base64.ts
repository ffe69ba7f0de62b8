/** Standard alphabet, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Why a text is not base64, in the words of the reference node's decoder. */
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
  // Buffer skips what it does not know; only text that comes back equal was strict
  if (bytes.toString('base64') !== text) throw new Base64Error(faultOf(text));
  return bytes;
}

const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function hasNoSpareBits(text: string): boolean {
  if (text.endsWith('==')) return SYMBOLS.indexOf(text[text.length - 3]!) % 16 === 0;
  if (text.endsWith('=')) return SYMBOLS.indexOf(text[text.length - 2]!) % 4 === 0;
  return true;
}

/** Source   base64 0.22 `Engine::decode` of the STANDARD engine, order of its checks */
function faultOf(text: string): Base64Fault {
  const bytes = Buffer.from(text);
  const content = text.replace(/=+$/, '');
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    const isPadding = byte === 0x3d;
    if (!isPadding && (byte > 127 || !SYMBOLS.includes(String.fromCharCode(byte))))
      return { kind: 'InvalidByte', index, byte };
    if (isPadding && (index < content.length || index % 4 < 2)) return { kind: 'InvalidByte', index, byte };
  }
  if (content.length % 4 === 1) return { kind: 'InvalidLength', length: content.length };
  if (!hasNoSpareBits(content.padEnd(Math.ceil(content.length / 4) * 4, '=')))
    return { kind: 'InvalidLastSymbol', index: content.length - 1, byte: bytes[content.length - 1]! };
  return { kind: 'InvalidPadding' };
}
