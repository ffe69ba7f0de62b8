/** FNV-1a of some of the bytes, its high bits folded into the low ones that mostly pick a bucket; a signed 32-bit number. */
export function hashBytes(bytes: Uint8Array, start = 0, length: number = bytes.length - start): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < start + length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
