/**
 * A number with a noun: `1 line`, `20 lines`.
 * @param count the formatted number.
 */
export function counted(count: string, one: string, many = `${one}s`): string {
  return `${count} ${count === '1' ? one : many}`;
}
