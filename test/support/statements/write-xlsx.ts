import { type FileToZip, writeZip } from './write-zip.ts';

/** A cell of a sheet: a text, or something else. `null` leaves the cell out. */
export type SheetCell =
  | string
  | null
  | { readonly number: string }
  | { readonly date: string }
  | { readonly inline: string }
  | { readonly formula: string; readonly value: string };

export interface SheetToWrite {
  readonly rows: readonly (readonly SheetCell[])[];
  readonly title?: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** The declared size of the sheet. */
  readonly dimension?: string;
}

export interface WorkbookToWrite {
  readonly sheets: readonly SheetToWrite[];
  readonly styles?: string;
  readonly workbookProperties?: string;
  /** The prefix of all elements, as some programs write them. */
  readonly prefix?: string;
  readonly more?: readonly FileToZip[];
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Style 1 is a date. */
export const DATE_STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`;

/** Writes an XLSX file. */
export function writeXlsx({
  sheets,
  styles = DATE_STYLES,
  workbookProperties = '',
  prefix = '',
  more = [],
}: WorkbookToWrite): Uint8Array {
  const strings = new Map<string, number>();
  const p = prefix === '' ? '' : `${prefix}:`;
  const ns = `xmlns${prefix === '' ? '' : `:${prefix}`}="${MAIN}"`;
  const numbered = sheets.map((sheet, index) => ({ sheet, id: index + 1 }));
  const files: FileToZip[] = numbered.map(({ sheet, id }) => ({
    name: `xl/worksheets/sheet${id}.xml`,
    data: `${HEAD}<${p}worksheet ${ns}><${p}dimension ref="${sheet.dimension ?? 'A1'}"/><${p}sheetData>${sheet.rows
      .map((row, at) => rowXml(row, { number: at + 1, p, strings }))
      .join('')}</${p}sheetData></${p}worksheet>`,
  }));
  const list = [...strings.keys()]
    .map((text) => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`)
    .join('');
  const tabs = numbered
    .map(({ sheet: { title, state = 'visible' }, id }) => {
      return `<${p}sheet name="${title ?? `Sayfa${id}`}" state="${state}" sheetId="${id}" r:id="rId${id}"/>`;
    })
    .join('');
  const targets = numbered.map(({ id }) => relation(`rId${id}`, `worksheets/sheet${id}.xml`)).join('');
  return writeZip([
    { name: '[Content_Types].xml', data: `${HEAD}<Types/>` },
    {
      name: '_rels/.rels',
      data: `${HEAD}<Relationships xmlns="${PACKAGE}">${relation('rId1', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `${HEAD}<${p}workbook ${ns} xmlns:r="${RELATIONS}">${workbookProperties}<${p}sheets>${tabs}</${p}sheets></${p}workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `${HEAD}<Relationships xmlns="${PACKAGE}">${targets}${relation('rId98', 'sharedStrings.xml')}</Relationships>`,
    },
    { name: 'xl/styles.xml', data: styles },
    { name: 'xl/sharedStrings.xml', data: `${HEAD}<sst xmlns="${MAIN}">${list}</sst>` },
    ...files,
    ...more,
  ]);
}

function relation(id: string, target: string): string {
  return `<Relationship Id="${id}" Target="${target}"/>`;
}

interface RowContext {
  readonly number: number;
  readonly p: string;
  readonly strings: Map<string, number>;
}

function rowXml(cells: readonly SheetCell[], { number, p, strings }: RowContext): string {
  const xml = cells.map((cell, index) => {
    const at = `r="${columnName(index)}${number}"`;
    if (cell === null) return '';
    if (typeof cell === 'string') {
      const id = strings.get(cell) ?? strings.size;
      strings.set(cell, id);
      return `<${p}c ${at} t="s"><${p}v>${id}</${p}v></${p}c>`;
    }
    if ('inline' in cell)
      return `<${p}c ${at} t="inlineStr"><${p}is><${p}t>${escapeXml(cell.inline)}</${p}t></${p}is></${p}c>`;
    if ('formula' in cell)
      return `<${p}c ${at}><${p}f>${escapeXml(cell.formula)}</${p}f><${p}v>${cell.value}</${p}v></${p}c>`;
    return 'date' in cell
      ? `<${p}c ${at} s="1"><${p}v>${cell.date}</${p}v></${p}c>`
      : `<${p}c ${at} s="0"><${p}v>${cell.number}</${p}v></${p}c>`;
  });
  return `<${p}row r="${number}">${xml.join('')}</${p}row>`;
}

function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
