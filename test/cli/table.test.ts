import { expect, test } from 'vitest';
import { renderTable } from '../../src/surfaces/cli/table.ts';

test('no cell of a table controls the terminal', () => {
  const hostile = '\u001b[31mred\u009b2J\u009d0;title\u0007\u202egpj';
  expect(renderTable<string>([['TEXT', (text) => text]], [hostile])).toBe('TEXT\n_[31mred_2J_0;title__gpj\n');
});
