import { AUTHORITY_PEM_MAX } from '@northlight/contract';
import { Button, FileButton, Stack, Text, Textarea } from '@mantine/core';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call } from '../../kit/api/index.ts';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useApiForm } from '../../kit/form/index.ts';

interface Values extends Record<string, unknown> {
  readonly pem: string;
}

const NO_CERTIFICATE = 'This file is not a certificate in PEM format. Choose another one.';

/**
 * Dialog that adds an authority by its certificate, pasted or from a file. The server validates the
 * certificate.
 */
export function AddAuthorityDialog({ onClose }: { readonly onClose: () => void }) {
  const { form, ...state } = useApiForm<Values>({
    initialValues: { pem: '' },
    validate: ({ pem }) => (pem.trim() === '' ? { pem: 'Paste the certificate, or choose a file.' } : {}),
    onSubmit: async ({ pem }) => {
      const added = await call('authorityAdd', { body: { pem } });
      await awaitRefetch();
      toast.done(`${added.name} was added.`);
      onClose();
    },
  });
  const readFile = async (file: File | null) => {
    if (!file) return;
    const text = file.size > AUTHORITY_PEM_MAX ? '' : await file.text();
    if (text.includes('-----BEGIN')) form.setFieldValue('pem', text.trim());
    else form.setFieldError('pem', NO_CERTIFICATE);
  };
  return (
    <FormDialog {...state} title="Add authority" submit="Add authority" onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">
          Every device with a certificate signed by this authority becomes one of your pending devices. Add
          only authorities that sign exclusively for your devices. An authority belongs to one account.
        </Text>
        <Textarea
          label="Certificate"
          description="PEM format, from BEGIN CERTIFICATE to END CERTIFICATE. Never paste the private key."
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
          <FileButton accept=".pem,.crt,.cer" onChange={(file) => void readFile(file)}>
            {(props) => (
              <Button variant="default" {...props}>
                Choose file
              </Button>
            )}
          </FileButton>
        </div>
      </Stack>
    </FormDialog>
  );
}
