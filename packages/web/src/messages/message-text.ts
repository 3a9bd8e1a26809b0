import type { Message } from '@northlight/contract';
import { formatTime } from '../kit/format/index.ts';

export function formatMessageTitle(message: Message): string {
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

export function formatMessageDetails(message: Message, timeZone: string): string {
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
