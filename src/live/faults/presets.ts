import type { JsonObject } from '../../codec/jsonText.ts';

/**
 * The limits of public endpoints and providers as faults, as their documentation has them. docs/control.md names the sources.
 * @module
 */

const limitFault = (limit: JsonObject, message: string, method?: string): JsonObject => ({
  ...(method !== undefined && { match: { method } }),
  then: { limit, rpcError: { code: 429, message } },
});

const PUBLIC: readonly JsonObject[] = [
  limitFault({ perSecond: 4, burst: 40, perMethod: true }, 'Too many requests for a specific RPC call'),
  limitFault({ perSecond: 10, burst: 100 }, 'Too many requests from your IP'),
];

const HELIUS_MESSAGE = 'Too many requests';

const heliusFaults = (all: number, programAccounts: number, sends: number): readonly JsonObject[] => [
  limitFault({ perSecond: programAccounts }, HELIUS_MESSAGE, 'getProgramAccounts'),
  limitFault({ perSecond: sends }, HELIUS_MESSAGE, 'sendTransaction'),
  limitFault({ perSecond: all }, HELIUS_MESSAGE),
];

export const FAULT_PRESETS = {
  'public-mainnet': PUBLIC,
  'public-devnet': PUBLIC,
  'public-testnet': PUBLIC,
  'helius-free': heliusFaults(10, 5, 1),
  'helius-developer': heliusFaults(50, 25, 5),
} as const;

export type FaultPreset = keyof typeof FAULT_PRESETS;

export const FAULT_PRESET_NAMES = Object.keys(FAULT_PRESETS) as readonly FaultPreset[];
