// Numbers that look random and are the same on every run.
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function randomBytes(seed) {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n + 0x1234567n;
  return (length) => {
    const bytes = Buffer.alloc(Math.ceil(length / 8) * 8);
    for (let at = 0; at < length; at += 8) {
      state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
      bytes.writeBigUInt64LE(state ^ (state >> 29n), at);
    }
    return bytes.subarray(0, length);
  };
}

/** Plain and slow on purpose: the benchmark must not rest on the code that it measures. */
export function base58(bytes) {
  let value = BigInt(`0x${bytes.toString('hex') || '0'}`);
  let text = '';
  while (value > 0n) {
    const chunk = value % 656356768n;
    value /= 656356768n;
    let rest = Number(chunk);
    let digits = '';
    for (let i = 0; i < 5; i++) {
      digits = ALPHABET[rest % 58] + digits;
      rest = Math.floor(rest / 58);
    }
    text = digits + text;
  }
  text = text.replace(/^1+/, '');
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}
