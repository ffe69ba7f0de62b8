import { isJsonArray, isJsonObject, type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';

/** The shortest part of a URL that is hidden inside words too: a shorter one is in many words by chance. */
const MIN_LENGTH_INSIDE_WORDS = 6;

/**
 * The URL of a real node. Keys are in its path, its query or its user info, so none of them is in any text that is meant for people or files.
 */
export class NodeAddress {
  /** the URL of requests, without the user info */
  readonly target: URL;
  /** protocol, host and port: no secret */
  readonly origin: string;
  /** the header with the user info, if the URL has one */
  readonly #credentials: Readonly<Record<string, string>>;
  /** finds every form of every part that may be a key */
  readonly #secrets: RegExp | undefined;

  /** @throws TypeError if the text is not an HTTP URL; the message does not contain it */
  constructor(text: string) {
    const url = parseUrl(text);
    if (url === undefined) throw new TypeError('the URL of a node begins with http:// or https://');
    this.origin = `${url.protocol}//${url.host}`;
    this.#secrets = patternOf(secretsOf(url));
    const credentials = credentialsOf(url);
    this.#credentials = credentials === undefined ? {} : { authorization: `Basic ${credentials.toString('base64')}` };
    url.username = '';
    url.password = '';
    url.hash = '';
    this.target = url;
  }

  /** A text of the node as it may be shown: nodes repeat keys in their messages. */
  withoutSecrets(text: string): string {
    return this.#secrets === undefined ? text : text.replace(this.#secrets, '…');
  }

  /** The headers of a request with the user info; another origin, such as another port of the host, does not get it. */
  credentialsFor({ origin }: URL): Readonly<Record<string, string>> {
    return origin === this.target.origin ? this.#credentials : {};
  }

  /** The target of a redirection; undefined: another host, which is not asked. */
  redirectionTarget(location: string): URL | undefined {
    const url = URL.canParse(location, this.target.href) ? new URL(location, this.target) : undefined;
    const isSameHost = url?.hostname === this.target.hostname;
    const isAsSafe = url?.protocol === 'https:' || url?.protocol === this.target.protocol;
    return isSameHost && isAsSafe ? url : undefined;
  }
}

function parseUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

/** The parts of a URL that may be keys. Names in the query too: some nodes take a key without a name. */
function secretsOf(url: URL): Set<string> {
  const { hash, password, pathname, search, username } = url;
  const parts = [...pathname.split('/'), ...search.slice(1).split(/[&=]/), username, password, hash.slice(1)];
  return new Set([...parts.flatMap(formsOf), ...encodedCredentials(url)].filter((text) => text !== ''));
}

/** The forms of a part: raw, decoded, and encoded again as a part of a path and of a form. */
function formsOf(part: string): string[] {
  const texts = [part, decodeOrKeep(part), decodeOrKeep(part.replaceAll('+', ' '))];
  return texts.flatMap((text) => [
    text,
    encodeURIComponent(text),
    new URLSearchParams([['', text]]).toString().slice(1),
  ]);
}

/** The credentials in base64 without padding, which not all nodes repeat. */
function encodedCredentials(url: URL): string[] {
  const credentials = credentialsOf(url);
  if (credentials === undefined) return [];
  return [credentials.toString('base64').replace(/=+$/, ''), credentials.toString('base64url')];
}

/**
 * The pattern of all secrets: the longest first, so that no part of one is left. Upper and lower case are equal, because nodes write
 * hexadecimal digits in both.
 */
function patternOf(secrets: ReadonlySet<string>): RegExp | undefined {
  if (secrets.size === 0) return undefined;
  const patterns = [...secrets]
    .sort((a, b) => b.length - a.length)
    .map((secret) => {
      const pattern = secret.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
      return secret.length < MIN_LENGTH_INSIDE_WORDS ? `(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])` : pattern;
    });
  return new RegExp(patterns.join('|'), 'giu');
}

function decodeOrKeep(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function credentialsOf({ password, username }: URL): Buffer | undefined {
  return username === '' && password === ''
    ? undefined
    : Buffer.from(`${decodeOrKeep(username)}:${decodeOrKeep(password)}`);
}

/** Members that every error has: they are needed to read the rest, and name nothing of a node. */
const ERROR_MEMBERS: ReadonlySet<string> = new Set(['code', 'data', 'message']);

/**
 * An error of a node, as JSON, without the secrets in its texts and names: nodes repeat keys in their errors, and what is kept is committed and shown.
 *
 * @param hide gives a text without its secrets
 * @returns the same text, unless there are secrets in it
 */
export function errorWithoutSecrets(text: JsonText, hide: (text: string) => string): JsonText {
  const value = parseJson(text);
  const visible = valueWithoutSecrets(value, hide, ERROR_MEMBERS);
  return stringifyJson(visible) === stringifyJson(value) ? text : stringifyJson(visible);
}

function valueWithoutSecrets(
  value: JsonValue,
  hide: (text: string) => string,
  namesToKeep: ReadonlySet<string> = new Set(),
): JsonValue {
  if (typeof value === 'string') return hide(value);
  if (isJsonArray(value)) return value.map((item) => valueWithoutSecrets(item, hide));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    namesToKeep.has(name) ? name : hide(name),
    valueWithoutSecrets(member ?? null, hide),
  ]);
  return Object.fromEntries(members) as JsonValue;
}
