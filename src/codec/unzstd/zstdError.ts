/** Bytes that are not Zstandard, are damaged, or unpack to too much; `message` is the reason, for people. */
export class ZstdError extends Error {
  constructor(message = 'invalid zstd data') {
    super(message);
    this.name = 'ZstdError';
  }
}
