import { Tooltip } from '@mantine/core';
import IconInbox from '@tabler/icons-react/dist/esm/icons/IconInbox.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createQuery } from '../kit/api/index.ts';
import { formatPlural } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';

const MAX_SHOWN = 99;

interface MessagesLinkProps {
  readonly className: string | undefined;
  readonly badgeClassName: string | undefined;
}

/** Link to the messages with the number of unread ones. */
export function MessagesLink({ className, badgeClassName }: MessagesLinkProps) {
  const unread = useQuery(createQuery('messageList', {})).data?.unread ?? 0;
  const shown = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread);
  return (
    <Tooltip label={unread === 0 ? 'No unread messages' : formatPlural(unread, 'unread message')}>
      <Link
        to={PATHS.messages}
        search={{}}
        className={className}
        aria-label={unread === 0 ? 'Messages, none unread' : `Messages, ${shown} unread`}
      >
        <IconInbox size={17} stroke={1.8} aria-hidden />
        {unread > 0 && <span className={badgeClassName}>{shown}</span>}
      </Link>
    </Tooltip>
  );
}
