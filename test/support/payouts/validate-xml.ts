import { readFileSync } from 'node:fs';
import { memoryPages, validateXML } from 'xmllint-wasm';

/** The versions of pain.001 whose official schemas are among the tests. */
export type PainFormat = 'pain.001.001.09' | 'pain.001.001.03';

/**
 * The errors of libxml2 for some files by the official schema of a version; nothing for valid ones.
 * @param files XML by name.
 */
export async function schemaErrors(
  format: PainFormat,
  files: ReadonlyMap<string, string>,
): Promise<(name: string) => readonly string[]> {
  const schema = readFileSync(new URL(`../../payouts/xsd/${format}.xsd`, import.meta.url), 'utf8');
  const numbers = new Map([...files.keys()].map((name, index) => [name, `${index}.xml`]));
  const { errors } = await validateXML({
    xml: [...files].map(([name, contents]) => ({ fileName: numbers.get(name) ?? '', contents })),
    schema: [schema],
    stream: true,
    maxMemoryPages: memoryPages.GiB,
  });
  return (name) => {
    if (!numbers.has(name)) throw new Error(`${name} was not validated.`);
    return errors
      .map(({ rawMessage }) => rawMessage)
      .filter((text) => text.startsWith(numbers.get(name) ?? ''));
  };
}
