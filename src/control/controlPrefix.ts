/** Of every control method, and of no other. */
const PREFIX = 'stillnode_';

export function isControl(name: string): boolean {
  return name.startsWith(PREFIX);
}
