import type { Account } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/form.tsx';
import { ActionForm } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Async } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import type { Values } from '../ui/use-submit.ts';
import {
  PayoutAccountsDocument,
  type PayoutAccountsQuery,
  UpdatePayoutAccountDocument,
} from './gql/graphql.ts';

/** The profile of accounts for which nobody has chosen one. */
const DEFAULT_PROFILE = 'iso20022';

interface PayoutAccountDialogProps {
  readonly account: Account;
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Chooses the profile of the files with which an account pays, and the BIC that some profiles need. */
export function PayoutAccountDialog({ account, onSaved, onClose }: PayoutAccountDialogProps) {
  const { session } = useSignedIn();
  const t = adminTexts().banks;
  const loaded = useLoad('payout accounts', () => session.request(PayoutAccountsDocument));
  return (
    <Dialog title={t.bankFilesOf(account.accountName)} onClose={onClose}>
      <p class="hint">{t.bankFilesHint}</p>
      <Async what={t.bankFiles} loaded={loaded}>
        {(known) => <PayoutAccountForm account={account} known={known} onSaved={onSaved} onClose={onClose} />}
      </Async>
    </Dialog>
  );
}

interface FormProps extends PayoutAccountDialogProps {
  readonly known: PayoutAccountsQuery;
}

function PayoutAccountForm({ account: { accountId }, known, onSaved, onClose }: FormProps) {
  const { session } = useSignedIn();
  const t = adminTexts().banks;
  const current = known.payoutAccounts.find((one) => one.accountId === accountId);
  const save = async (values: Values) => {
    const profileId = values.get('profileId') || null;
    const bic = values.get('bic')?.trim().toUpperCase() || null;
    await session.request(UpdatePayoutAccountDocument, { accountId, profileId, bic });
    onSaved(t.accountSaved);
  };
  return (
    <ActionForm label={texts().ui.save} action={save} onCancel={onClose}>
      <SelectField
        label={t.profile}
        name="profileId"
        options={known.payoutProfiles.map(({ profileId, title }) => [profileId, title])}
        chosen={current?.profileId ?? DEFAULT_PROFILE}
      />
      <TextField label={t.bic} name="bic" defaultValue={current?.bic ?? ''} hint={t.bicHint} />
    </ActionForm>
  );
}
