import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject, type JsonObject } from '../codec/jsonText.ts';
import { parseJson } from '../codec/parseJson.ts';
import { onOneLine } from '../codec/text.ts';
import { unlessThrown } from '../codec/unlessThrown.ts';
import { fileErrorReason } from '../fixtures/input/fileErrors.ts';
import { newerFormatReason } from '../script/ledgerJson/formatMember.ts';
import { TRACE_VERSION, tracePage } from '../server/tracePage.ts';
import { CliError, type Output, onSignals } from './output.ts';

export interface InspectOptions {
  /** the trace of a test */
  readonly file: string;
  /** 0: a free one */
  readonly port: number;
  /** file for the page; undefined: the page is served */
  readonly html: string | undefined;
}

type Page = NonNullable<ReturnType<typeof tracePage>>;

/** `stillnode inspect`: serves the page of a trace until a signal, or writes it to a file. */
export async function runInspect({ file, html, port }: InspectOptions, output: Output): Promise<number> {
  const trace = readTrace(file);
  if (html !== undefined && isSameFile(html, file))
    throw new CliError(`${html} is the trace itself: give the page another name`);
  const page = tracePage(trace);
  if (page === undefined) throw new CliError('the page of the inspector does not exist: build the package first');
  if (html !== undefined) {
    writePage(html, page);
    output.write(`wrote ${onOneLine(html)}: open it in a browser\n`);
    return 0;
  }
  const server = await listen(page, port);
  const { port: actualPort } = server.address() as AddressInfo;
  output.write(`stillnode shows ${onOneLine(file)} on http://127.0.0.1:${actualPort}\n`);
  await new Promise<void>((resolve) => {
    onSignals(resolve);
  });
  server.closeAllConnections();
  server.close();
  return 0;
}

/** The text of a trace. @throws CliError if the file is not a trace of this version */
function readTrace(file: string): string {
  const text = attempt(`cannot read ${file}`, () => readFileSync(file, 'utf8'));
  const trace = objectIn(text);
  const newer = newerFormatReason(trace);
  if (newer !== undefined) throw new CliError(`${file}: ${newer}`);
  const version = trace?.stillnodeTrace;
  if (version === TRACE_VERSION) return text;
  if (version === undefined)
    throw new CliError(`${file} is not the trace of a test: its name is in the report of a test that failed`);
  throw new CliError(`${file} is a trace of another version of stillnode: open it with that one`);
}

function objectIn(text: string): JsonObject | undefined {
  const value = unlessThrown([SyntaxError], () => parseJson(text));
  return isJsonObject(value) ? value : undefined;
}

/** Whether two paths lead to one file, by whatever links. */
function isSameFile(a: string, b: string): boolean {
  const [first, second] = [a, b].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino;
}

function writePage(file: string, { body }: Page): void {
  attempt(`cannot write ${file}`, () => writeFileSync(file, body));
}

/** Serves the page at every path of 127.0.0.1. @throws CliError if the port cannot be used */
function listen({ body, headers }: Page, port: number): Promise<Server> {
  const server = createServer(({ method }, response) => {
    const isRead = method === 'GET' || method === 'HEAD';
    response.writeHead(isRead ? 200 : 405, isRead ? { ...headers } : {});
    response.end(method === 'GET' ? body : '');
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new CliError(`cannot listen on port ${port}: ${fileErrorReason(error)}`)));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

function attempt<T>(problem: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw new CliError(`${problem}: ${fileErrorReason(error, 'file')}`);
  }
}
