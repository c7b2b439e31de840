/** Without vowels and lookalikes: what is generated is read out on the telephone and spells no word. */
const READABLE = 'bcdfghjkmnpqrstvwxz23456789';

const SECRET_BYTES = 32;
const KEY_CHARACTERS = 12;

type RandomBytes = (byteCount: number) => Buffer;

/** A new secret: 32 random bytes as 64 hex digits, used as that text. */
export function newSecret(randomBytes: RandomBytes): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}

/** A new readable appKey: what it is for, then 12 random characters (57 bits). It names, it does not prove. */
export function newAppKey(purpose: string, randomBytes: RandomBytes): string {
  // Six bytes for each character: what the division leaves uneven is then out of all reach.
  const random = randomBytes(KEY_CHARACTERS * 6);
  const characters = Array.from({ length: KEY_CHARACTERS }, (_, index) =>
    READABLE.charAt(random.readUIntBE(index * 6, 6) % READABLE.length),
  );
  return `${purpose}-${characters.join('')}`;
}
