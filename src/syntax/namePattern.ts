/** A name that a script gives, without the `$` that precedes it where it is used, as a part of a regular expression. */
export const NAME_PATTERN = '[A-Za-z_][\\w-]*';
/** A name within a program, as a part of a regular expression. */
export const PROGRAM_NAME_PATTERN = '[A-Za-z_]\\w*';

export const NAME: RegExp = new RegExp(`^${NAME_PATTERN}$`);
