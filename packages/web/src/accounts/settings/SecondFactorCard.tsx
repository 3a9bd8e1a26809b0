import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../app/toast.ts';
import { call, q } from '../../kit/api/index.ts';
import { FormFoot, useApiForm } from '../../kit/form/index.ts';
import { formatTime } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import classes from './settings.module.css';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

type Step =
  | { readonly name: 'shown' | 'password' | 'disable' | 'renew' }
  | { readonly name: 'scan'; readonly uri: string; readonly secret: string }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

const SHOWN: Step = { name: 'shown' };

/** A code of an authenticator beside the password. */
export function SecondFactorCard() {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>(SHOWN);
  const factor = useQuery(q('secondFactorGet', {})).data;
  const back = () => setStep(SHOWN);
  const refresh = () => client.invalidateQueries({ queryKey: ['secondFactorGet'] });
  const codesOf = async (codes: readonly string[]) => {
    await refresh();
    setStep({ name: 'codes', codes });
  };
  return (
    <Card title="Second factor">
      {step.name === 'shown' && factor && (
        <>
          <p className={classes['quiet']}>
            {factor.enabled
              ? `On since ${formatTime(factor.enabledAt, HERE)}. ${factor.recoveryCodesLeft} recovery codes are left.`
              : 'Off. With it, signing in also asks for a code of an authenticator app, so that a stolen password is not enough.'}
          </p>
          <Group gap={8} mt="md">
            {factor.enabled ? (
              <>
                <Button variant="default" onClick={() => setStep({ name: 'renew' })}>
                  New recovery codes
                </Button>
                <Button variant="default" onClick={() => setStep({ name: 'disable' })}>
                  Switch off
                </Button>
              </>
            ) : (
              <Button onClick={() => setStep({ name: 'password' })}>Switch on</Button>
            )}
          </Group>
        </>
      )}
      {step.name === 'password' && (
        <PasswordStep onCancel={back} onSecret={(made) => setStep({ name: 'scan', ...made })} />
      )}
      {step.name === 'scan' && (
        <ScanStep uri={step.uri} secret={step.secret} onCancel={back} onCodes={codesOf} />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={back} />}
      {step.name === 'disable' && (
        <ProofForm
          submit="Switch off"
          onCancel={back}
          onProof={async (body) => {
            await call('secondFactorDisable', { body });
            await refresh();
            toast.done('The second factor is off.');
            back();
          }}
        />
      )}
      {step.name === 'renew' && (
        <ProofForm
          submit="Make new codes"
          onCancel={back}
          onProof={async (body) => codesOf((await call('recoveryCodesRenew', { body })).recoveryCodes)}
        />
      )}
    </Card>
  );
}

function PasswordStep({
  onCancel,
  onSecret,
}: {
  readonly onCancel: () => void;
  readonly onSecret: (made: { uri: string; secret: string }) => void;
}) {
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { password: '' },
    validate: ({ password }) => (password === '' ? { password: 'Enter your password.' } : {}),
    onSubmit: async (body) => onSecret(await call('secondFactorEnrol', { body })),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        autoFocus
        {...form.getInputProps('password')}
      />
      <FormFoot problem={problem} submit="Go on" busy={busy} onCancel={onCancel} />
    </form>
  );
}

interface ScanStepProps {
  readonly uri: string;
  readonly secret: string;
  readonly onCancel: () => void;
  readonly onCodes: (codes: readonly string[]) => Promise<void>;
}

function ScanStep({ uri, secret, onCancel, onCodes }: ScanStepProps) {
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { code: '' },
    validate: ({ code }) => (/^\d{6}$/.test(code) ? {} : { code: 'The code has 6 digits.' }),
    onSubmit: async (body) => onCodes((await call('secondFactorConfirm', { body })).recoveryCodes),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Text size="sm">Scan this with an authenticator app, or type the secret into it.</Text>
        <QrCode text={uri} label="QR code of the second factor" />
        <code className={classes['secret']}>{secret}</code>
        <TextInput
          label="Code of the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
          {...form.getInputProps('code')}
        />
      </Stack>
      <FormFoot problem={problem} submit="Switch on" busy={busy} onCancel={onCancel} />
    </form>
  );
}

interface ProofFormProps {
  readonly submit: string;
  readonly onCancel: () => void;
  readonly onProof: (proof: { password: string; code: string }) => Promise<void>;
}

function ProofForm({ submit, onCancel, onProof }: ProofFormProps) {
  const { form, problem, busy, onSubmit } = useApiForm({
    initialValues: { password: '', code: '' },
    validate: ({ password, code }) => ({
      ...(password === '' && { password: 'Enter your password.' }),
      ...(code.length < 6 && { code: 'Enter a code of the app, or a recovery code.' }),
    }),
    onSubmit: onProof,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Notice tone="plain">
          It takes your password and a code of the app, or one of the recovery codes.
        </Notice>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          autoFocus
          {...form.getInputProps('password')}
        />
        <TextInput label="Code" autoComplete="one-time-code" {...form.getInputProps('code')} />
      </Stack>
      <FormFoot problem={problem} submit={submit} busy={busy} onCancel={onCancel} />
    </form>
  );
}
