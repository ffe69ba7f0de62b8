import { stringifyJson } from '../../codec/jsonText.ts';
import type { ShowThing } from '../../rpc/control/controlMethod.ts';
import { find, NotFoundError } from './find.ts';
import { sceneOf } from './scene.ts';
import { thingJson } from './thingLines.ts';

/** In the form of docs/show.md. */
export const showJson: ShowThing = async (state, word) => {
  const scene = await sceneOf(state);
  try {
    return { json: stringifyJson(thingJson(word === undefined ? undefined : find(word, scene), scene)) };
  } catch (error) {
    if (error instanceof NotFoundError) return { missing: error.message };
    throw error;
  }
};
