import { expect, test } from 'vitest';
import { csvFile } from '../../src/kernel/table-files/csv.ts';
import type { TableCell } from '../../src/kernel/table-files/table-cell.ts';
import { xlsxFile } from '../../src/kernel/table-files/xlsx.ts';
import { READ_LIMITS } from '../../src/reconciliation/domain/statement.ts';
import { xlsxSheets } from '../../src/statements/xlsx-rows.ts';

const textCell = (text: string): TableCell => ({ kind: 'text', text });
const CSV = { delimiter: ',', decimal: 'point', dateFormat: 'yyyy-mm-dd', guardsFormulas: true } as const;

test('control characters of a bank never break a spreadsheet', () => {
  const rows = [[textCell('A\u0000B\u001f\uffffC')]];
  const bytes = Buffer.concat([...xlsxFile([{ name: 'S', rows }], 'yyyy-mm-dd')]);
  const [sheet] = [...xlsxSheets(bytes, READ_LIMITS)].map((found) => [...found]);
  expect(sheet?.[0]?.cells).toMatchObject([{ text: 'A\ufffdB\ufffd\ufffdC' }]);
});

test('a formula behind a tab is text, and tabs are in quotation marks', () => {
  const bytes = Buffer.concat([...csvFile(CSV, [[textCell('name\t=1+1')]])]);
  expect(bytes.toString()).toBe('"name\t\'=1+1"\r\n');
});
