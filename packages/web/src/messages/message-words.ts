import type { Message } from '@northlight/contract';
import { formatTime } from '../kit/format/index.ts';

export function titleOf(message: Message): string {
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

export function aboutMessage(message: Message, timeZone: string): string {
  switch (message.kind) {
    case 'device':
      return `Serial number ${message.sn}`;
    case 'transfer':
      return `${message.from} wants to hand it over; open until ${formatTime(message.expiresAt, timeZone)}`;
    case 'share': {
      const right = message.right === 'rw' ? 'Read-write' : 'Read-only';
      if (message.expiresAt === undefined) return `${right}, permanent`;
      const word = message.state === 'expired' ? 'ended' : 'until';
      return `${right}, ${word} ${formatTime(message.expiresAt, timeZone)}`;
    }
  }
}
