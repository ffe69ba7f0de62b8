import type { Extensions } from '../rpc/tables.ts';
import { getPriorityFeeEstimate } from './getPriorityFeeEstimate.ts';

/** Methods that Agave does not have, which providers add to their nodes. */
export const EXTENSIONS: Extensions = {
  reads: [getPriorityFeeEstimate] as Extensions['reads'],
  sends: [],
};

export const EXTENSION_NAMES: readonly string[] = [...EXTENSIONS.reads, ...EXTENSIONS.sends].map(({ name }) => name);
