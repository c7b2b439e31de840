import type { BankFileProfile } from './bank-file-profile.ts';

interface FileForm {
  /** The end of the file's name, without the point. */
  readonly extension: string;
  readonly mediaType: string;
}

/** How the file of a profile is named and sent. */
export function fileFormOf(profile: BankFileProfile): FileForm {
  switch (profile.format) {
    case 'csv':
      return { extension: 'csv', mediaType: `text/csv; charset=${profile.encoding}` };
    case 'xlsx':
      return {
        extension: 'xlsx',
        mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      };
    default:
      return { extension: 'xml', mediaType: 'application/xml' };
  }
}
