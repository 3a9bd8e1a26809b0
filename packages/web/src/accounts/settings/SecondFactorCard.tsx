import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call, createQuery } from '../../kit/api/index.ts';
import { Form, useApiForm } from '../../kit/form/index.ts';
import { formatTime } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { CopyTextButton } from '../../ui/CopyTextButton.tsx';
import classes from './settings.module.css';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

type Step =
  | { readonly name: 'overview' | 'password' | 'disable' | 'renew' }
  | { readonly name: 'scan'; readonly uri: string; readonly secret: string }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

const OVERVIEW: Step = { name: 'overview' };

export function SecondFactorCard() {
  const [step, setStep] = useState<Step>(OVERVIEW);
  const factor = useQuery(createQuery('secondFactorGet', {})).data;
  const back = () => setStep(OVERVIEW);
  const showCodes = async (codes: readonly string[]) => {
    await awaitRefetch();
    setStep({ name: 'codes', codes });
  };
  return (
    <Card title="Two-factor authentication">
      {step.name === 'overview' && factor && (
        <>
          <p className="mut">
            {factor.enabled
              ? `On since ${formatTime(factor.enabledAt, BROWSER_TIME_ZONE)}. ${factor.recoveryCodesLeft} recovery codes left.`
              : 'Off. Also ask for a code from an authenticator app when signing in.'}
          </p>
          <Group gap={8} mt="md">
            {factor.enabled ? (
              <>
                <Button variant="default" onClick={() => setStep({ name: 'renew' })}>
                  Create recovery codes
                </Button>
                <Button variant="default" onClick={() => setStep({ name: 'disable' })}>
                  Turn off two-factor authentication
                </Button>
              </>
            ) : (
              <Button variant="default" onClick={() => setStep({ name: 'password' })}>
                Turn on two-factor authentication
              </Button>
            )}
          </Group>
        </>
      )}
      {step.name === 'password' && (
        <PasswordStep onCancel={back} onSecret={(made) => setStep({ name: 'scan', ...made })} />
      )}
      {step.name === 'scan' && (
        <ScanStep uri={step.uri} secret={step.secret} onCancel={back} onCodes={showCodes} />
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={back} />}
      {step.name === 'disable' && (
        <ConfirmForm
          submit="Turn off two-factor authentication"
          onCancel={back}
          onConfirm={async (body) => {
            await call('secondFactorDisable', { body });
            await awaitRefetch();
            toast.done('Two-factor authentication is off.');
            back();
          }}
        />
      )}
      {step.name === 'renew' && (
        <ConfirmForm
          submit="Create recovery codes"
          onCancel={back}
          onConfirm={async (body) => showCodes((await call('recoveryCodesRenew', { body })).recoveryCodes)}
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
  readonly onSecret: (result: { uri: string; secret: string }) => void;
}) {
  const { form, ...state } = useApiForm({
    initialValues: { password: '' },
    validate: ({ password }) => (password === '' ? { password: 'Enter your password.' } : {}),
    onSubmit: async (body) => onSecret(await call('secondFactorEnrol', { body })),
  });
  return (
    <Form {...state} submit="Continue" onCancel={onCancel}>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        autoFocus
        {...form.getInputProps('password')}
      />
    </Form>
  );
}

interface ScanStepProps {
  readonly uri: string;
  readonly secret: string;
  readonly onCancel: () => void;
  readonly onCodes: (codes: readonly string[]) => Promise<void>;
}

function ScanStep({ uri, secret, onCancel, onCodes }: ScanStepProps) {
  const { form, ...state } = useApiForm({
    initialValues: { code: '' },
    validate: ({ code }) => (/^\d{6}$/.test(code) ? {} : { code: 'The code has 6 digits.' }),
    onSubmit: async (body) => onCodes((await call('secondFactorConfirm', { body })).recoveryCodes),
  });
  return (
    <Form {...state} submit="Turn on two-factor authentication" onCancel={onCancel}>
      <Stack gap="md">
        <Text size="sm">Scan this code with an authenticator app, or enter the secret in the app.</Text>
        <QrCode text={uri} label="QR code for the authenticator app" />
        <code className="code-block">{secret}</code>
        <TextInput
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
          {...form.getInputProps('code')}
        />
      </Stack>
    </Form>
  );
}

interface ConfirmFormProps {
  readonly submit: string;
  readonly onCancel: () => void;
  readonly onConfirm: (values: { password: string; code: string }) => Promise<void>;
}

function ConfirmForm({ submit, onCancel, onConfirm }: ConfirmFormProps) {
  const { form, ...state } = useApiForm({
    initialValues: { password: '', code: '' },
    validate: ({ password, code }) => ({
      ...(password === '' && { password: 'Enter your password.' }),
      ...(code.length < 6 && { code: 'Enter a code from the app, or a recovery code.' }),
    }),
    onSubmit: onConfirm,
  });
  return (
    <Form {...state} submit={submit} onCancel={onCancel}>
      <Stack gap="md">
        <Notice tone="plain">Enter your password, and a code from the app or a recovery code.</Notice>
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          autoFocus
          {...form.getInputProps('password')}
        />
        <TextInput label="Code" autoComplete="one-time-code" {...form.getInputProps('code')} />
      </Stack>
    </Form>
  );
}

/** Shows new recovery codes once. Each can replace one code from the app. */
function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  return (
    <>
      <Notice tone="warning" title="Store these recovery codes">
        They are shown only once. Each signs you in once if you lose access to the app.
      </Notice>
      <ol className={`box inset above grid mono ${classes['codes']}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap={8} mt="md">
        <CopyTextButton text={codes.join('\n')} label="Copy codes" />
        <Button onClick={onDone}>I have stored them</Button>
      </Group>
    </>
  );
}
