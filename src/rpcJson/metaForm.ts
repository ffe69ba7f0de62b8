/**
 * Recognizes metadata that a file holds exactly as a node writes it, so that its text is kept without decoding and
 * encoding it. Anything else, valid or not, is read member by member.
 * @module
 */
import { JsonFragment, type JsonText } from '../codec/json.ts';
import type { Shortcut } from '../codec/parseOptions.ts';
import { META_MEMBERS, type MetaName } from './metaMembers.ts';
import { META_SHAPES } from './metaShapes.ts';
import { recognize } from './patterns.ts';

/** Text that is metadata in the node's own form. */
export class MetaForm extends JsonFragment {
  readonly members: Readonly<Record<MetaName, JsonText | undefined>>;

  constructor(text: JsonText, members: MetaForm['members']) {
    super(text);
    this.members = members;
  }
}

const MEMBERS = META_MEMBERS.map(({ isOptional, key, name, shape }, i) => {
  const isLast = i === META_MEMBERS.length - 1;
  const member = `${key}(?<${name}>${META_SHAPES[shape].pattern})${isLast ? '' : ','}`;
  return isOptional === undefined ? member : `(?:${member})?`;
});
const META = new RegExp(`\\{${MEMBERS.join('')}\\}`, 'y');

export const META_SHORTCUT: Shortcut = {
  key: 'meta',
  // metadata, calls, the calls of one instruction, instructions, one of them, its accounts
  levels: 6,
  read(text, start) {
    META.lastIndex = start;
    const match = recognize(META, text);
    return match && new MetaForm(match[0], match.groups as MetaForm['members']);
  },
};
