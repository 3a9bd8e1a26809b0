import { Button, CopyButton, Group } from '@mantine/core';
import { Notice } from '../../ui/Notice.tsx';
import classes from './settings.module.css';

/** Shown once: each opens the account one time in place of the app. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  return (
    <>
      <Notice tone="warning" title="Keep these recovery codes">
        They are shown this one time. Each of them signs you in once when the app is lost.
      </Notice>
      <ol className={classes['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap={8} mt="md">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
    </>
  );
}
