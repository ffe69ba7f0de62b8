/** `Symbol.asyncDispose`, where the project that compiles this knows it: Node has it, older libraries of TypeScript do not. */
type AsyncDisposeKey = SymbolConstructor[Extract<keyof SymbolConstructor, 'asyncDispose'>];

/** A value that `await using` can close; without members where TypeScript does not know the symbol. */
export type AsyncClosable = { readonly [Key in AsyncDisposeKey]: () => Promise<void> };
