import { ERRORS, type Message } from '@northlight/contract';
import { Button, SegmentedControl } from '@mantine/core';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import { useMutation, useQuery } from '@tanstack/react-query';
import { PageLoading } from '../app/PageLoading.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, ApiError, createMutation, createQuery } from '../kit/api/index.ts';
import { Card, LoadFailed, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import classes from './messages.module.css';
import { KindIcon } from './KindIcon.tsx';
import { MessageRow } from './MessageRow.tsx';

const UNREAD = 'unread';

export function MessagesPage() {
  const { search, set } = useUrlState();
  const list = useQuery(createQuery('messageList', {}));
  const mark = useMutation({
    ...createMutation('messageMark'),
    onSettled: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  const all = list.data?.items;
  if (list.error instanceof ApiError && list.error.code === ERRORS.demoProject.code) return <DemoNote />;
  if (list.error && !all) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  if (!all) return <PageLoading />;
  const unread = all.filter(({ read }) => read === 0);
  const shown = search.tab === UNREAD ? unread : all;
  const markMessages = (messages: readonly Message[], read: boolean) =>
    mark.mutate({ body: { ids: messages.map(({ id }) => id), read } });
  return (
    <Page
      title="Messages"
      note="Requests and news for your account"
      actions={
        all.length > 0 && (
          <>
            {unread.length > 0 && (
              <Button variant="default" onClick={() => markMessages(unread, true)}>
                Mark all as read
              </Button>
            )}
            <SegmentedControl
              size="xs"
              aria-label="Show messages"
              data={[
                { value: 'all', label: `All ${all.length}` },
                { value: UNREAD, label: `Unread ${unread.length}` },
              ]}
              value={search.tab === UNREAD ? UNREAD : 'all'}
              onChange={(value) => set({ tab: value === UNREAD ? UNREAD : undefined })}
            />
          </>
        )
      }
    >
      {shown.length === 0 && (
        <section className="panel padded" aria-label="No messages">
          {all.length === 0 ? <NoMessages /> : <AllRead />}
        </section>
      )}
      {GROUPS.map(({ kinds, title }) => {
        const messages = shown.filter(({ kind }) => kinds.includes(kind));
        return (
          messages.length > 0 && (
            <Card key={title} title={title} aside={<span className="mut">{messages.length}</span>}>
              <ul className={`divided ${classes['lines']}`}>
                {messages.map((message) => (
                  <MessageRow
                    key={message.id}
                    message={message}
                    onMark={(read) => markMessages([message], read)}
                  />
                ))}
              </ul>
            </Card>
          )
        );
      })}
    </Page>
  );
}

/** Groups of messages: those that wait for a decision of the account are first. */
const GROUPS: readonly { readonly title: string; readonly kinds: readonly Message['kind'][] }[] = [
  { title: 'Waiting for your decision', kinds: ['device', 'transfer'] },
  { title: 'Shared with you', kinds: ['share'] },
];

/** Visitors of the live demo have no account, and thus no messages. */
function DemoNote() {
  return (
    <Page title="Messages">
      <section className="panel padded" aria-label="No messages">
        <EmptyNote icon={<IconInbox size={40} stroke={1.4} />} title="No messages in the live demo">
          Messages are sent to accounts. With an account, requests of new devices, project transfers and
          shared projects appear here.
        </EmptyNote>
      </section>
    </Page>
  );
}

function AllRead() {
  return (
    <EmptyNote icon={<IconInbox size={40} stroke={1.4} />} title="No unread messages">
      You have read all messages. Messages that still wait for your decision are under All.
    </EmptyNote>
  );
}

/** Empty state that names the three kinds of messages. */
function NoMessages() {
  return (
    <>
      <EmptyNote icon={<IconInbox size={40} stroke={1.4} />} title="No messages">
        Three kinds of messages appear here, and their number is shown at the top of every page.
      </EmptyNote>
      <ul className={`grid gap-12 ${classes['kinds']}`}>
        {KINDS.map(({ kind, text, title }) => (
          <li key={kind} className="row gap-12 mut">
            <KindIcon kind={kind} />
            <span>
              <strong className="ink">{title}</strong>
              <br />
              {text}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const KINDS = [
  {
    kind: 'device',
    title: 'Devices that want to join',
    text: 'A device with your cloud code has connected. Add it to a project, or reject it.',
  },
  {
    kind: 'transfer',
    title: 'Project transfers',
    text: 'Another account offers you a project. Accept it to become its owner.',
  },
  {
    kind: 'share',
    title: 'Shared projects',
    text: 'Another account shares a project with you, or a share has expired.',
  },
] as const;
