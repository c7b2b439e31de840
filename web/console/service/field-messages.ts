import type { Texts } from '../texts/en.ts';
import { texts } from '../texts/texts.ts';

type Words = Texts['failures']['fields'];
type Translation = (words: Words, parts: readonly string[]) => string;

/** The service's messages about fields, and the console's words for them. A message may gain words at its end. */
const MESSAGES: readonly (readonly [RegExp, Translation])[] = [
  [/^is required|^must not be blank/, ({ required }) => required],
  [/^must have at most (\d+) characters/, ({ atMost }, [count = '']) => atMost(count)],
  [/^must have at most (\d+) different words/, ({ atMostWords }, [count = '']) => atMostWords(count)],
  [/^must have at most (\d+) blocks/, ({ atMostBlocks }, [count = '']) => atMostBlocks(count)],
  [
    /^must be valid Unicode|^must have no control characters|^must not contain U/,
    ({ characters }) => characters,
  ],
  [/^must not begin or end with a blank/, ({ blankAtEnd }) => blankAtEnd],
  [/^must be a number from 0\.01 to/, ({ amount }) => amount],
  [/^must not be greater than/, ({ minAboveMax }) => minAboveMax],
  [
    /^must be from (\S+) to (\S+) for this bank/,
    ({ amountRange }, [least = '', most = '']) => amountRange(least, most),
  ],
  [/^must be a valid IBAN/, ({ iban }) => iban],
  [/^already belongs/, ({ ibanTaken }) => ibanTaken],
  [/^must be an http or/, ({ url }) => url],
  [/^must be an https URL/, ({ urlHttps }) => urlHttps],
  [/^must not lead to/, ({ urlPublic }) => urlPublic],
  [/^must hold no user name/, ({ urlPassword }) => urlPassword],
  [/^must have no #fragment/, ({ urlFragment }) => urlFragment],
  [/^must be a color/, ({ color }) => color],
  [/^must be a picture/, ({ logoKind }) => logoKind],
  [/^must have at most \d+ bytes/, ({ logoBytes }) => logoBytes],
  [/^must be from \d+ to \d+ pixels/, ({ logoSize }) => logoSize],
  [/^must not move/, ({ logoMoves }) => logoMoves],
  [/^must be a host/, ({ host }) => host],
  [/^is on (\S+), which is not in returnHosts/, ({ returnHost }, [host = '']) => returnHost(host)],
  [/^must hold (\S+), the host of returnUrl/, ({ returnHostNeeded }, [host = '']) => returnHostNeeded(host)],
  [/^must be an IP address/, ({ address }) => address],
  [
    /^has bits beyond its prefix: write (\S+) or (\S+?)\.?$/,
    ({ addressBits }, [network = '', host = '']) => addressBits(network, host),
  ],
  [/^must have 3 to/, ({ appKeyForm }) => appKeyForm],
  [/^must not start with demo-/, ({ appKeyDemo }) => appKeyDemo],
  [/^is taken/, ({ appKeyTaken }) => appKeyTaken],
  [/^is not the (?:key|appKey) of/, ({ unknownClient }) => unknownClient],
  [/^is not the (?:id|_id) of a known bank/, ({ unknownBank }) => unknownBank],
  [/^must be before/, ({ fromAfterTo }) => fromAfterTo],
  [/^must be at most (\d+) days before/, ({ atMostDays }, [count = '']) => atMostDays(count)],
  [/^must be a timestamp/, ({ timestamp }) => timestamp],
  [/^must be one of/, ({ choice }) => choice],
  [
    /^must be a whole number from (\S+) to (\S+?)\.?$/,
    ({ number }, [least = '', most = '']) => number(least, most),
  ],
];

/** Returns the message for people about a field, from the service's message, which can begin with the field's path. */
export function fieldMessage(path: string, message: string): string {
  const words = texts().failures.fields;
  const name = path.split('.').at(-1) ?? path;
  const start = [path, name].find((prefix) => message.startsWith(`${prefix} `));
  const text = start === undefined ? message : message.slice(start.length + 1);
  const line = /[.](\d+)$/.exec(path)?.[1];
  const translated = translate(text, words);
  return line === undefined ? translated : texts().ui.line(Number(line) + 1, translated);
}

function translate(text: string, words: Words): string {
  for (const [pattern, translation] of MESSAGES) {
    const match = pattern.exec(text);
    if (match) return translation(words, match.slice(1));
  }
  return words.other(text.charAt(0).toUpperCase() + text.slice(1));
}
