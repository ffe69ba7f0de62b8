import { it } from 'vitest';
import { expectOneBlockInMemory } from './oneBlockInMemory.ts';

it('keeps one block of 20,000 transactions in memory', () => expectOneBlockInMemory(20_000));
