import type { ReadLimits } from '../reconciliation/domain/statement.ts';
import { failure, ReadFailure } from './read-failure.ts';
import { attribute, parseXml, type XmlHandler } from './xml-events.ts';
import type { ZipReader } from './zip.ts';

/** The parts that all sheets of a workbook share. */
export interface Workbook {
  /** The sheets that people see, in the order of their tabs. */
  readonly sheets: readonly Sheet[];
  readonly sharedStrings: readonly string[];
  /** For each style of cells, whether it shows a number as a date. */
  readonly isDateStyle: readonly boolean[];
}

interface Sheet {
  readonly path: string;
  /** The name of its tab. */
  readonly title: string;
}

const MAX_SHEETS = 50;
/** A hidden sheet holds templates, and lists for the others. */
const HIDDEN = /^(?:hidden|veryHidden)$/;

/** Reads everything of a workbook but its sheets. */
export function readWorkbook(zip: ZipReader, limits: ReadLimits): Workbook {
  const path = mainPart(zip, limits);
  const targets = readTargets(zip, path, limits);
  const sheets: Sheet[] = [];
  let hasHidden = false;
  run(zip, path, limits, {
    open(name, attributes) {
      if (name === 'workbookPr' && /^(?:1|true|on)$/.test(attribute(attributes, 'date1904') ?? ''))
        throw failure('days_from_1904', null);
      if (name !== 'sheet') return;
      const target = targets.get(attributes['r:id'] ?? attribute(attributes, 'id') ?? '');
      if (!target || !zip.has(target)) return;
      if (HIDDEN.test(attribute(attributes, 'state') ?? '')) hasHidden = true;
      else sheets.push({ path: target, title: attribute(attributes, 'name') ?? '' });
    },
  });
  if (sheets.length === 0) throw failure(hasHidden ? 'hidden_sheets' : 'no_sheet', null);
  if (sheets.length > MAX_SHEETS) throw failure('many_sheets', null, MAX_SHEETS);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const strings = [...targets.values()].find((target) => /sharedstrings[.]xml$/i.test(target));
  return {
    sheets,
    sharedStrings: readSharedStrings(zip, strings ?? `${folder}sharedStrings.xml`, limits),
    isDateStyle: readStyles(zip, `${folder}styles.xml`, limits),
  };
}

/** The path of the workbook, which the relations of the package name. */
function mainPart(zip: ZipReader, limits: ReadLimits): string {
  const fallback = 'xl/workbook.xml';
  if (zip.has(fallback)) return fallback;
  for (const target of readTargets(zip, '', limits).values())
    if (/workbook\d*[.]xml$/i.test(target) && zip.has(target)) return target;
  throw otherArchive(zip.names);
}

/** The failure for an archive that is not a workbook: the names of its files show what it is. */
function otherArchive(names: readonly string[]): ReadFailure {
  const hasAny = (name: RegExp) => names.some((given) => name.test(given));
  if (hasAny(/^xl\/workbook[.]bin$/)) return failure('other_spreadsheet', null, 'Excel .xlsb');
  if (hasAny(/^(?:content[.]xml|mimetype)$/)) return failure('other_spreadsheet', null, 'OpenDocument');
  if (hasAny(/^word\//)) return failure('other_kind', null, 'Word');
  return failure('compressed', null, 'ZIP');
}

/** The paths that a part names, by the ids of its relations. */
function readTargets(zip: ZipReader, path: string, limits: ReadLimits): ReadonlyMap<string, string> {
  const slash = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, slash);
  const relations = `${folder}_rels/${path.slice(slash)}.rels`;
  const targets = new Map<string, string>();
  if (!zip.has(relations)) return targets;
  run(zip, relations, limits, {
    open(name, attributes) {
      const { Id: id, Target: target, TargetMode: mode } = attributes;
      if (name === 'Relationship' && id && target && mode !== 'External')
        targets.set(id, resolve(folder, target));
    },
  });
  return targets;
}

function resolve(folder: string, target: string): string {
  const parts: string[] = [];
  for (const part of (target.startsWith('/') ? target : folder + target).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function run(zip: ZipReader, path: string, limits: ReadLimits, handler: XmlHandler): void {
  for (const _ of parseXml(zip.read(path), handler, limits));
}

function readSharedStrings(zip: ZipReader, path: string, limits: ReadLimits): readonly string[] {
  const strings: string[] = [];
  if (!zip.has(path)) return strings;
  let text = '';
  let isText = false;
  let phonetic = 0;
  run(zip, path, limits, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') isText = true;
      else if (name === 'rPh') phonetic += 1;
    },
    close(name) {
      if (name === 'si') strings.push(text);
      else if (name === 't') isText = false;
      else if (name === 'rPh') phonetic -= 1;
    },
    text(piece) {
      if (!isText || phonetic > 0) return;
      text += piece;
      if (text.length > limits.maxText) throw failure('cell_too_long', null, limits.maxText);
    },
  });
  return strings;
}

/** Formats of dates that every spreadsheet knows without a definition. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
const NOT_A_FORM = /"[^"]{0,200}"|\\.|\[[^\]]{0,50}\]|_./g;

/** Damaged styles are not a problem: banks write such files, and the columns also distinguish dates from amounts. */
function readStyles(zip: ZipReader, path: string, limits: ReadLimits): readonly boolean[] {
  const styles: boolean[] = [];
  const dateFormats = new Set<number>();
  let isCellStyle = false;
  if (!zip.has(path)) return styles;
  try {
    run(zip, path, limits, {
      open(name, attributes) {
        if (name === 'cellXfs') isCellStyle = true;
        const id = Number(attribute(attributes, 'numFmtId'));
        if (name === 'numFmt') {
          const form = (attribute(attributes, 'formatCode') ?? '').slice(0, 300).replace(NOT_A_FORM, '');
          if (/[dy]/i.test(form)) dateFormats.add(id);
        } else if (name === 'xf' && isCellStyle) styles.push(isBuiltInDate(id) || dateFormats.has(id));
      },
      close(name) {
        if (name === 'cellXfs') isCellStyle = false;
      },
    });
  } catch (error) {
    if (error instanceof ReadFailure && error.problem.code === 'too-large') throw error;
    return [];
  }
  return styles;
}
