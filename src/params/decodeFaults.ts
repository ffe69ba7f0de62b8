/**
 * What is wrong with base58 and base64 text, as Rust's `{:?}` prints the errors of the node's decoders.
 *
 * Source   bs58 0.5, base64 0.22
 * @module
 */
import type { Base58Error } from '../codec/base58.ts';
import type { Base64Error } from '../codec/base64.ts';

export function base58Fault({ character, index }: Base58Error): string {
  if (character > '\u007f') return `NonAsciiCharacter { index: ${index} }`;
  return `InvalidCharacter { character: ${quoteChar(character)}, index: ${index} }`;
}

function quoteChar(character: string): string {
  const code = character.charCodeAt(0);
  const named: Record<string, string> = {
    "'": "\\'",
    '\\': '\\\\',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\0': '\\0',
  };
  return `'${named[character] ?? (code < 0x20 || code === 0x7f ? `\\u{${code.toString(16)}}` : character)}'`;
}

export function base64Fault({ fault }: Base64Error): string {
  switch (fault.kind) {
    case 'InvalidByte':
    case 'InvalidLastSymbol':
      return `${fault.kind}(${fault.index}, ${fault.byte})`;
    case 'InvalidLength':
      return `InvalidLength(${fault.length})`;
    case 'InvalidPadding':
      return 'InvalidPadding';
  }
}
