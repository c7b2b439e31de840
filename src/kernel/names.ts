import slugify from 'slugify';

/**
 * The slug of a person's name: lower case, words joined by `-`. It is never empty: if slugify removes every
 * character, the slug is made of the letters and digits of the name, or of its code points in hex.
 */
export function convertName(name: string): string {
  const slug = slugify(name, { lower: true, strict: true });
  if (slug !== '') return slug;
  const composed = name.normalize();
  const words = composed.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu);
  if (words) return words.join('-');
  return Array.from(composed, (character) => character.codePointAt(0)?.toString(16)).join('-');
}
