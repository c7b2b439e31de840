import { describe, expect, it } from 'vitest';
import { foldLetters } from '../../src/kernel/fold-letters.ts';

describe('letters', () => {
  it('are folded alike, whatever language wrote them', () => {
    expect(['IŞIL', 'ışıl', 'İşil', 'ISIL'].map(foldLetters)).toEqual(['ISIL', 'ISIL', 'ISIL', 'ISIL']);
    expect(foldLetters('Çağ âîû ÜÖ é 12')).toBe('CAG AIU UO E 12');
  });
});
