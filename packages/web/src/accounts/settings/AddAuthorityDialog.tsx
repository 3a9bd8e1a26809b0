import { AUTHORITY_PEM_MAX } from '@northlight/contract';
import { Button, FileButton, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../app/toast.ts';
import { call } from '../../kit/api/index.ts';
import { FormFoot, useApiForm } from '../../kit/form/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';

interface Values extends Record<string, unknown> {
  readonly pem: string;
}

const NOT_TEXT = 'This file is no certificate in PEM.';

/** Takes the certificate of an authority, pasted or from a file; what is wrong with it is said by the server. */
export function AddAuthorityDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const { form, problem, busy, onSubmit } = useApiForm<Values>({
    initialValues: { pem: '' },
    validate: ({ pem }) => (pem.trim() === '' ? { pem: 'Paste the certificate, or choose its file.' } : {}),
    onSubmit: async ({ pem }) => {
      const added = await call('authorityAdd', { body: { pem } });
      await client.invalidateQueries({ queryKey: ['authorityList'] });
      toast.done(`${added.name} is trusted.`);
      onClose();
    },
  });
  const take = async (file: File | null) => {
    if (!file) return;
    const text = file.size > AUTHORITY_PEM_MAX ? '' : await file.text();
    if (text.includes('-----BEGIN')) form.setFieldValue('pem', text.trim());
    else form.setFieldError('pem', NOT_TEXT);
  };
  return (
    <Modal opened onClose={onClose} title="Add an authority" size={POPUP_WIDTHS.medium}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            Every device with a certificate that this authority signed will wait for you. Add only one that
            signs for your devices alone. An authority belongs to one account.
          </Text>
          <Textarea
            label="Certificate"
            description="In PEM: the text from BEGIN CERTIFICATE to END CERTIFICATE. Never its key."
            placeholder="-----BEGIN CERTIFICATE-----"
            autosize
            minRows={6}
            maxRows={12}
            spellCheck={false}
            autoComplete="off"
            data-autofocus
            required
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
            {...form.getInputProps('pem')}
          />
          <div>
            <FileButton accept=".pem,.crt,.cer" onChange={(file) => void take(file)}>
              {(props) => (
                <Button variant="default" {...props}>
                  Choose a file
                </Button>
              )}
            </FileButton>
          </div>
        </Stack>
        <FormFoot problem={problem} submit="Trust this authority" busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
