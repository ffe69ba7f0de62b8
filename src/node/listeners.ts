import type { SlotTimer } from '../live/slotTimer.ts';
import type { Serving } from '../rpc/ledgerService.ts';
import type { NodeAddresses } from '../rpc/methods/method.ts';
import { forkUrls, type LedgerUrls } from '../rpc/protocol/call.ts';
import type { OpenPort } from '../server/listen.ts';
import { isSameServer } from '../server/listenAddresses.ts';
import { readServerOptions } from '../server/serverOptions.ts';
import { OwnUpstreamError } from '../tools/record/upstreamOptions.ts';
import type { Listener } from './ledgerNode.ts';
import { DEFAULT_HOST, type ListenOptions } from './nodeOptions.ts';
import { checkOptions } from './optionChecks.ts';

const MAX_SOCKET_BUFFER_BYTES = 16 * 2 ** 20;

function warnOfCutOff(reason: string): void {
  process.emitWarning(reason);
}

export class Listeners {
  /** URLs of open ports and of their WebSockets, oldest first */
  readonly #urls = new Map<string, string>();
  readonly #timer: SlotTimer;
  readonly #upstreamUrl: string | undefined;

  /** @param timer stops with the last port */
  constructor(timer: SlotTimer, upstreamUrl: string | undefined) {
    this.#timer = timer;
    this.#upstreamUrl = upstreamUrl;
  }

  async listen(serving: Serving, options: ListenOptions): Promise<Listener> {
    checkOptions('listen', options);
    const rules = readServerOptions(serving, options);
    const { openPort } = await import('../server/listen.ts');
    const { host = DEFAULT_HOST, port: chosenPort = 0, wsPort } = options;
    const { maxSocketBufferBytes: maxBufferedBytes = MAX_SOCKET_BUFFER_BYTES, onSocketCutOff = warnOfCutOff } = options;
    const sockets = { wsPort, maxBufferedBytes, onCutOff: onSocketCutOff };
    const port = await openPort({ ...rules, ...sockets, host, port: chosenPort })
      .then((opened) => this.#notUpstream(opened))
      .catch((error: unknown) => {
        this.#stopIfUnused();
        throw error;
      });
    this.#urls.set(port.url, port.wsUrl);
    this.#timer.start();
    const close = () => {
      this.#urls.delete(port.url);
      this.#stopIfUnused();
      return port.close();
    };
    return { url: port.url, wsUrl: port.wsUrl, close, [Symbol.asyncDispose]: close };
  }

  async #notUpstream(port: OpenPort): Promise<OpenPort> {
    const url = this.#upstreamUrl;
    if (url === undefined || !isSameServer(url, port.url)) return port;
    await port.close();
    throw new OwnUpstreamError(url);
  }

  #stopIfUnused(): void {
    if (this.#urls.size === 0) this.#timer.stop();
  }

  /** The addresses of the oldest port; undefined: none is open. */
  get addresses(): NodeAddresses | undefined {
    const [first] = this.#urls;
    return first && { rpc: new URL(first[0]).host, pubsub: new URL(first[1]).host };
  }

  /** The URLs of a ledger fork; undefined: no port is open. */
  urlOf(fork: string): LedgerUrls | undefined {
    const [first] = this.#urls.keys();
    return first === undefined ? undefined : forkUrls(first, fork);
  }
}
