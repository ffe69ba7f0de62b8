/** Vitest evaluates this again for each file, and what it imports once in a process. */

import './equalBytes.ts';
