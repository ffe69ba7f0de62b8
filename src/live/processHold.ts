/** `setInterval` of the platform: a test may replace it by a fake one. */
const startTimer = setInterval;

/** The longest time that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

let holds = 0;
let timer: NodeJS.Timeout | undefined;

/** Keeps the process from ending until an answer is there, and gives the answer. */
export async function holdUntil<T>(answer: Promise<T>): Promise<T> {
  const release = holdProcess();
  try {
    return await answer;
  } finally {
    release();
  }
}

/**
 * Keeps the process from ending. The timers of ledgers do not, so that a forgotten node never holds a process; code that waits for what such
 * a timer brings does.
 *
 * @returns ends the hold
 */
export function holdProcess(): () => void {
  timer ??= startTimer(() => undefined, LONGEST_MS).unref();
  if (holds++ === 0) timer.ref();
  let isHeld = true;
  return () => {
    if (isHeld && --holds === 0) timer?.unref();
    isHeld = false;
  };
}
