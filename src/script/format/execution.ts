/** What finds out what a transaction of a script does: a virtual machine, or nothing but what is known of its programs. */
export const EXECUTORS = ['litesvm', 'none'] as const;

export type ExecutorName = (typeof EXECUTORS)[number];
