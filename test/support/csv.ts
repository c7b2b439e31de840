/** Reads a CSV file as RFC 4180 says: rows of cells, without the mark at its beginning. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0;
  while (cell.lastIndex < text.length) {
    const place = cell.lastIndex;
    const match = cell.exec(text);
    if (!match) throw new Error(`no CSV at ${place}: ${text.slice(place, place + 40)}`);
    const [, quoted, plain = '', end] = match;
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The rows below the first one, each by the names that stand there. */
export function readCsvRecords(text: string): Record<string, string>[] {
  const [titles = [], ...rows] = readCsv(text);
  return rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])));
}
