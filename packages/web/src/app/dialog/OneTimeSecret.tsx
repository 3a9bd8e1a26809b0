import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyTextButton } from '../../ui/CopyTextButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';

interface OneTimeSecretProps {
  /** Noun of the secret: `token`. */
  readonly noun: string;
  readonly secret: string;
  readonly onDone: () => void;
  /** Use of the secret. */
  readonly children?: ReactNode;
}

/** A secret that the server shows once, with a button that copies it. */
export function OneTimeSecret({ children, noun, onDone, secret }: OneTimeSecretProps) {
  return (
    <>
      <Notice tone="warning" title={`Copy the ${noun} now`}>
        It is shown only once. {children}
      </Notice>
      <code className="code-block above">{secret}</code>
      <Group justify="flex-end" gap={8} mt="lg">
        <CopyTextButton text={secret} label={`Copy ${noun}`} />
        <Button onClick={onDone}>Done</Button>
      </Group>
    </>
  );
}

interface SecretDialogProps extends OneTimeSecretProps {
  readonly title: string;
}

/** Dialog with a secret that is shown once. A click beside the dialog does not close it. */
export const SecretDialog = ({ title, ...secret }: SecretDialogProps) => (
  <Modal opened onClose={secret.onDone} title={title} size={POPUP_WIDTHS.medium} closeOnClickOutside={false}>
    <OneTimeSecret {...secret} />
  </Modal>
);
