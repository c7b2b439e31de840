/** The relative path from a page to the root of the service, which a proxy may have moved below a prefix. */
export function rootOf(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}
