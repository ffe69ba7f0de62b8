/** The configuration of a call, in its type. @module */

/** The configuration at a position of the parameters, counted from 0; a type without members if the parameters have none. */
export type ConfigAt<Params, Position extends number> = Params extends readonly unknown[]
  ? [Exclude<Params[Position], undefined>] extends [never]
    ? Record<never, never>
    : Exclude<Params[Position], undefined>
  : Record<never, never>;

/** A member of a configuration; never: it has none. */
export type MemberOf<Config, Name extends string> = Config extends unknown
  ? Name extends keyof Config
    ? Exclude<Config[Name], undefined>
    : never
  : never;
