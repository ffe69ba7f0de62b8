import type { LedgerUrls } from './jsonrpc/access.ts';
import type { Listener } from './ledgerNode.ts';
import { checkOptions, type ListenOptions } from './nodeOptions.ts';
import { readServerOptions } from './server/options.ts';
import type { Serving } from './server/serving.ts';

/** The ports that a node listens on. */
export class Listeners {
  /** of those that are open, the first one first */
  readonly #urls = new Set<string>();

  async listen(serving: Serving, options: ListenOptions): Promise<Listener> {
    checkOptions('listen', options);
    const rules = readServerOptions(serving, options);
    // loaded only when needed: a node in process has no transport
    const { openPort } = await import('./server/listen.ts');
    const port = await openPort({
      ...rules,
      host: options.host ?? '127.0.0.1',
      port: options.port ?? 0,
    });
    this.#urls.add(port.url);
    const close = () => {
      this.#urls.delete(port.url);
      return port.close();
    };
    return { url: port.url, close, [Symbol.asyncDispose]: close };
  }

  /** Where a fork can be reached; undefined: nothing listens. */
  urlOf(fork: string): LedgerUrls | undefined {
    const [first] = this.#urls;
    if (first === undefined) return undefined;
    const url = `${first}/fork/${fork}`;
    return { url, wsUrl: url.replace(/^http/, 'ws') };
  }
}
