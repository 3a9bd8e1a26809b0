import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { toErrorSentence } from '../kit/api/api-error.ts';
import { call } from '../kit/api/call.ts';
import { openConsole } from './open-console.ts';
import type { SignInOptions } from './use-sign-in-options.ts';

interface DemoEntryProps {
  /**
   * True if the demo is available; undefined until the server has answered. The button is also shown until
   * then, so that the layout does not shift.
   */
  readonly demo: SignInOptions['demo'] | undefined;
}

export function DemoEntry({ demo }: DemoEntryProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const open = async () => {
    setBusy(true);
    try {
      await call('demoSignIn', {});
      openConsole();
    } catch (error) {
      setProblem(toErrorSentence(error));
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
        {demo?.enabled === false
          ? demo.reason
          : 'Explore two sites with simulated devices. You need no account, and you cannot change them.'}
      </Text>
      {problem && (
        <Text size="sm" c="var(--st-err)" mt="xs" role="alert">
          {problem}
        </Text>
      )}
    </>
  );
}
