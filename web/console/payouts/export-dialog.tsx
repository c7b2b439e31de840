import { useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useLoad } from '../ui/use-load.ts';
import type { Values } from '../ui/use-submit.ts';
import type { DialogProps } from './dialogs.tsx';
import type { BankFile } from './file.ts';
import { BankFilesDocument, ExportPayoutDocument } from './gql/graphql.ts';
import { Refusals } from './refusals.tsx';

/** The profile of accounts for which nobody has chosen one. */
const DEFAULT_PROFILE = 'iso20022';

interface ExportProps extends DialogProps {
  readonly onExported: (file: BankFile) => void;
}

/** Asks for the format of the file, and exports it. */
export function ExportDialog({ batch, onExported, onClose }: ExportProps) {
  const { session } = useSignedIn();
  const t = payoutTexts();
  const { payoutId, contentHash, number, accountId } = batch;
  const { data } = useLoad('bank files', () => session.request(BankFilesDocument));
  const profiles = data?.payoutProfiles ?? [];
  const titleOf = (id: string) =>
    t.profiles[id] ?? profiles.find(({ profileId }) => profileId === id)?.title ?? id;
  const account = data?.payoutAccounts.find((one) => one.accountId === accountId);
  const exportFile = async (values: Values) => {
    const profile = values.get('profile') || undefined;
    const { exportPayout } = await session.request(ExportPayoutDocument, { payoutId, contentHash, profile });
    onExported(exportPayout);
    onClose();
  };
  return (
    <FormDialog
      title={t.actions.exportTitle(number)}
      label={t.actions.export}
      focused="submit"
      action={exportFile}
      onClose={onClose}
    >
      <SelectField
        label={t.actions.profile}
        name="profile"
        options={[
          // Enter exports at once, even before the other formats are loaded.
          ['', t.actions.ofAccount + (account ? `: ${titleOf(account.profileId ?? DEFAULT_PROFILE)}` : '')],
          ...profiles.map(({ profileId }) => [profileId, titleOf(profileId)] as const),
        ]}
      />
      <Refusals payouts={batch.rows} />
    </FormDialog>
  );
}
