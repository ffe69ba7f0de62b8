import { didYouMean, nearest } from '../../codec/suggest.ts';
import { fileErrorReason } from '../../fixtures/input/fileErrors.ts';

/** `once`: asks only while the folder is empty; `missing`: what it lacks; `all`: everything anew; `none`: nothing. */
export const RECORD_MODES = ['once', 'missing', 'all', 'none'] as const;
export type RecordMode = (typeof RECORD_MODES)[number];

/** A node that is asked for what the ledger lacks. */
export interface UpstreamOptions {
  /** may be left out in mode `none` */
  readonly url?: string;
  /** folder for its answers; default: the newest 256 MiB are kept in memory */
  readonly record?: string;
  /** default `missing` */
  readonly mode?: RecordMode;
  /** false: sends and simulations see the ledger alone; default true */
  readonly sends?: boolean;
  /** milliseconds that the questions of one send may take; default 10000 */
  readonly timeoutMs?: number;
  /** called with one line for each wait for the node, such as for a rate limit */
  readonly onWait?: (message: string) => void;
}

/** The folder for answers cannot be used; `message` is one line. */
export class RecordFolderError extends Error {
  constructor(path: string, cause: unknown) {
    super(`cannot write to the folder ${path}: ${fileErrorReason(cause)}`);
    this.name = 'RecordFolderError';
  }
}

/** A node would ask itself, and wait for its own answer; `message` is one line, without what may be a key. */
export class OwnUpstreamError extends Error {
  constructor(url: string) {
    super(
      `the upstream ${new URL(url).origin} is this node itself: name another node, or choose another port for this one`,
    );
    this.name = 'OwnUpstreamError';
  }
}

const MEMBERS = ['url', 'record', 'mode', 'sends', 'timeoutMs', 'onWait'];

/** The longest time of a timer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * The mistake in the option, as a text that follows its name; undefined: it is valid. The URL may contain keys, and is not shown.
 */
export function checkUpstream(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'has to be an object: { url, record, mode }';
  const unknown = Object.keys(value).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined)
    return `has no member \`${unknown}\`: ${didYouMean(`\`${nearest(unknown, MEMBERS) ?? MEMBERS.join('`, `')}\``)}`;
  const { mode, onWait, record, sends, timeoutMs, url } = value as UpstreamOptions;
  if (url !== undefined && !isHttpUrl(url)) return 'needs a `url` that begins with http:// or https://';
  if (record !== undefined && (typeof record !== 'string' || record === ''))
    return 'needs the path of a folder as `record`';
  if (mode !== undefined && !RECORD_MODES.includes(mode)) return `needs a \`mode\` of ${RECORD_MODES.join(', ')}`;
  if (sends !== undefined && typeof sends !== 'boolean') return 'needs true or false as `sends`';
  if (timeoutMs !== undefined && !(Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS))
    return `needs a whole number from 1 to ${MAX_TIMEOUT_MS} as \`timeoutMs\``;
  if (onWait !== undefined && typeof onWait !== 'function') return 'needs a function as `onWait`';
  switch (missingSource({ mode, record, url })) {
    case 'record':
      return 'needs a folder `record` to answer from in mode none';
    case 'url':
      return 'needs the `url` of a node';
    default:
      return undefined;
  }
}

type Sources = { readonly [Name in 'mode' | 'record' | 'url']: UpstreamOptions[Name] | undefined };

/** The option that a mode needs and that is missing: mode `none` answers from its folder, the others ask a node. Undefined: none is missing. */
export function missingSource({ mode, record, url }: Sources): 'record' | 'url' | undefined {
  if (mode === 'none') return record === undefined ? 'record' : undefined;
  return url === undefined ? 'url' : undefined;
}

export function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
