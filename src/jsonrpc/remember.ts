import type { AnswerCache } from './answerCache.ts';
import type { Dispatched } from './dispatch.ts';
import { questionOf } from './question.ts';
import { headedReply, replyHead } from './reply.ts';

/**
 * Answers a body at once if its question has been answered before, else has it answered anew, and keeps the result.
 *
 * @param scope what an answer depends on besides the body
 */
export function dispatchFrom(
  cache: AnswerCache,
  scope: string,
  body: string,
  anew: () => Promise<Dispatched>,
): Dispatched | Promise<Dispatched> {
  const question = questionOf(body);
  if (question === undefined) return anew();
  const key = `${scope} ${question.text}`;
  const known = cache.get(key);
  if (known !== undefined) return { reply: headedReply(known.head, question.id), methods: [known.method] };
  return anew().then((dispatched) => {
    const { single } = dispatched;
    if (single !== undefined) cache.set(key, { method: single.method, head: replyHead(single.result) });
    return dispatched;
  });
}
