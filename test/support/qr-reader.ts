/** The modules of a code, without its quiet zone. */
type Modules = readonly (readonly boolean[])[];

/** Codewords of correction in each block, and the number of blocks, of versions 1 to 10 with correction M. */
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];

const FORMAT_MASK = 0x5412;
const BYTE_MODE = 4;

const MASKS: readonly ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/**
 * Reads a QR code as ISO/IEC 18004 describes it, independent of the library that drew it: a text in bytes, with
 * correction M, up to version 10. It corrects nothing, since a drawing has no dirt.
 * @param path of the dark modules: a run in each `M<x> <y>h<length>…`.
 */
export function readCode(path: string): string {
  const modules = modulesOf(path);
  const version = (modules.length - 17) / 4;
  const format = readFormat(modules);
  if (format >> 3 !== 0) throw new Error('the code has another correction than M');
  const data = joinBlocks(readCodewords(modules, version, format & 7), version);
  return readText(data, version);
}

function modulesOf(path: string): Modules {
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map((match) => match.slice(1).map(Number));
  const quiet = Math.min(...runs.map(([x = 0]) => x));
  const size = Math.max(...runs.map(([x = 0, , length = 0]) => x + length)) - quiet;
  const modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  for (const [x = 0, y = 0, length = 0] of runs)
    modules[y - quiet]?.fill(true, x - quiet, x - quiet + length);
  return modules;
}

/** The five bits of correction and mask, which stand beside the upper left corner. */
function readFormat(modules: Modules): number {
  let bits = 0;
  for (let index = 0; index < 15; index += 1) {
    const y = index < 6 ? index : index < 8 ? index + 1 : 8;
    const x = index < 8 ? 8 : index === 8 ? 7 : 14 - index;
    if (modules[y]?.[x]) bits |= 1 << index;
  }
  return (bits ^ FORMAT_MASK) >> 10;
}

/** Positions of alignment patterns, in both directions. */
function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const last = version * 4 + 10;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - (count - 2 - index) * step)];
}

function isPattern(x: number, y: number, version: number): boolean {
  const size = version * 4 + 17;
  const isCorner = (x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9);
  const isVersion = version >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11));
  const centers = alignments(version);
  const isAlignment = centers.some((cx) =>
    centers.some((cy) => {
      const isFinder = [cx === 6 && cy === 6, cx === 6 && cy === size - 7, cx === size - 7 && cy === 6];
      return !isFinder.includes(true) && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2;
    }),
  );
  return isCorner || isVersion || isAlignment || x === 6 || y === 6;
}

/** Reads the codewords in pairs of columns, from the right, up and down in turn. */
function readCodewords(modules: Modules, version: number, mask: number): number[] {
  const size = modules.length;
  const bits: boolean[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (!isPattern(x, y, version)) bits.push(modules[y]?.[x] !== (MASKS[mask]?.(x, y) === 0));
      }
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => byte * 2 + Number(bit), 0),
  );
}

/** Sorts the codewords of data into their blocks. */
function joinBlocks(codewords: readonly number[], version: number): number[] {
  const count = BLOCKS[version - 1] ?? 0;
  const shortData = Math.floor(codewords.length / count) - (CORRECTION[version - 1] ?? 0);
  const shortBlocks = count - (codewords.length % count);
  const blocks: number[][] = Array.from({ length: count }, () => []);
  let at = 0;
  for (let index = 0; index <= shortData; index += 1)
    for (const [block, words] of blocks.entries())
      if (index < shortData || block >= shortBlocks) words.push(codewords[at++] ?? 0);
  return blocks.flat();
}

function readText(data: readonly number[], version: number): string {
  const bits = data.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const read = (from: number, length: number) => Number.parseInt(bits.slice(from, from + length), 2);
  if (read(0, 4) !== BYTE_MODE) throw new Error('the code holds no bytes');
  const lengthBits = version < 10 ? 8 : 16;
  const start = 4 + lengthBits;
  const bytes = Array.from({ length: read(4, lengthBits) }, (_, index) => read(start + index * 8, 8));
  return Buffer.from(bytes).toString('utf8');
}
