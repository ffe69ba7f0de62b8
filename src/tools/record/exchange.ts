import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { integerOf, listOf, objectOf } from '../../codec/foreignJson.ts';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonText,
  type JsonValue,
  stringifyJson,
} from '../../codec/jsonText.ts';
import { compactJson, indentJson } from '../../codec/jsonTree.ts';
import { type MemberTexts, parseJson } from '../../codec/parseJson.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import type { JsonOutcome } from '../../rpc/protocol/call.ts';

/** A call: `params` is the text of a list. */
export interface Question {
  readonly method: string;
  readonly params: JsonText;
}

/** A key that is equal for calls with equal meaning: white space and the order of members do not count. */
export function questionKey({ method, params }: Question): string {
  return `${method} ${stringifyJson(parseJson(params))}`;
}

const MAX_SUBJECT_LENGTH = 12;

const DIGITS_OF_HASH = 10;

/**
 * The name of the file of a call: its method, the beginning of what it asks about, and a hash of the whole call, because some file systems
 * do not distinguish `a` from `A`. For instance `getTransaction-5VERv8NMvzbJ-0c9d4f1b2a.json`.
 */
export function exchangeName(question: Question): string {
  const subject = subjectOf(parseJson(question.params));
  const hash = createHash('sha256').update(questionKey(question)).digest('hex').slice(0, DIGITS_OF_HASH);
  const method = question.method.replace(/\W/g, '_').slice(0, 60);
  return [method, ...(subject === '' ? [] : [subject]), hash].join('-').concat('.json');
}

/** The first parameter: a slot, an address or a signature, or the first of a list of them. */
function subjectOf(params: JsonValue): string {
  const [first] = listOf(params);
  const subject = isJsonArray(first) ? first[0] : first;
  if (typeof subject === 'string') return subject.replace(/\W/g, '').slice(0, MAX_SUBJECT_LENGTH);
  return integerOf(subject) === undefined ? '' : String(subject).replace(/\W/g, '').slice(0, 20);
}

/** The most characters of an answer that is indented. Indenting a longer one would keep other clients waiting for seconds. */
const MAX_INDENTED = 8 * 2 ** 20;

/** The text of a recorded exchange, `{"request", "response"}`, of which every value is as it was sent. */
export function exchangeText({ method, params }: Question, { kind, text }: JsonOutcome): JsonText {
  const request = `{"method":${JSON.stringify(method)},"params":${params}}`;
  const exchange = `{"request":${request},"response":{"jsonrpc":"2.0","${kind}":${text},"id":1}}`;
  return text.length > MAX_INDENTED ? `${exchange}\n` : indentJson(exchange);
}

/** The outcome in the text of an exchange; undefined: the text is not an exchange of this call. */
function readExchange(text: string, question: Question): JsonOutcome | undefined {
  return readOutcome(text, question, 'result') ?? readOutcome(text, question, 'error');
}

function readOutcome(text: string, question: Question, kind: JsonOutcome['kind']): JsonOutcome | undefined {
  const texts: MemberTexts = { key: kind, byObject: new Map() };
  const exchange = unlessThrown([SyntaxError], () => parseJson(text, { texts }));
  const { request, response } = objectOf(exchange) ?? {};
  if (!isJsonObject(request) || !isJsonObject(response) || !isQuestion(request, question)) return undefined;
  const member = texts.byObject.get(response);
  return member === undefined ? undefined : { kind, text: compactJson(member) };
}

function isQuestion(request: JsonObject, question: Question): boolean {
  const recorded = questionIn(request);
  return recorded !== undefined && questionKey(recorded) === questionKey(question);
}

function questionIn({ method, params }: JsonObject): Question | undefined {
  return typeof method === 'string' ? { method, params: stringifyJson(params ?? []) } : undefined;
}

/** Recorded exchanges, one file a call. Files are there as a whole or not at all, so that a recording can end at any time. */
export class ExchangeFolder {
  readonly path: string;

  /** @throws an error of the file system if the folder does not exist and cannot be created */
  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
  }

  /** The recorded outcome of a call; undefined: the call is not recorded, or its file is damaged. */
  read(question: Question): JsonOutcome | undefined {
    const text = this.readFile(exchangeName(question));
    return text === undefined ? undefined : readExchange(text, question);
  }

  /** The recorded calls, in the order of the names of their files. Other files are left out. */
  *questions(): Iterable<Question> {
    for (const name of readdirSync(this.path).sort()) {
      const text = /^[^.].*\.json$/.test(name) ? (this.readFile(name) ?? '') : '';
      const request = objectOf(objectOf(unlessThrown([SyntaxError], () => parseJson(text)))?.request);
      const question = request && questionIn(request);
      if (question !== undefined && exchangeName(question) === name) yield question;
    }
  }

  write(question: Question, outcome: JsonOutcome): void {
    this.writeFile(exchangeName(question), exchangeText(question, outcome));
  }

  /** Whether the folder has no files; hidden files do not count. */
  get isEmpty(): boolean {
    return readdirSync(this.path).every((name) => name.startsWith('.'));
  }

  /** The text of a file; undefined: there is none. */
  readFile(name: string): string | undefined {
    const path = join(this.path, name);
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : undefined;
  }

  /** Writes a file: first under a hidden name, which nothing loads. */
  writeFile(name: string, text: string): void {
    const temporary = join(this.path, `.${name}.${process.pid}`);
    try {
      writeFileSync(temporary, text);
      renameSync(temporary, join(this.path, name));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }
}
