import type { Share } from '@northlight/contract';
import { formatTime } from '../kit/format/index.ts';
import type { GridColumn } from '../kit/grid/index.ts';
import { formatRightLabel, formatStateLabel } from './share-labels.ts';

export function createShareColumns(timeZone: string): readonly GridColumn<Share>[] {
  return [
    { id: 'account', header: 'Account', card: 'title', width: 240, value: (share) => share.account },
    { id: 'name', header: 'Name', width: 150, value: (share) => share.nickname },
    {
      id: 'permission',
      header: 'Permission',
      card: 'detail',
      width: 120,
      facet: true,
      value: formatRightLabel,
    },
    { id: 'state', header: 'State', card: 'state', width: 110, facet: true, value: formatStateLabel },
    {
      id: 'ends',
      header: 'Expires',
      card: 'detail',
      width: 170,
      value: (share) => share.expiresAt ?? '9999',
      text: (share) => (share.expiresAt === undefined ? 'Never' : formatTime(share.expiresAt, timeZone)),
    },
    {
      id: 'asked',
      header: 'Time requested',
      width: 150,
      facet: true,
      value: (share) => (share.extension ? 'Yes' : undefined),
    },
    {
      id: 'shared',
      header: 'Shared',
      width: 170,
      value: (share) => share.createdAt,
      text: (share) => formatTime(share.createdAt, timeZone),
    },
  ];
}
