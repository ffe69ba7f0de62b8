import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonOutcome } from '../jsonrpc/upstream.ts';
import { exchangeName, exchangeText, type Question, readExchange } from './exchange.ts';

/** Recorded exchanges, one file a call. Files are there as a whole or not at all, so that a recording can end at any time. */
export class ExchangeFolder {
  readonly path: string;

  /** @throws an error of the file system if there is no such folder and none can be made */
  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
  }

  /** What was answered to a call; undefined: it is not recorded, or its file is damaged. */
  read(question: Question): JsonOutcome | undefined {
    const text = this.readFile(exchangeName(question));
    return text === undefined ? undefined : readExchange(text, question);
  }

  write(question: Question, outcome: JsonOutcome): void {
    this.writeFile(exchangeName(question), exchangeText(question, outcome));
  }

  /** Hidden files do not count. */
  get isEmpty(): boolean {
    return readdirSync(this.path).every((name) => name.startsWith('.'));
  }

  /** undefined: there is none */
  readFile(name: string): string | undefined {
    const path = join(this.path, name);
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'utf8') : undefined;
  }

  /** Under a hidden name first, which nothing loads. */
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
