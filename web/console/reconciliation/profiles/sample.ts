/** A file or lines of a bank, as a sample for its profile. */
export interface Sample {
  readonly text: string;
  /** Whether only the beginning of a file is in it. */
  readonly isCut: boolean;
}

/** A sample as a table. */
export interface SampleTable {
  /** The names of the columns as the sample has them; empty where no row looks like a header. */
  readonly header: readonly string[];
  /** The first filled cell of each column below the header. */
  readonly examples: readonly string[];
  /** Whether blanks stand between the cells, as in lines that were copied from a page. */
  readonly isPasted: boolean;
}

/** The service takes so many characters of a sample; its beginning says enough. */
const MAX_CHARACTERS = 40_000;
const HEADER_ROWS = 60;
const LEAST_CELLS = 3;
const DELIMITERS = [';', '\t', ',', '|'];
const MANY_BLANKS = /[\s\u00a0]{2,}/;
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ı: 'I', Æ: 'AE', æ: 'AE', Œ: 'OE', œ: 'OE', Ø: 'O', ø: 'O', Ł: 'L', ł: 'L' },
  ...{ Đ: 'D', đ: 'D', ð: 'D', Ð: 'D', Þ: 'TH', þ: 'TH' },
};

/** The name of a column as the service compares names: capitals and digits, without a currency at its end. */
export function foldName(text: string): string {
  const words = text
    .slice(0, 200)
    .replace(/[ıÆæŒœØøŁłĐđðÐÞþ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
    .split(' ');
  const isMarked = words.length > 1 && isCurrency(words.at(-1) ?? '');
  return (isMarked ? words.slice(0, -1) : words).join(' ');
}

let currencies: ReadonlySet<string> | undefined;

function isCurrency(word: string): boolean {
  currencies ??= new Set(['TL', ...Intl.supportedValuesOf('currency')]);
  return currencies.has(word);
}

/** Cuts a text to what the service takes, behind a whole line. */
export function cutSample(text: string): Sample {
  if (text.length <= MAX_CHARACTERS) return { text, isCut: false };
  const start = text.slice(0, MAX_CHARACTERS);
  const end = start.lastIndexOf('\n');
  return { text: end > 0 ? start.slice(0, end + 1) : start, isCut: true };
}

/** Reads the text of a file in the encoding that it has; undefined for a file that holds no text, such as a spreadsheet. */
export async function decodeFile(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 2048).includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1254').decode(bytes);
  }
}

/** Splits a sample into its cells, and finds its header: the row with known names, else one of several texts. */
export function readSample(text: string, known: ReadonlySet<string>): SampleTable {
  const split = splitRows(text, known);
  const rows = split.rows.filter((cells) => cells.some((cell) => cell !== ''));
  const counts = rows.map((cells) => cells.filter((cell) => known.has(foldName(cell))).length);
  const most = Math.max(0, ...counts);
  const at = most > 1 ? counts.indexOf(most) : rows.findIndex(looksLikeHeader);
  const header = rows[at] ?? [];
  const below = at === -1 ? [] : rows.slice(at + 1);
  return {
    header,
    examples: header.map((_, column) => below.find((cells) => cells[column])?.[column] ?? ''),
    isPasted: split.isPasted,
  };
}

/** A name of a column begins with a letter, and can have a number: `VWZ14`. */
const LIKE_A_NAME = /^\p{L}\D*\d{0,2}\D*$/u;

function looksLikeHeader(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  return filled.length >= LEAST_CELLS && filled.every((cell) => LIKE_A_NAME.test(cell));
}

interface Split {
  readonly rows: readonly (readonly string[])[];
  readonly isPasted: boolean;
}

/** Splits as the service does: by the sign under which the rows have the most known names, else the most cells. */
function splitRows(text: string, known: ReadonlySet<string>): Split {
  const plain = text.replace(/^\ufeff/, '');
  const lines = plain.split(/\r\n|\n|\r/, HEADER_ROWS);
  const blanks = lines.map((line) => line.trim().split(MANY_BLANKS));
  let best: Split = { rows: blanks, isPasted: true };
  let bestScore = scoreOf(blanks, known);
  for (const delimiter of DELIMITERS) {
    const rows = splitCells(plain, delimiter);
    const score = scoreOf(rows, known);
    if (score < bestScore || (score === bestScore && !best.isPasted)) continue;
    best = { rows, isPasted: false };
    bestScore = score;
  }
  return best;
}

const MANY = 1_000_000;

function scoreOf(rows: Split['rows'], known: ReadonlySet<string>): number {
  const names = rows.map((cells) => new Set(cells.map(foldName).filter((name) => known.has(name))).size);
  const cells = rows.reduce((sum, { length }) => sum + (length > 1 ? length : 0), 0);
  return Math.max(0, ...names) * MANY + cells;
}

/** The cells of the first rows. Quotation marks hold delimiters and ends of lines together. */
function splitCells(text: string, delimiter: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length && rows.length <= HEADER_ROWS; at += 1) {
    const sign = text.charAt(at);
    if (isQuoted && sign === '"' && text.charAt(at + 1) === '"') {
      cell += sign;
      at += 1;
    } else if (sign === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted;
    else if (isQuoted) cell += sign;
    else if (sign === delimiter) endCell();
    else if (sign === '\n' || sign === '\r') {
      endCell();
      if (sign === '\r' && text.charAt(at + 1) === '\n') at += 1;
      rows.push([]);
    } else cell += sign;
  }
  endCell();
  return rows;
}
