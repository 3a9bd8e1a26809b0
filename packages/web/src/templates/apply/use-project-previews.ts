import type { TemplatePreview, TemplateTarget } from '@northlight/contract';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../kit/api/index.ts';

/**
 * Returns the previews of a template for each project. The previous preview stays while a new one loads, so
 * that keyboard users keep the focus on the checkbox that they changed.
 */
export function useProjectPreviews(templateId: string, targets: readonly TemplateTarget[]) {
  const [last] = useState(() => new Map<number, TemplatePreview>());
  const params = { templateId };
  return useQueries({
    queries: targets.map((body) => ({
      queryKey: ['templatePreview', { params, body }] as const,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const preview = await call('templatePreview', { params, body }, { signal });
        last.set(body.projectId, preview);
        return preview;
      },
      placeholderData: () => last.get(body.projectId),
      gcTime: 0,
      staleTime: Infinity,
      retry: false,
    })),
  });
}
