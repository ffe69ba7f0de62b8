import { stringifyJson } from '../../codec/jsonText.ts';
import type { ShowThing } from '../../rpc/control/controlMethod.ts';
import { find, NotFoundError } from './find.ts';
import { sceneOf } from './scene.ts';
import { thingJson, thingScript } from './thingLines.ts';

/** In the form of docs/show.md. */
export const showJson: ShowThing = async (state, word, { script }) => {
  const scene = await sceneOf(state);
  try {
    const thing = word === undefined ? undefined : find(word, scene);
    return {
      json: stringifyJson({ ...thingJson(thing, scene), ...(script && { script: thingScript(thing, scene) }) }),
    };
  } catch (error) {
    if (error instanceof NotFoundError) return { missing: error.message };
    throw error;
  }
};
