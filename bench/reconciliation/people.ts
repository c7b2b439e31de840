import type { Random } from '../../test/support/random.ts';

/** A person who pays, or pays others. */
export interface Person {
  readonly name: string;
  readonly iban: string;
  readonly isCompany: boolean;
}

const FIRST =
  `Ahmet Mehmet Mustafa Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil Süleyman Abdullah
Mahmut Recep Salih Fatih Kadir Emre Hakan Adem Kemal Yaşar Bekir Uğur Serkan Erkan Gökhan Burak Çağrı Şükrü Oğuz Işıl Fatma
Ayşe Emine Hatice Zeynep Elif Meryem Şerife Zehra Sultan Hanife Merve Havva Zeliha Esra Fadime Özlem Hacer Yasemin Hülya
Cemile Sevim Gülsüm Leyla Dilek Büşra Ayten Songül Kübra Tuğba Gülşah Aysel Rabia Sevgi Nur Can Efe Deniz Emir`.split(
    /\s+/,
  );
const LAST =
  `Yılmaz Yıldız Yıldırım Kaya Kara Kurt Koç Demir Demirci Çelik Çetin Şahin Şen Öztürk Özdemir Özkan Özer Aydın
Arslan Aslan Aksoy Doğan Doğru Kılıç Kılınç Çakır Polat Korkmaz Korkut Erdoğan Erdem Güneş Günay Güler Yavuz Can Acar Avcı
Aktaş Altun Altın Bozkurt Bulut Keskin Ünal Ünver Gül Işık Kaplan Karaca Karadeniz Kocabaş Köse Sarı Sarıkaya Taş Taşkın
Tekin Toprak Tunç Turan Türk Uçar Uysal Uzun Yalçın Yüksel Müftüoğlu Hacıömeroğlu Karahasanoğlu Çobanoğlu Soylu Şimşek`.split(
    /\s+/,
  );
/** Names that differ by a letter or two, as pairs of persons who pay at the same time. */
const CONFUSABLE = [
  ['Yılmaz', 'Yıldız'],
  ['Arslan', 'Aslan'],
  ['Kaya', 'Kara'],
  ['Çelik', 'Çetin'],
  ['Demir', 'Demirci'],
  ['Kılıç', 'Kılınç'],
  ['Şahin', 'Şen'],
] as const;
const TRADES = ['Gıda', 'Tekstil', 'Oto', 'Yapı', 'Bilişim', 'Turizm', 'Mobilya', 'Elektrik'];
const FORMS = ['Ltd. Şti.', 'Limited Şirketi', 'A.Ş.', 'San. ve Tic. Ltd. Şti.', 'Sanayi ve Ticaret A.Ş.'];
/** One person in this many is a company, a namesake of the person before, a relative, or has a confusable name. */
const RARITY = { company: 20, namesake: 12, relative: 12, confusable: 8 } as const;

/** People of a town: some share a name, some are nearly namesakes, some are companies. */
export function createPeople(random: Random, count: number): readonly Person[] {
  const people: Person[] = [];
  while (people.length < count) {
    const name = personName(random);
    const [first = '', ...rest] = name.split(' ');
    const pair = random.pick(CONFUSABLE);
    if (random.below(RARITY.company) === 0) {
      const company = `${random.pick(LAST)} ${random.pick(TRADES)} ${random.pick(FORMS)}`;
      people.push(person(random, company, true));
    } else if (random.below(RARITY.confusable) === 0) {
      for (const surname of pair) people.push(person(random, `${first} ${surname}`, false));
    } else {
      people.push(person(random, name, false));
      if (random.below(RARITY.namesake) === 0) people.push(person(random, name, false));
      if (random.below(RARITY.relative) === 0)
        people.push(person(random, `${first} ${random.pick(FIRST)} ${rest.at(-1)}`, false));
    }
  }
  return people.slice(0, count);
}

function personName(random: Random): string {
  const middle = random.below(4) === 0 ? ` ${random.pick(FIRST)}` : '';
  return `${random.pick(FIRST)}${middle} ${random.pick(LAST)}`;
}

function person(random: Random, name: string, isCompany: boolean): Person {
  return { name, iban: randomIban(random), isCompany };
}

/** A Turkish IBAN with correct check digits. */
export function randomIban(random: Random): string {
  const digits = Array.from({ length: 21 }, () => String(random.below(10))).join('');
  const bban = `0${digits}`;
  const remainder = BigInt(`${bban}292700`) % 97n;
  return `TR${String(98n - remainder).padStart(2, '0')}${bban}`;
}

const ASCII: Readonly<Record<string, string>> = {
  ç: 'C',
  ğ: 'G',
  ı: 'I',
  i: 'I',
  ö: 'O',
  ş: 'S',
  ü: 'U',
  Ç: 'C',
  Ğ: 'G',
  İ: 'I',
  Ö: 'O',
  Ş: 'S',
  Ü: 'U',
};
const CUTS = [25, 26, 27, 35];

function capitals(text: string): string {
  return Array.from(text, (letter) => ASCII[letter] ?? letter.toUpperCase()).join('');
}

/** The name as a bank prints it; null if its export has no names. */
export function printName(random: Random, { name, isCompany }: Person): string | null {
  const style = random.below(100);
  if (style < 6) return null;
  const words = name.split(' ');
  if (isCompany) {
    const text = style < 40 ? name.replaceAll('.', '') : name.replace('Limited Şirketi', 'LTD ŞTİ');
    return capitals(text).slice(0, random.pick(CUTS)).trim();
  }
  if (style < 10) return name;
  if (style < 18) return capitals([...words.slice(-1), ...words.slice(0, -1)].join(' '));
  if (style < 22 && words.length > 2) return capitals(`${words[0]} ${words.at(-1)}`);
  if (style < 26 && words.length > 2) return capitals(`${words[0]} ${words[1]?.charAt(0)}. ${words.at(-1)}`);
  if (style < 28) return capitals(`${words[0]?.charAt(0)}. ${words.slice(1).join(' ')}`);
  return capitals(name).slice(0, random.pick(CUTS)).trim();
}
