import type { Message } from '@northlight/contract';
import { Button, VisuallyHidden } from '@mantine/core';
import { ButtonLink } from '../app/app-link.tsx';
import { Age } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';
import { AskForTime } from '../sharing/index.ts';
import { aboutMessage, titleOf } from './message-words.ts';
import classes from './messages.module.css';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface MessageRowProps {
  readonly message: Message;
  readonly onMark: (read: boolean) => void;
}

export function MessageRow({ message, onMark }: MessageRowProps) {
  const unread = message.read === 0;
  return (
    <li data-unread={unread || undefined}>
      <span className={classes['dot']} aria-hidden />
      <div className={classes['text']}>
        <span className={classes['title']}>
          {unread && <VisuallyHidden>Unread: </VisuallyHidden>}
          {titleOf(message)}
        </span>
        <span className={classes['about']}>
          {aboutMessage(message, HERE)} · <Age at={message.at} timeZone={HERE} />
        </span>
      </div>
      <Action message={message} />
      <Button
        variant="subtle"
        aria-label={`Mark as ${unread ? 'read' : 'unread'}: ${titleOf(message)}`}
        onClick={() => onMark(unread)}
      >
        {unread ? 'Mark as read' : 'Mark as unread'}
      </Button>
    </li>
  );
}

/** The one thing to do about it. */
function Action({ message }: { readonly message: Message }) {
  switch (message.kind) {
    case 'device':
      return (
        <ButtonLink to={PATHS.verifyDevices} search={{ open: message.sn }}>
          Add to a project
        </ButtonLink>
      );
    case 'transfer':
      return (
        <ButtonLink to={PATHS.transfer} search={{ open: message.transferId }}>
          Review
        </ButtonLink>
      );
    case 'share':
      return message.state === 'expired' ? (
        <AskForTime projectId={message.projectId} />
      ) : (
        <ButtonLink to={PATHS.devices} search={{ project: message.projectId }} variant="default">
          Open the project
        </ButtonLink>
      );
  }
}
