import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import { listOf } from '../rpc/openrpc/schema.ts';
import { TEXT } from '../rpc/openrpc/schemas.ts';
import type { ControlContext } from './controlMethod.ts';
import { paced } from './pace.ts';
import type { Added, addBlockIn } from './parse/parseBlocks.ts';

/** Adds a block, or a transaction in a new block, from its JSON. */
export async function addFromJson(addIn: typeof addBlockIn, json: JsonValue, context: ControlContext): Promise<Added> {
  const { caller, execute, live, loadLiteSvm } = context;
  let added: Added | undefined;
  await live.moveAsync((now) =>
    paced(caller, async (pace) => {
      added = await addIn(json, now, { execute, load: loadLiteSvm, pace });
      return added.moved;
    }),
  );
  return added!;
}

/** The member of results that have warnings. */
export const WARNINGS = { 'warnings?': listOf(TEXT) };

export function warningsJson(warnings: readonly string[]): JsonObject {
  return warnings.length > 0 ? { warnings } : {};
}
