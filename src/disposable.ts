/** `Symbol.asyncDispose`, where the project that compiles this knows it: Node has it, older libraries of TypeScript do not. */
type AsyncDisposeKey = SymbolConstructor[Extract<keyof SymbolConstructor, 'asyncDispose'>];

type DisposeKey = SymbolConstructor[Extract<keyof SymbolConstructor, 'dispose'>];

/** What `await using` can close; elsewhere a type without members, so that the types stand alone. */
export type AsyncClosable = { readonly [Key in AsyncDisposeKey]: () => Promise<void> };

/** What `using` can close, likewise. */
export type Disposing = { readonly [Key in DisposeKey]: () => void };
