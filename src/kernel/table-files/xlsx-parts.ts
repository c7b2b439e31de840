import { escapeXml } from './byte-pieces.ts';
import type { DateFormat } from './table-cell.ts';

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const SHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The styles of cells: indexes into `cellXfs`. */
export const AMOUNT_STYLE = 1;
export const DATE_STYLE = 2;
/** Text, so that no program treats a long account number as a number and rounds it. */
export const TEXT_STYLE = 3;

interface WorkbookPart {
  readonly name: string;
  readonly xml: string;
}

/**
 * Writes all parts of a workbook (ECMA-376) but its sheets, which the caller adds as `xl/worksheets/sheet1.xml` and so on.
 * @param sheets their names, in order.
 */
export function workbookParts(sheets: readonly string[], dateFormat: DateFormat): readonly WorkbookPart[] {
  const numbered = sheets.map((sheet, index) => ({ sheet, number: index + 1 }));
  const parts = numbered.map(({ number }) => override(`worksheets/sheet${number}`, 'worksheet')).join('');
  const list = numbered
    .map(({ sheet, number }) => `<sheet name="${escapeXml(sheet)}" sheetId="${number}" r:id="rId${number}"/>`)
    .join('');
  return [
    {
      name: '[Content_Types].xml',
      xml: `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('workbook', 'sheet.main')}${parts}${override('styles', 'styles')}</Types>`,
    },
    { name: '_rels/.rels', xml: relations([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      xml: `<workbook xmlns="${SHEET_NAMESPACE}" xmlns:r="${DOCUMENT}"><sheets>${list}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      xml: relations([
        ...numbered.map(({ number }) => ['worksheet', `worksheets/sheet${number}.xml`] as const),
        ['styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/styles.xml', xml: styles(dateFormat) },
  ].map(({ name, xml }) => ({ name, xml: XML_HEAD + xml }));
}

/** The entry of a part in the list of content types. */
function override(part: string, type: string): string {
  return `<Override PartName="/xl/${part}.xml" ContentType="${TYPES}.${type}+xml"/>`;
}

/** The relationships of a part, with the ids `rId1`, `rId2` and so on. */
function relations(targets: readonly (readonly [type: string, target: string])[]): string {
  const list = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${DOCUMENT}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
}

/** The number formats are general (0), `0.00` (2), the date format as the first custom one (164), and text (49). */
function styles(dateFormat: DateFormat): string {
  const code = dateFormat.replace(/[.\-/]/g, '\\$&');
  const formats = [0, 2, 164, 49].map(
    (format) =>
      `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  return [
    `<styleSheet xmlns="${SHEET_NAMESPACE}">`,
    `<numFmts count="1"><numFmt numFmtId="164" formatCode="${code}"/></numFmts>`,
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('');
}
