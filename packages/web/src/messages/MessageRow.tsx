import type { Message } from '@northlight/contract';
import { Button, VisuallyHidden } from '@mantine/core';
import { ButtonLink } from '../app/app-link.tsx';
import { Age, formatTime } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';
import { RequestExtension } from '../sharing/index.ts';
import { KindIcon } from './KindIcon.tsx';
import classes from './messages.module.css';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface MessageRowProps {
  readonly message: Message;
  readonly onMark: (read: boolean) => void;
}

export function MessageRow({ message, onMark }: MessageRowProps) {
  const unread = message.read === 0;
  return (
    <li data-unread={unread || undefined}>
      <KindIcon kind={message.kind} />
      <div className="grid gap-2 shrink-x">
        <span className={`anywhere ${unread ? 'bold' : ''}`}>
          {unread && <span className={classes['dot']} aria-hidden />}
          {unread && <VisuallyHidden>Unread: </VisuallyHidden>}
          {formatMessageTitle(message)}
        </span>
        <span className="mut small">{formatMessageDetails(message, BROWSER_TIME_ZONE)}</span>
      </div>
      <span className="nowrap mut small">
        <Age at={message.at} timeZone={BROWSER_TIME_ZONE} verb="received" />
      </span>
      <div className={`flex wrap justify-end gap-8 ${classes['buttons']}`}>
        <Button
          variant="subtle"
          aria-label={`Mark as ${unread ? 'read' : 'unread'}: ${formatMessageTitle(message)}`}
          onClick={() => onMark(unread)}
        >
          {unread ? 'Mark as read' : 'Mark as unread'}
        </Button>
        <Action message={message} />
      </div>
    </li>
  );
}

/** Button or link with the action of a message, which depends on its kind. */
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
          Review transfer
        </ButtonLink>
      );
    case 'share':
      return message.state === 'expired' ? (
        <RequestExtension projectId={message.projectId} />
      ) : (
        <ButtonLink to={PATHS.devices} search={{ project: message.projectId }} variant="default">
          Open project
        </ButtonLink>
      );
  }
}

function formatMessageTitle(message: Message): string {
  switch (message.kind) {
    case 'device':
      return `${message.modelName.split(',')[0] ?? message.modelName} wants to join`;
    case 'transfer':
      return `${message.projectName} is offered to you`;
    case 'share':
      return message.state === 'expired'
        ? `Your share of ${message.projectName} has expired`
        : `${message.projectName} is shared with you`;
  }
}

function formatMessageDetails(message: Message, timeZone: string): string {
  switch (message.kind) {
    case 'device':
      return `Serial number ${message.sn}`;
    case 'transfer':
      return `${message.from} wants to transfer it to you; valid until ${formatTime(message.expiresAt, timeZone)}`;
    case 'share': {
      const right = message.right === 'rw' ? 'Read-write' : 'Read-only';
      if (message.expiresAt === undefined) return `${right}, permanent`;
      const verb = message.state === 'expired' ? 'expired' : 'until';
      return `${right}, ${verb} ${formatTime(message.expiresAt, timeZone)}`;
    }
  }
}
