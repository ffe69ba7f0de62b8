/**
 * `1 account`, `5 accounts`.
 *
 * @param shown the number as people read it
 */
export function counted(count: number | bigint, noun: string, shown = `${count}`): string {
  return `${shown} ${noun}${Number(count) === 1 ? '' : 's'}`;
}
