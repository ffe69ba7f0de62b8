let waiting: (() => void)[] = [];

/**
 * Does something at the end of this turn of the event loop, in one go with whatever else waits for that.
 *
 * Sending an answer wakes the process that waits for it, which costs the sender more than the sending. Answers that are sent in
 * a row find their reader awake. Figures: docs/decisions/0013
 */
export function atEndOfTurn(work: () => void): void {
  if (waiting.push(work) === 1) setImmediate(doAll);
}

function doAll(): void {
  const now = waiting;
  waiting = [];
  for (const work of now) work();
}
