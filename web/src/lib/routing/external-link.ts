/** Links that leave the console. */
const EXTERNAL = /^(https?:|mailto:|tel:)/;

export function isExternal(path: string): boolean {
  return EXTERNAL.test(path);
}
