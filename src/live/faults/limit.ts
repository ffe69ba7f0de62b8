/** How many calls a client may make. */
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

/** Clients beyond this many are forgotten once their buckets are full again. */
const MAX_BUCKETS = 10_000;

/** A bucket of tokens for each client. Each call takes one, and they come back with time. */
export class Buckets {
  readonly #limit: Limit;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now milliseconds */
  constructor(limit: Limit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Takes a token. Returns the seconds after which there is one again; undefined: there was one. */
  take(client: string): number | undefined {
    const bucket = this.#filled(client);
    if (bucket.tokens >= 1) {
      bucket.tokens--;
      return undefined;
    }
    return (1 - bucket.tokens) / this.#limit.perSecond;
  }

  #filled(client: string): Bucket {
    const now = this.#now();
    const bucket = this.#buckets.get(client) ?? { tokens: this.#limit.burst, filledAt: now };
    bucket.tokens = this.#tokensAt(now, bucket);
    bucket.filledAt = now;
    this.#buckets.set(client, bucket);
    if (this.#buckets.size > MAX_BUCKETS) this.#forgetFull(now);
    return bucket;
  }

  #tokensAt(now: number, { filledAt, tokens }: Bucket): number {
    const { burst, perSecond } = this.#limit;
    return Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
  }

  #forgetFull(now: number): void {
    for (const [client, bucket] of this.#buckets)
      if (this.#tokensAt(now, bucket) === this.#limit.burst) this.#buckets.delete(client);
  }
}
