const UNIT_SECONDS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);

/**
 * Parses a duration such as `90s`, `30m`, `24h` or `7d`; a bare number counts seconds.
 * @returns whole seconds, or undefined when the text is no duration.
 */
export function parseDurationSeconds(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  const unitSeconds = UNIT_SECONDS.get(unit);
  return digits === undefined || unitSeconds === undefined ? undefined : Number(digits) * unitSeconds;
}
