import { short } from './format.ts';
import { compactJson, type Json } from './json.ts';
import { names, transactionNames } from './names.ts';

/**
 * Short texts with names in place of addresses and signatures.
 * @module
 */

const MAX_LENGTH = 200;

/** The name of an address or a signature, or else the text without its middle. */
export function labelOf(key: string): string {
  return names.value.get(key) ?? transactionNames.value.get(key) ?? short(key);
}

/** Parameters in one line: names in place of keys, long texts without their middle. */
export function labelledParams(params: Json): string {
  const text = Array.isArray(params) ? params.map((item: Json) => labelled(item)).join(', ') : labelled(params);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** A sentence with names in place of keys. */
export function labelledSentence(sentence: string): string {
  return sentence.replaceAll(/\b[1-9A-HJ-NP-Za-km-z]{32,88}\b/g, labelOf);
}

function labelled(value: Json): string {
  return compactJson(value).replaceAll(/"([\w+/=]{32,})"/g, (_text, key: string) => labelOf(key));
}
