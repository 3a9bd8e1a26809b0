import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../kit/api/api-error.ts';
import { call } from '../kit/api/call.ts';
import { enterConsole } from './enter.ts';
import type { SignInOptions } from './use-sign-in-options.ts';

export function DemoEntry({ demo }: Pick<SignInOptions, 'demo'>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const open = async () => {
    setBusy(true);
    try {
      await call('demoSignIn', {});
      enterConsole();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button fullWidth variant="default" loading={busy} disabled={!demo.enabled} onClick={() => void open()}>
        Live demo
      </Button>
      <Text size="xs" c="dimmed" mt={6} ta="center" style={{ textWrap: 'pretty' }}>
        {demo.enabled ? 'Simulated sites, alive, reading only. No account needed.' : demo.reason}
      </Text>
      {problem && (
        <Text size="sm" c="var(--st-err)" mt="xs" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}
