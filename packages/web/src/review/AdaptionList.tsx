import type { Adaption } from '@northlight/contract';
import { formatPlural } from '../kit/format/index.ts';
import { Notice } from '../ui/Notice.tsx';

/** Items that other hardware gets in another form, or not at all; nothing without any. */
export function AdaptionList({ adaptions }: { readonly adaptions: readonly Adaption[] }) {
  if (adaptions.length === 0) return null;
  return (
    <Notice tone="warning" title={`${formatPlural(adaptions.length, 'setting')} not taken over as they are`}>
      <ul>
        {adaptions.map(({ item, reason }) => (
          <li key={`${item} ${reason}`}>
            {item}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
