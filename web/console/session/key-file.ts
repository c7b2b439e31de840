import { ROOT } from '../router.ts';
import { FormError } from '../service/failures.ts';
import { texts } from '../texts/texts.ts';
import { saveFile } from '../ui/save-file.ts';

/** A key as text: what a person pastes, and what a key file holds. */
export interface Key {
  readonly appKey: string;
  readonly secret: string;
}

/** The contents of a key file. They say which service the key is for. */
interface KeyFile extends Key {
  readonly address: string;
}

const MAX_BYTES = 10_000;
/** An address that may be shown, because a file can contain any text. */
const ADDRESS = /^https?:\/\/[^\s]{1,200}$/;

/** Downloads a key as a file, with which its owner signs in. */
export function downloadKeyFile({ appKey, secret }: Key): void {
  const content: KeyFile = { appKey, secret, address: ROOT };
  const text = `${JSON.stringify(content, null, 2)}\n`;
  saveFile(`${appKey}.key.json`, new Blob([text], { type: 'application/json' }));
}

/** Reads a key file. @throws FormError for any other file. */
export async function readKeyFile(file: File): Promise<KeyFile> {
  const values = file.size <= MAX_BYTES ? parse(await file.text()) : undefined;
  const { appKey, secret, address } = values ?? {};
  if (typeof appKey !== 'string' || typeof secret !== 'string')
    throw new FormError({ keyFile: texts().session.badKeyFile });
  const isAddress = typeof address === 'string' && ADDRESS.test(address);
  return { appKey, secret, address: isAddress ? address : ROOT };
}

function parse(text: string): Partial<Record<keyof KeyFile, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
