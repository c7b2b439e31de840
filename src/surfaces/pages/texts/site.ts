import type { Language } from './texts.ts';

/** A section of the service to which the index page links. */
interface Entry {
  readonly name: string;
  readonly text: string;
}

interface SiteTexts {
  readonly about: string;
  readonly version: string;
  readonly entries: Readonly<Record<'console' | 'guide' | 'docs' | 'openapi' | 'explorer', Entry>>;
  readonly notFound: Entry;
  /** The title of every other failure. */
  readonly failed: string;
}

/** The texts of the index page and of the HTML error pages. */
export const SITE_TEXTS: Readonly<Record<Language, SiteTexts>> = {
  en: {
    about: 'Deposits and withdrawals by bank transfer, over REST, GraphQL and tRPC.',
    version: 'Version',
    entries: {
      console: { name: 'Console', text: 'Where operators decide transactions and admins change settings.' },
      guide: { name: 'Guide', text: 'How to integrate the service, work with it and run it.' },
      docs: { name: 'REST reference', text: 'Every call, with signed requests to try out.' },
      openapi: { name: 'OpenAPI', text: 'The same reference, for programs.' },
      explorer: { name: 'GraphQL explorer', text: 'Queries to try out, with the schema.' },
    },
    notFound: {
      name: 'There is no such page',
      text: 'Its address may be incomplete or mistyped. Continue here:',
    },
    failed: 'That did not work',
  },
  tr: {
    about: 'Banka havalesiyle para yatırma ve çekme: REST, GraphQL ve tRPC üzerinden.',
    version: 'Sürüm',
    entries: {
      console: { name: 'Konsol', text: 'Operatörlerin çalışma ekranı ve yöneticilerin ayarları.' },
      guide: {
        name: 'Kılavuz',
        text: 'Hizmete nasıl bağlanılır, onunla nasıl çalışılır, nasıl işletilir (İngilizce).',
      },
      docs: { name: 'REST başvurusu', text: 'Bütün çağrılar; imzalı isteklerle denenebilir (İngilizce).' },
      openapi: { name: 'OpenAPI', text: 'Aynısı, programlar için.' },
      explorer: { name: 'GraphQL gezgini', text: 'Geliştiriciler için, şemasıyla birlikte.' },
    },
    notFound: {
      name: 'Böyle bir sayfa yok',
      text: 'Adres eksik ya da yanlış yazılmış olabilir. Buradan devam edin:',
    },
    failed: 'Bu işlem yapılamadı',
  },
};
