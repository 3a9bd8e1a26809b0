import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../app/dialog/FormDialog.tsx';
import { SecretDialog } from '../app/dialog/OneTimeSecret.tsx';
import { useProject } from '../app/shell-context.tsx';
import { awaitRefetch, call } from '../kit/api/index.ts';
import { useApiForm } from '../kit/form/index.ts';

/** Adds a webhook and shows its secret once. */
export function WebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const { id: projectId } = useProject();
  const [secret, setSecret] = useState<string>();
  const { form, ...state } = useApiForm({
    initialValues: { url: '' },
    validate: ({ url }): Partial<Record<string, string>> =>
      URL.canParse(url) ? {} : { url: 'Enter an address that begins with https:// or http://.' },
    onSubmit: async ({ url }) => {
      const added = await call('alarmWebhookAdd', { params: { projectId }, body: { url } });
      await awaitRefetch();
      setSecret(added.secret);
    },
  });
  if (secret !== undefined)
    return (
      <SecretDialog title="Add webhook" noun="secret" secret={secret} onDone={onClose}>
        Each request has a header Northlight-Signature: t=SECONDS,v1=HEX. SECONDS is the Unix time of the
        request; HEX is the HMAC-SHA256 of SECONDS, a dot and the body, with this secret as the key.
      </SecretDialog>
    );
  return (
    <FormDialog {...state} title="Add webhook" submit="Add" onClose={onClose}>
      <TextInput
        label="URL"
        description="Northlight sends JSON to this address by POST and does not follow redirects."
        placeholder="https://example.com/alarms"
        data-autofocus
        {...form.getInputProps('url')}
      />
    </FormDialog>
  );
}
