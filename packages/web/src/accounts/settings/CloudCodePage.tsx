import { Button, Group, Text } from '@mantine/core';
import { CopyTextButton } from '../../ui/CopyTextButton.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../app/confirm-store.ts';
import { PageLoading } from '../../app/PageLoading.tsx';
import { toast } from '../../app/toast.ts';
import { createMutation, createQuery } from '../../kit/api/index.ts';
import { Card, LoadFailed } from '../../kit/page/index.ts';
import { QrCode } from '../../ui/QrCode.tsx';
import { AccountPage } from './AccountPage.tsx';
import { TrustedAuthoritiesCard } from './TrustedAuthoritiesCard.tsx';
import classes from './settings.module.css';

/**
 * Shows the account's cloud code and its trusted authorities, through which devices become pending devices of
 * the account.
 */
export function CloudCodePage() {
  const client = useQueryClient();
  const found = useQuery(createQuery('cloudCodeGet', {}));
  const renew = useMutation({
    ...createMutation('cloudCodeRegenerate'),
    onSuccess: (made) => {
      client.setQueryData(createQuery('cloudCodeGet', {}).queryKey, made);
      toast.done('The old code no longer works.');
    },
    onError: (error) => toast.error(error),
  });
  if (found.error && !found.data)
    return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageLoading />;
  const { cloudCode, qrText } = found.data;
  const regenerate = () =>
    ask({
      title: 'Create a new cloud code?',
      body: 'Devices that present the old code are no longer listed for you. Devices in projects are not affected.',
      confirm: 'Create new code',
      onConfirm: () => renew.mutate({}),
    });
  return (
    <AccountPage title="Cloud code">
      <div className={`grid gap-12 ${classes['columns']}`}>
        <div className="grid gap-12">
          <Card title="Your code">
            <Group align="flex-start" gap="xl">
              <QrCode text={qrText} label={`QR code of the cloud code ${cloudCode}`} />
              <div>
                <div className={`bold mono ${classes['code']}`}>{cloudCode}</div>
                <Group gap={8} mt="md">
                  <CopyTextButton text={cloudCode} label="Copy code" />
                  <Button variant="default" loading={renew.isPending} onClick={regenerate}>
                    Create new code
                  </Button>
                </Group>
              </div>
            </Group>
          </Card>
          <TrustedAuthoritiesCard />
        </div>
        <Card title="About the cloud code">
          <Text size="sm">
            Enter or scan this code on the local page of a device. The device is then listed under Pending
            devices until you add it to a project, ignore it or reject it. The code alone gives no access.
          </Text>
        </Card>
      </div>
    </AccountPage>
  );
}
