import { it } from 'vitest';
import { expectOneBlockInMemory } from './oneBlockInMemory.ts';

it('keeps one block of 2,000 transactions in memory', () => expectOneBlockInMemory(2_000));
