import { nearest } from '../codec/nearest.ts';

/**
 * What `parseArgs` says of wrong arguments, with the flag that an unknown one was likely meant to be.
 *
 * @param names of the flags that there are
 */
export function usageText({ message }: Error, names: Iterable<string>): string {
  const sentence = message.split(/\.\s/)[0]!;
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(sentence) ?? [];
  const meant = unknown && nearest(unknown, names, Math.ceil(unknown.length / 4));
  return meant === undefined || meant === '' ? sentence : `${sentence} (did you mean --${meant}?)`;
}
