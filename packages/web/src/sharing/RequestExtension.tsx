import { useQuery } from '@tanstack/react-query';
import { createQuery } from '../kit/api/index.ts';
import { ExtensionButton } from './ExtensionButton.tsx';

/**
 * Button of a message that requests an extension of a share. It finds the share by the project and is hidden
 * without a share.
 */
export function RequestExtension({ projectId }: { readonly projectId: number }) {
  const shares = useQuery(createQuery('shareReceivedList', {})).data?.items ?? [];
  const share = shares.find((each) => each.projectId === projectId);
  return share ? <ExtensionButton share={share} /> : null;
}
