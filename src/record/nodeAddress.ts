/** A secret that is shorter than this is no key, and its letters are in many words. */
const MIN_SECRET_LENGTH = 6;

/**
 * The URL of a real node. Keys are in its path, its query or its user info, so none of them is in any text that is meant for people or files.
 */
export class NodeAddress {
  /** what a request is sent to, without the user info */
  readonly target: URL;
  /** what may be shown: protocol, host and port */
  readonly shown: string;
  /** with the user info, where there is any */
  readonly headers: Readonly<Record<string, string>>;
  readonly #secrets: readonly string[];

  /** @throws TypeError if the text is no URL of HTTP; the message does not contain it */
  constructor(text: string) {
    const url = parseUrl(text);
    if (url === undefined) throw new TypeError('the URL of a node begins with http:// or https://');
    this.shown = `${url.protocol}//${url.host}`;
    this.#secrets = secretsOf(url);
    this.headers = url.username === '' && url.password === '' ? {} : { authorization: basicAuthorization(url) };
    url.username = '';
    url.password = '';
    url.hash = '';
    this.target = url;
  }

  /** A text of the node as it may be shown: nodes repeat keys in their messages. */
  withoutSecrets(text: string): string {
    return this.#secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
  }

  /** Where a redirection leads; undefined: to another host, which is not asked. */
  redirectedTo(location: string): URL | undefined {
    const url = URL.canParse(location, this.target.href) ? new URL(location, this.target) : undefined;
    const isSameHost = url?.hostname === this.target.hostname;
    const isNoLessSafe = url?.protocol === 'https:' || url?.protocol === this.target.protocol;
    return isSameHost && isNoLessSafe ? url : undefined;
  }
}

function parseUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** The longest first, so that no rest of one is left. */
function secretsOf({ hash, password, pathname, searchParams, username }: URL): string[] {
  const parts = [...pathname.split('/'), ...searchParams.values(), username, password, hash.slice(1)];
  const texts = parts.flatMap((part) => [part, decoded(part)]);
  const secrets = new Set(texts.filter((part) => part.length >= MIN_SECRET_LENGTH));
  return [...secrets].sort((a, b) => b.length - a.length);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function basicAuthorization({ password, username }: URL): string {
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`;
}
