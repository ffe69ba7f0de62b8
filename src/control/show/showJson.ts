import { stringifyJson } from '../../codec/jsonText.ts';
import type { ShowThing } from '../controlMethod.ts';
import { find, NotFoundError } from './find.ts';
import { sceneOf } from './scene.ts';
import { thingJson, thingScript } from './thingLines.ts';

/** Items of a list in one answer. */
const MAX_ITEMS = 1000;

/** In the form of docs/show.md. */
export const showJson: ShowThing = async (state, word, { script, turn }) => {
  const scene = await sceneOf(state, { maxItems: MAX_ITEMS, turn });
  try {
    const thing = word === undefined ? undefined : find(word, scene);
    return {
      json: stringifyJson({ ...(await thingJson(thing, scene)), ...(script && { script: thingScript(thing, scene) }) }),
    };
  } catch (error) {
    if (error instanceof NotFoundError) return { missing: error.message };
    throw error;
  }
};
