/** No vowels and no lookalikes: keys are read out on the telephone and must spell no word. */
const READABLE = 'bcdfghjkmnpqrstvwxz23456789';

const SECRET_BYTES = 32;
const KEY_CHARACTERS = 12;

type RandomBytes = (byteCount: number) => Buffer;

/** A new secret: 32 random bytes as 64 hex digits. The text itself is the secret. */
export function newSecret(randomBytes: RandomBytes): string {
  return randomBytes(SECRET_BYTES).toString('hex');
}

/** A new readable appKey: its purpose, then 12 random characters (57 bits). It identifies and does not authenticate. */
export function newAppKey(purpose: string, randomBytes: RandomBytes): string {
  // Six bytes for each character make the bias of the modulo negligible.
  const random = randomBytes(KEY_CHARACTERS * 6);
  const characters = Array.from({ length: KEY_CHARACTERS }, (_, index) =>
    READABLE.charAt(random.readUIntBE(index * 6, 6) % READABLE.length),
  );
  return `${purpose}-${characters.join('')}`;
}
