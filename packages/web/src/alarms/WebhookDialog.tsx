import { Button, Code, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { awaitRefetch, call } from '../kit/api/index.ts';
import { FormFoot, useApiForm } from '../kit/form/index.ts';
import { POPUP_WIDTHS } from '../ui/constants.ts';
import { Notice } from '../ui/Notice.tsx';

/** Adds a webhook and shows its secret once. */
export function WebhookDialog({ onClose }: { readonly onClose: () => void }) {
  const { id: projectId } = useProject();
  const [secret, setSecret] = useState<string>();
  const { busy, form, onSubmit, problem } = useApiForm({
    initialValues: { url: '' },
    validate: ({ url }): Partial<Record<string, string>> =>
      URL.canParse(url) ? {} : { url: 'Enter an address that begins with https:// or http://.' },
    onSubmit: async ({ url }) => {
      const added = await call('alarmWebhookAdd', { params: { projectId }, body: { url } });
      await awaitRefetch();
      setSecret(added.secret);
    },
  });
  return (
    <Modal opened onClose={onClose} title="Add webhook" size={POPUP_WIDTHS.medium}>
      {secret === undefined ? (
        <form onSubmit={onSubmit} noValidate>
          <TextInput
            label="URL"
            description="Northlight sends JSON to this address by POST and does not follow redirects."
            placeholder="https://example.com/alarms"
            data-autofocus
            {...form.getInputProps('url')}
          />
          <FormFoot problem={problem} submit="Add" busy={busy} onCancel={onClose} />
        </form>
      ) : (
        <>
          <Notice tone="good" title="Copy the secret now. It is not shown again.">
            <Code block>{secret}</Code>
          </Notice>
          <p className="mut below">
            Each request has a header Northlight-Signature: t=SECONDS,v1=HEX. SECONDS is the Unix time of the
            request; HEX is the HMAC-SHA256 of SECONDS, a dot and the body, with this secret as the key.
          </p>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={() => void navigator.clipboard.writeText(secret)}>
              Copy secret
            </Button>
            <Button onClick={onClose}>Done</Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
