import type { Headers } from './cors.ts';
import { PAGE_HEADERS, policyOf, readPage } from './inspector.ts';

/**
 * The page of the inspector with a trace inside. A trace is the file of a test, with the answers to all questions of the page.
 * @module
 */

/** The version of the answers in a trace, in its member `stillnodeTrace`: the page reads no other. */
export const TRACE_VERSION = 1;

/**
 * Makes the page, which asks no node. Undefined: the page does not exist, because the sources were not built.
 *
 * @param trace JSON text
 */
export function tracePage(trace: string): { readonly body: string; readonly headers: Headers } | undefined {
  const page = readPage();
  if (page === undefined) return undefined;
  const policy = policyOf(page, undefined, "'none'");
  // browsers ignore `frame-ancestors` in an element `meta`
  const policyInPage = policy.replace("; frame-ancestors 'none'", '');
  // a text in the trace must not end the script
  const data = `<script type="application/json" id="trace">${trace.replaceAll('<', '\\u003c')}</script>`;
  const body = page.html
    .replace(
      '<meta charset="utf-8">',
      (meta) => `${meta}\n<meta http-equiv="Content-Security-Policy" content="${policyInPage}">`,
    )
    .replace('<script>', (script) => `${data}\n${script}`);
  return {
    body,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy, ...PAGE_HEADERS },
  };
}
