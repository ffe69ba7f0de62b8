import { createHash } from 'node:crypto';

/** A limit of the calls of each client. */
export interface Limit {
  readonly perSecond: number;
  /** calls at once, after a pause */
  readonly burst: number;
  /** each method is counted on its own */
  readonly isPerMethod: boolean;
}

interface Bucket {
  tokens: number;
  /** milliseconds of the clock */
  filledAt: number;
}

/** Above this number, the bucket with the oldest last call is deleted: it has had the most time to fill. */
const MAX_BUCKETS = 10_000;

/** A bucket of tokens for each key: a client, or a method of a client. Each call takes one, and they come back with time. */
export class Buckets {
  readonly #limit: Limit;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now milliseconds */
  constructor(limit: Limit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Takes a token. Returns the seconds until there is one; undefined: it has taken one. */
  take(key: string): number | undefined {
    const bucket = this.#refilledBucket(key);
    if (bucket.tokens >= 1) {
      bucket.tokens--;
      return undefined;
    }
    return (1 - bucket.tokens) / this.#limit.perSecond;
  }

  #refilledBucket(key: string): Bucket {
    const now = this.#now();
    const digest = digestOf(key);
    const bucket = this.#buckets.get(digest) ?? { tokens: this.#limit.burst, filledAt: now };
    bucket.tokens = this.#tokensAt(now, bucket);
    bucket.filledAt = now;
    // the bucket with the newest call is the last one
    this.#buckets.delete(digest);
    this.#buckets.set(digest, bucket);
    if (this.#buckets.size > MAX_BUCKETS) this.#buckets.delete(this.#buckets.keys().next().value!);
    return bucket;
  }

  #tokensAt(now: number, { filledAt, tokens }: Bucket): number {
    const { burst, perSecond } = this.#limit;
    return Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
  }
}

/** A hash, so that all keys of the map are short: API keys and names of methods may be as long as a request. */
function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}
