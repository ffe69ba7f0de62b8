import { rewordHints } from './hintParts.ts';
import type { SourcePlace } from './place.ts';

/** A mistake in a value, or a warning about it. */
export interface Problem {
  readonly at: SourcePlace;
  /** the expected value and the value there */
  readonly message: string;
  readonly hint: string | undefined;
  /** a second place that the problem is about */
  readonly other: SourcePlace | undefined;
}

type Draft = Omit<Problem, 'other'> & { readonly other: OtherPlace | undefined };

/** A place, or a function for one that is known only when everything has been read. */
type OtherPlace = SourcePlace | (() => SourcePlace);

/** The number of problems that are kept, since one mistake can make every line wrong. Later ones are only counted. */
const MAX_PROBLEMS = 1000;

/** Collects problems while values are read. */
export class Problems {
  readonly #drafts: Draft[] = [];
  #omitted = 0;

  get isEmpty(): boolean {
    return this.#drafts.length === 0;
  }

  get count(): number {
    return this.#drafts.length + this.#omitted;
  }

  get omitted(): number {
    return this.#omitted;
  }

  add(at: SourcePlace, message: string, hint?: string, other?: OtherPlace): void {
    if (this.#drafts.length < MAX_PROBLEMS) this.#drafts.push({ at, message, hint: hintAt(at, hint), other });
    else this.#omitted++;
  }

  /** The problems, when everything has been read. */
  settle(): Problem[] {
    return this.#drafts.map((draft) => {
      const { other } = draft;
      return { ...draft, other: typeof other === 'function' ? other() : other };
    });
  }
}

function hintAt({ source }: SourcePlace, hint: string | undefined): string | undefined {
  return hint && rewordHints(hint, 'file', source.hintPlace ?? 'file');
}
