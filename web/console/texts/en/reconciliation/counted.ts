/**
 * A number with what it counts: `1 line`, `20 lines`.
 * @param count as it is shown.
 */
export function counted(count: string, one: string, many = `${one}s`): string {
  return `${count} ${count === '1' ? one : many}`;
}
