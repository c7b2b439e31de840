import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/**
 * Encrypts secrets at rest with AES-256-GCM under the master key. The owner is authenticated data, so a sealed secret
 * cannot be moved to another owner's row.
 */
export interface SecretBox {
  seal(secret: string, owner: string): string;
  /** @throws when the key, the owner or a byte of the sealed text differs. */
  open(sealed: string, owner: string): string;
  /** A fingerprint of the master key that reveals nothing of it. */
  readonly keyId: string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** @param masterKey 32 bytes. */
export function createSecretBox(masterKey: Buffer): SecretBox {
  return {
    seal(secret, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', masterKey, iv).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', masterKey, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const body = bytes.subarray(IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
    keyId: createHash('sha256')
      .update('bank-transfers master key id')
      .update(masterKey)
      .digest('hex')
      .slice(0, 16),
  };
}

/**
 * Seals with one master key, and opens what either of two has sealed: while secrets are sealed again, both kinds are
 * stored.
 */
export function createKeyRing(sealing: SecretBox, other: SecretBox | undefined): SecretBox {
  if (!other) return sealing;
  return {
    keyId: sealing.keyId,
    seal: sealing.seal,
    open(sealed, owner) {
      return canOpen(sealing, sealed, owner) ? sealing.open(sealed, owner) : other.open(sealed, owner);
    },
  };
}

/** Checks whether the box has sealed this secret for this owner. */
export function canOpen(box: SecretBox, sealed: string, owner: string): boolean {
  try {
    box.open(sealed, owner);
    return true;
  } catch {
    return false;
  }
}
