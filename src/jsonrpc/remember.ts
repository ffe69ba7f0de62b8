import type { Dispatched } from './dispatch.ts';
import { questionOf } from './question.ts';
import { resultReply } from './reply.ts';
import type { ResultCache } from './resultCache.ts';

/**
 * Answers a body at once if its question has been answered before, else has it answered anew, and keeps the result.
 *
 * @param scope what an answer depends on besides the body
 */
export function dispatchFrom(
  cache: ResultCache,
  scope: string,
  body: string,
  anew: () => Promise<Dispatched>,
): Dispatched | Promise<Dispatched> {
  const question = questionOf(body);
  if (question === undefined) return anew();
  const key = `${scope} ${question.text}`;
  const known = cache.get(key);
  if (known !== undefined) return { reply: resultReply(question.id, known.result), methods: [known.method] };
  return anew().then((dispatched) => {
    if (dispatched.single !== undefined) cache.set(key, dispatched.single);
    return dispatched;
  });
}
