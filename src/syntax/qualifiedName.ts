/** A name within a program: `market.placeOrder`. */
export const QUALIFIED = /^[A-Za-z_][\w-]*\.[A-Za-z_]\w*$/;

export function isQualified(name: string): boolean {
  return QUALIFIED.test(name);
}
