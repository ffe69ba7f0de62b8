/** Vitest evaluates this again for each file, and what it imports once in a process. */

import { afterAll, expect } from 'vitest';
import './equalBytes.ts';

// files of a process share its variables
const variables = { ...process.env };
afterAll(() => expect({ ...process.env }).toEqual(variables));
