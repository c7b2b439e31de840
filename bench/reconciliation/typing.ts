import type { Random } from '../../test/support/random.ts';

const PHRASES = [
  'Siparis odemesi',
  'bakiye yukleme',
  'ödeme',
  'kira',
  'FAST isteğe bağlı ödeme',
  'Diger',
  'borc',
  '',
];
const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ01';

/** The texts that a payer writes who gets the reference right. */
export function typeReference(random: Random, reference: string): string {
  const phrase = random.pick(PHRASES);
  switch (random.below(12)) {
    case 0:
      return reference.toLowerCase();
    case 1:
      return `${reference.slice(0, -4)} ${reference.slice(-4)}`;
    case 2:
      return `${reference.slice(0, -4)}-${reference.slice(-4)}`.toLowerCase();
    case 3:
      return `${phrase} ${reference} tesekkurler`;
    case 4:
      return `REF${reference}`;
    case 5:
      return `${phrase} ref:${reference}.`;
    case 6:
      return Array.from(reference.slice(-8)).join(' ');
    case 7:
      return `${phrase}*${reference}*${random.below(1_000_000_000)}*FAST`;
    case 8:
      return reference.slice(-8);
    default:
      return reference;
  }
}

/** One wrong, missing, doubled or exchanged character. */
export function mistype(random: Random, reference: string): string {
  const at = reference.length - 8 + random.below(7);
  const before = reference.slice(0, at);
  const after = reference.slice(at + 1);
  const own = reference.charAt(at);
  switch (random.below(5)) {
    case 0:
      return before + after;
    case 1:
      return before + own + own + after;
    case 2:
      return before + after.charAt(0) + own + after.slice(1);
    default:
      return before + random.pick([...CHARACTERS].filter((other) => other !== own)) + after;
  }
}

/** The text of a payer who gives no reference, sometimes with numbers or another's name. */
export function typeNothing(random: Random, name: string): string {
  switch (random.below(6)) {
    case 0:
      return '';
    case 1:
      return name;
    case 2:
      return `${random.pick(PHRASES)} ${random.below(100_000_000)}`;
    case 3:
      return `${random.pick(PHRASES)} 0532 ${random.below(1000)} ${random.below(10_000)}`;
    default:
      return random.pick(PHRASES);
  }
}
