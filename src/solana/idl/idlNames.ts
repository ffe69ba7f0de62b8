/** Names in an IDL: as the IDL has them, in camelCase and in PascalCase. @module */

/** `max_price` is `maxPrice`, `PlaceOrder` is `placeOrder`. */
export function camelCase(name: string): string {
  const joined = joinedWords(name);
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** `place_order` and `placeOrder` are `PlaceOrder`. A capital at the beginning: the name is one of Rust already. */
export function pascalCase(name: string): string {
  if (/^[A-Z]/.test(name)) return name;
  const joined = joinedWords(name);
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}

/** Leaves out underscores before letters and digits. Each run of underscores is looked at once. */
function joinedWords(name: string): string {
  return name.replace(/_+[A-Za-z0-9]?/g, (run) => (run.endsWith('_') ? run : run.slice(-1).toUpperCase()));
}

/** Whether a name is meant: as the IDL has it, or in camelCase. */
export function isNamed(name: string, writtenName: string): boolean {
  return name === writtenName || camelCase(name) === writtenName;
}

const INDEXES = new WeakMap<readonly object[], ReadonlyMap<string, number>>();

/** Index of each part by its name: as the IDL has it, or in camelCase. */
export function indexByName(parts: readonly { readonly name: string }[]): ReadonlyMap<string, number> {
  const cached = INDEXES.get(parts);
  if (cached !== undefined) return cached;
  const index = new Map(parts.map(({ name }, i) => [name, i] as const).toReversed());
  for (const [i, { name }] of parts.entries()) {
    const other = camelCase(name);
    if (!index.has(other)) index.set(other, i);
  }
  INDEXES.set(parts, index);
  return index;
}

/** The part that a name means. */
export function partByName<T extends { readonly name: string }>(parts: readonly T[], name: string): T | undefined {
  const index = indexByName(parts).get(name);
  return index === undefined ? undefined : parts[index];
}

/** Whether two names are the same, each as an IDL has it or in camelCase. */
export function isSameName(a: string, b: string): boolean {
  return camelCase(a) === camelCase(b);
}

export function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => isSameName(name, b[i]!));
}
