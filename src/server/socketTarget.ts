import type { IncomingMessage } from 'node:http';
import { DIALECTS, type Dialect, isDialectName } from '../dialect.ts';
import type { ControlAccess } from '../rpc/protocol/call.ts';
import { type ControlRules, createAccess, keyCheck } from './access.ts';
import { clientOf, queryOf, segmentOf } from './requestState.ts';
import { type Refusal, refusals } from './send.ts';
import type { ServedLedger, Serving, SocketCaller } from './serverOptions.ts';

/** The ledger of a socket, and how it is answered. */
export interface SocketTarget {
  readonly ledger: ServedLedger;
  /** name of the ledger fork */
  readonly fork: string | undefined;
  readonly dialect: Dialect;
  readonly caller: SocketCaller;
}

export interface TargetRules extends Serving, ControlRules {
  /** undefined: every socket is accepted */
  readonly apiKeys: readonly string[] | undefined;
  readonly httpPort: () => number;
}

/** Reads ledger fork, key and dialect from the request that opens a socket, as from those of calls. */
export function createTargetOf(rules: TargetRules): (request: IncomingMessage) => SocketTarget | Refusal {
  const isKeyGood = keyCheck('apikey', rules.apiKeys ?? []);
  const place = () => ({ ...rules.place(), httpPort: rules.httpPort() });
  const accessOf = createAccess({ ...rules, place }, '');
  return ({ headers, socket, url = '/' }) => {
    const asking = { headers, socket, originalUrl: url };
    const query = queryOf(asking);
    if (!isKeyGood(query)) return refusals.unauthorized();
    const name = query.get('dialect') ?? rules.dialect;
    if (!isDialectName(name)) return refusals.unknownDialect(name);
    const fork = forkIn(url);
    const ledger = fork === undefined ? rules : rules.forkNamed(fork, true);
    if (typeof ledger === 'string') return refusals.noFork(ledger);
    const access = () => onPort(accessOf(asking), rules.httpPort());
    const caller: SocketCaller = { transport: 'socket', client: clientOf(headers), access };
    return { ledger, fork, dialect: DIALECTS[name], caller };
  };
}

function forkIn(url: string): string | undefined {
  return url.startsWith('/fork/') ? segmentOf(url, 2) : undefined;
}

/** URLs of ledger forks have the port of HTTP, also if the socket is on the WebSocket port. */
function onPort(access: ControlAccess, port: number): ControlAccess {
  if (access.kind !== 'allowed') return access;
  const withPort = (text: string) => text.replace(/^(\w+:\/\/[^/]*:)\d+(?=\/)/, `$1${port}`);
  return {
    ...access,
    urlOf: (fork) => {
      const urls = access.urlOf(fork);
      return urls && { url: withPort(urls.url), wsUrl: withPort(urls.wsUrl) };
    },
  };
}
