import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../kit/api/api-error.ts';
import { call } from '../kit/api/call.ts';
import { enterConsole } from './enter.ts';
import type { SignInOptions } from './use-sign-in-options.ts';

interface DemoEntryProps {
  /** Undefined until the server has said so: it stands there all the same, so that nothing moves under the pointer. */
  readonly demo: SignInOptions['demo'] | undefined;
}

export function DemoEntry({ demo }: DemoEntryProps) {
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
      <Button
        fullWidth
        variant="default"
        loading={busy}
        disabled={demo?.enabled === false}
        onClick={() => void open()}
      >
        Live demo
      </Button>
      <Text size="xs" c="dimmed" mt={6} ta="center" style={{ textWrap: 'pretty' }}>
        {demo?.enabled === false ? demo.reason : 'Simulated sites, alive, reading only. No account needed.'}
      </Text>
      {problem && (
        <Text size="sm" c="var(--st-err)" mt="xs" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}
