import type { Message } from '@northlight/contract';
import { Button, SegmentedControl } from '@mantine/core';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ButtonLink } from '../app/app-link.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { toast } from '../app/toast.ts';
import { createMutation, createQuery } from '../kit/api/index.ts';
import { Card, LoadFailed, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import classes from './messages.module.css';
import { MessageRow } from './MessageRow.tsx';

const UNREAD = 'unread';

export function MessagesPage() {
  const { search, set } = useUrlState();
  const client = useQueryClient();
  const list = useQuery(createQuery('messageList', {}));
  const mark = useMutation({
    ...createMutation('messageMark'),
    onSettled: () => client.invalidateQueries({ queryKey: ['messageList'] }),
    onError: (error) => toast.error(error),
  });
  const all = list.data?.items;
  if (list.error && !all) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  if (!all) return <PageLoading />;
  const unread = all.filter(({ read }) => read === 0);
  const shown = search.tab === UNREAD ? unread : all;
  const markMessages = (messages: readonly Message[], read: boolean) =>
    mark.mutate({ body: { ids: messages.map(({ id }) => id), read } });
  return (
    <Page
      title="Messages"
      note={unread.length === 0 ? 'none unread' : `${unread.length} unread`}
      actions={
        <>
          <SegmentedControl
            aria-label="Show messages"
            data={[
              { value: 'all', label: 'All' },
              { value: UNREAD, label: 'Unread' },
            ]}
            value={search.tab === UNREAD ? UNREAD : 'all'}
            onChange={(value) => set({ tab: value === UNREAD ? UNREAD : undefined })}
          />
          {unread.length > 0 && (
            <Button variant="default" onClick={() => markMessages(unread, true)}>
              Mark all as read
            </Button>
          )}
        </>
      }
    >
      <Card title={search.tab === UNREAD ? 'Unread' : 'All'}>
        {shown.length === 0 ? (
          <EmptyNote
            icon={<IconInbox size={40} stroke={1.4} />}
            title={all.length === 0 ? 'No messages' : 'No unread messages'}
            action={
              <ButtonLink to={PATHS.overview} search={{}} variant="default">
                Go to the overview
              </ButtonLink>
            }
          >
            Devices that want to join, project transfers offered to you, and new or expired shares appear
            here.
          </EmptyNote>
        ) : (
          <ul className={classes['lines']}>
            {shown.map((message) => (
              <MessageRow
                key={message.id}
                message={message}
                onMark={(read) => markMessages([message], read)}
              />
            ))}
          </ul>
        )}
      </Card>
    </Page>
  );
}
