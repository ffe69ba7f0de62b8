import { rewordHints } from './hintParts.ts';
import type { SourcePlace } from './sourcePlace.ts';

/** A mistake in a value, or a warning about it. */
export interface Problem {
  readonly at: SourcePlace;
  /** the expected value and the value there */
  readonly message: string;
  readonly hint: string | undefined;
  /** a second place that the problem is about */
  readonly other: SourcePlace | undefined;
}

type Draft = Omit<Problem, 'other'> & { readonly other: OtherPlace | undefined; readonly isAboutEmptyValue: boolean };

/** A place, or a function for one that is known only when everything has been read. */
type OtherPlace = SourcePlace | (() => SourcePlace);

/** The number of problems that are kept, since one mistake can make every line wrong. Later ones are only counted. */
const MAX_PROBLEMS = 1000;

/** Collects problems while values are read. */
export class Problems {
  #drafts: Draft[] = [];
  /** problems that hide all others */
  readonly #decisive: Draft[] = [];
  #omitted = 0;
  #omittedEmpty = 0;

  get isEmpty(): boolean {
    return this.count === 0;
  }

  get count(): number {
    return this.#drafts.length + this.#decisive.length + this.#omitted;
  }

  /** Whether a problem hides all others. */
  get isDecided(): boolean {
    return this.#decisive.length > 0;
  }

  get omitted(): number {
    return this.isDecided ? 0 : this.#omitted;
  }

  add(at: SourcePlace, message: string, hint?: string, other?: OtherPlace): void {
    this.#add({ at, message, hint: hintAt(at, hint), other, isAboutEmptyValue: false });
  }

  /** Adds a problem that makes all others doubtful: they are hidden. */
  addDecisive(at: SourcePlace, message: string): void {
    this.#decisive.push({ at, message, hint: undefined, other: undefined, isAboutEmptyValue: false });
  }

  /** Adds that a value holds nothing to load. */
  addEmpty(at: SourcePlace, message: string): void {
    this.#add({
      at,
      message: `${message}: nothing to load`,
      hint: undefined,
      other: undefined,
      isAboutEmptyValue: true,
    });
  }

  /** Takes away what `addEmpty` has added: the values are of use for something else. */
  dropEmpty(): void {
    this.#drafts = this.#drafts.filter(({ isAboutEmptyValue }) => !isAboutEmptyValue);
    this.#omitted -= this.#omittedEmpty;
    this.#omittedEmpty = 0;
  }

  #add(draft: Draft): void {
    if (this.#drafts.length < MAX_PROBLEMS) this.#drafts.push(draft);
    else {
      this.#omitted++;
      if (draft.isAboutEmptyValue) this.#omittedEmpty++;
    }
  }

  /** The problems, when everything has been read. */
  settle(): Problem[] {
    const drafts = this.isDecided ? this.#decisive : this.#drafts;
    return drafts.map(({ isAboutEmptyValue: _, ...draft }) => {
      const { other } = draft;
      return { ...draft, other: typeof other === 'function' ? other() : other };
    });
  }
}

function hintAt({ source }: SourcePlace, hint: string | undefined): string | undefined {
  return hint && rewordHints(hint, 'file', source.hintPlace ?? 'file');
}
