import { Button, Group } from '@mantine/core';
import { CopyTextButton } from '../../ui/CopyTextButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './settings.module.css';

/** Shows new recovery codes once. Each can replace one code from the app. */
export function RecoveryCodes({
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
