import { ClosedError } from '../errors.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import type { ServedLedger } from '../rpc/ledgerService.ts';
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

/** A port with the ledger at its root. */
interface ServedPort extends Pick<Listener, 'url' | 'wsUrl' | 'close'> {
  readonly root: LiveLedger;
}

/** The ports of a node: those of its main ledger, and those that its forks have of their own. */
export class Listeners {
  /** the open ports, oldest first */
  readonly #ports = new Set<ServedPort>();
  /** the ports that are being closed */
  readonly #ending = new Set<ServedPort>();
  readonly #main: LiveLedger;
  readonly #upstreamUrl: string | undefined;

  /** @param main the main ledger, whose ports have the addresses of the node */
  constructor(main: LiveLedger, upstreamUrl: string | undefined) {
    this.#main = main;
    this.#upstreamUrl = upstreamUrl;
  }

  /** Opens a port with this ledger at its root, which ends with the ledger. @throws ClosedError if that has ended meanwhile */
  async listen(ledger: ServedLedger, options: ListenOptions): Promise<Listener> {
    checkOptions('listen', options);
    const rules = readServerOptions(ledger, options);
    const { openPort } = await import('../server/listen.ts');
    const { host = DEFAULT_HOST, port: chosenPort = 0, wsPort } = options;
    const { maxSocketBufferBytes: maxBufferedBytes = MAX_SOCKET_BUFFER_BYTES, onSocketCutOff = warnOfCutOff } = options;
    const sockets = { wsPort, maxBufferedBytes, onCutOff: onSocketCutOff };
    const port = await this.#notUpstream(await openPort({ ...rules, ...sockets, host, port: chosenPort }));
    const { url, wsUrl } = port;
    const root = ledger.live;
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= this.#end(served, port).finally(() => forget());
      return closing;
    };
    const served: ServedPort = { url, wsUrl, root, close };
    this.#ports.add(served);
    // subscriptions come first: they send the notifications that wait. `closeAll` reports the error
    const forget = root.whenEnded(() => queueMicrotask(() => void close().catch(() => undefined)));
    if (root.endedBecause !== undefined) {
      await close();
      throw new ClosedError(root.endedBecause);
    }
    return { url, wsUrl, close, [Symbol.asyncDispose]: close };
  }

  async #end(served: ServedPort, port: OpenPort): Promise<void> {
    this.#ports.delete(served);
    this.#ending.add(served);
    try {
      await port.close();
    } finally {
      this.#ending.delete(served);
    }
  }

  /** Closes the ports of a ledger, or of all. Resolves when they have ended. */
  async closeAll(root?: LiveLedger): Promise<void> {
    const ports = [...this.#ports, ...this.#ending].filter((port) => root === undefined || port.root === root);
    await Promise.all(ports.map((port) => port.close()));
  }

  async #notUpstream(port: OpenPort): Promise<OpenPort> {
    const url = this.#upstreamUrl;
    if (url === undefined || !isSameServer(url, port.url)) return port;
    await port.close();
    throw new OwnUpstreamError(url);
  }

  /** The oldest port of the main ledger. */
  get #mainPort(): ServedPort | undefined {
    return [...this.#ports].find(({ root }) => root === this.#main);
  }

  /** The addresses of the main ledger; undefined: it has no port. */
  get addresses(): NodeAddresses | undefined {
    const port = this.#mainPort;
    return port && { rpc: new URL(port.url).host, pubsub: new URL(port.wsUrl).host };
  }

  /** The URLs of a ledger fork, which each port has; undefined: no port is open. */
  urlOf(fork: string): LedgerUrls | undefined {
    const [first] = this.#ports;
    return first && forkUrls(first.url, fork);
  }
}
