/** The SQLSTATE of an error, its code of SQLite, or that of the operating system; empty for none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
