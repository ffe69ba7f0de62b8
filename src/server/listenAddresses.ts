import { type AddressInfo, isIPv6, type Socket } from 'node:net';

/** The addresses that a server listens on. @module */

export const MAX_PORT = 65_535;

export interface ListenAddresses {
  /** empty if the server has no address, as on a Unix domain socket */
  readonly addresses: readonly string[];
  /** name of the host, if the options give one */
  readonly name?: string;
  /** port of HTTP, for requests to the WebSocket port */
  readonly httpPort?: number;
}

/** @param all the results of `server.address()` */
export function boundAddresses(all: readonly (AddressInfo | string | null)[]): readonly string[] {
  return all.flatMap((one) => (typeof one === 'object' && one !== null ? [one.address] : []));
}

/** 127.0.0.0/8 and ::1. */
export function isLoopback(address: string): boolean {
  return asIPv4(address).startsWith('127.') || address === '::1';
}

/** Whether a server there listens on every address of its machine. */
export function isWildcard(address: string): boolean {
  return asIPv4(address) === '0.0.0.0' || address === '::';
}

/** The host in the URL of a server, as a client on its machine reaches it. */
export function clientHost(host: string): string {
  if (!isWildcard(host)) return hostText(host);
  return host === '::' ? '[::1]' : '127.0.0.1';
}

/** Whether a URL leads to a server, as far as is known without a DNS lookup. @param ownUrl where the server listens */
export function isSameServer(url: string, ownUrl: string): boolean {
  const [asked, own] = [new URL(url), new URL(ownUrl)];
  if (asked.protocol !== own.protocol || asked.port !== own.port) return false;
  return (
    asked.hostname === own.hostname || (isLocal(hostOf(asked)) && (isLocal(hostOf(own)) || isWildcard(hostOf(own))))
  );
}

/** IPv6 without its brackets. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function isLocal(host: string): boolean {
  return host === 'localhost' || isLoopback(host);
}

/**
 * Whether a page of this origin comes from an address of this server; `localhost` counts if the server listens on loopback. The Host
 * header proves nothing: a page chooses the name in it.
 */
export function isOwnOrigin(origin: string, { addresses, httpPort, name }: ListenAddresses, socket: Socket): boolean {
  const isEverywhere = addresses.some(isWildcard);
  const hosts = [
    ...addresses.filter((address) => !isWildcard(address)),
    ...(isEverywhere ? [socket.localAddress ?? '', '127.0.0.1', '::1'] : []),
    ...(isEverywhere || addresses.some(isLoopback) ? ['localhost'] : []),
    ...(name === undefined ? [] : [name]),
  ];
  const ports = [socket.localPort, httpPort];
  return hosts.some((host) => ports.some((port) => originOf(socket, hostText(host), port) === origin));
}

/** The URL at which a client reaches the server: `http://host:port`. */
export function baseUrl(
  { addresses: [address] }: ListenAddresses,
  socket: Socket,
  hostHeader: string | undefined,
): string {
  const hasAddress = address !== undefined && !isWildcard(address);
  const sent = hasAddress || hostHeader === undefined ? undefined : validHost(hostHeader);
  const host = sent ?? `${hostText(hasAddress ? address : (socket.localAddress ?? 'localhost'))}:${socket.localPort}`;
  return `${schemeOf(socket)}://${host}`;
}

/** Undefined: it is not `host` or `host:port`. */
function validHost(text: string): string | undefined {
  const isHost = /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i.test(text);
  return isHost && URL.canParse(`http://${text}`) ? text : undefined;
}

/** The origin as browsers write it: without the default port of the scheme. */
function originOf(socket: Socket, host: string, port: number | undefined): string | undefined {
  const url = `${schemeOf(socket)}://${host}:${port}`;
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

/** Bun gives `encrypted` to each socket. */
function schemeOf(socket: Socket & { readonly encrypted?: boolean }): 'http' | 'https' {
  return socket.encrypted === true ? 'https' : 'http';
}

function hostText(host: string): string {
  const address = asIPv4(host);
  return isIPv6(address) ? `[${address}]` : address;
}

/** IPv4 on a socket of IPv6 has this prefix. */
function asIPv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
