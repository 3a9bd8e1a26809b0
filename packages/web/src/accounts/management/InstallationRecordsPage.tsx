import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { AuditGrid } from '../../audit/index.ts';
import { mutation, sentenceOf } from '../../kit/api/index.ts';
import { Page } from '../../kit/page/index.ts';
import { Notice } from '../../ui/Notice.tsx';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Sign-ins, accounts and settings: the records that belong to no project, and whether all of them are whole. */
export function InstallationRecordsPage() {
  const verify = useMutation(mutation('auditVerify'));
  return (
    <Page
      title="Audit of the installation"
      layout="fill"
      actions={
        <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate({})}>
          Verify the chain
        </Button>
      }
    >
      {verify.error && <Notice tone="error">{sentenceOf(verify.error)}</Notice>}
      {verify.data && (
        <Notice tone={verify.data.whole ? 'good' : 'error'}>
          {verify.data.whole
            ? `All ${verify.data.length} records are as they were written.`
            : `The chain is broken at record ${verify.data.brokenAt}: ${verify.data.reason}`}
        </Notice>
      )}
      <AuditGrid source={{ of: 'installation' }} timeZone={HERE} />
    </Page>
  );
}
