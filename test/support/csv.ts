/** Parses a CSV file (RFC 4180, or with semicolons) into rows of cells, without its byte order mark. */
export function readCsv(text: string, separator: ',' | ';' = ','): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|$)`, 'gy');
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (cell.lastIndex < text.length) {
    const offset = cell.lastIndex;
    const match = cell.exec(text);
    if (!match) throw new Error(`no CSV at ${offset}: ${text.slice(offset, offset + 40)}`);
    const [, quoted, plain = '', end] = match;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Parses a CSV file into records, with the names of the header row. */
export function readCsvRecords(text: string): Record<string, string>[] {
  const [titles = [], ...rows] = readCsv(text);
  return rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])));
}
