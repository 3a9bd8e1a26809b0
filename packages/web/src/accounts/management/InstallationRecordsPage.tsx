import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { AuditGrid } from '../../audit/index.ts';
import { createMutation, toErrorSentence } from '../../kit/api/index.ts';
import { Page } from '../../kit/page/index.ts';
import { Notice } from '../../ui/Notice.tsx';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Shows audit records that belong to no project, and the result of verifying the hash chain. */
export function InstallationRecordsPage() {
  const verify = useMutation(createMutation('auditVerify'));
  return (
    <Page
      title="Installation audit log"
      layout="fill"
      actions={
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate({})}>
          Verify hash chain
        </Button>
      }
    >
      {verify.error && <Notice tone="error">{toErrorSentence(verify.error)}</Notice>}
      {verify.data && (
        <Notice tone={verify.data.whole ? 'good' : 'error'}>
          {verify.data.whole
            ? `All ${verify.data.length} records are unchanged.`
            : `The hash chain is broken at record ${verify.data.brokenAt}: ${verify.data.reason}`}
        </Notice>
      )}
      <AuditGrid source={{ of: 'installation' }} timeZone={BROWSER_TIME_ZONE} />
    </Page>
  );
}
