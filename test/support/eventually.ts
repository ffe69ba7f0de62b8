import { vi } from 'vitest';

/** Waits until a check passes. The one second of `vi.waitFor` is too short where other processes keep the machine busy. */
export function eventually(check: () => void): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000 });
}
