import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { INSPECTOR_PAGE } from '../packageFiles.ts';
import type { ControlRules } from './controlAccess.ts';
import type { Headers } from './cors.ts';

/**
 * The page that shows a ledger: one file that loads nothing else, and asks the node at its own address alone.
 * @module
 */

export interface Page {
  readonly html: string;
  /** hashes of its scripts, for the content security policy */
  readonly scripts: string;
  readonly styles: string;
}

let cachedPage: Page | undefined;

/** Undefined: the page does not exist yet, as in a folder of sources that were not built. */
export function readPage(): Page | undefined {
  try {
    cachedPage ??= createPage(readFileSync(INSPECTOR_PAGE, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return cachedPage;
}

function createPage(html: string): Page {
  return { html, scripts: hashesOf(html, 'script'), styles: hashesOf(html, 'style') };
}

function hashesOf(html: string, tag: string): string {
  const texts = Array.from(html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs')), ([, text]) => text!);
  return texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
}

/** Whether a browser asks for a page, and not a program for an answer. */
export function asksForPage({ headers, method }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
}

export interface InspectorRules extends Pick<ControlRules, 'isControlOn'> {
  readonly inspector: boolean;
}

/** The page, if requests may control the node; undefined if not. It contains nothing of the ledger and asks for it. */
export function inspectorPage(
  { inspector, isControlOn }: InspectorRules,
  host: string | undefined,
): { readonly body: string; readonly headers: Headers } | undefined {
  const page = inspector && isControlOn() ? readPage() : undefined;
  return page && { body: page.html, headers: { 'content-security-policy': policyOf(page, host), ...PAGE_HEADERS } };
}

export const PAGE_HEADERS: Headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Browsers differ in whether `'self'` includes sockets.
 *
 * @param answerSource the origin of answers
 */
export function policyOf({ scripts, styles }: Page, host: string | undefined, answerSource = "'self'"): string {
  const sockets = host !== undefined && /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    'img-src data:',
    `connect-src ${answerSource}${sockets}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
