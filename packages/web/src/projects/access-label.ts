import type { Project } from '@northlight/contract';

const ACCESS_LABELS: Readonly<Record<Project['property'], string>> = {
  own: 'Own',
  'shared-read-only': 'Shared, read-only',
  'shared-manageable': 'Shared, read-write',
  demo: 'Demo',
};

export const formatAccessLabel = ({ property, sandboxOf }: Pick<Project, 'property' | 'sandboxOf'>): string =>
  sandboxOf ? 'Sandbox' : ACCESS_LABELS[property];
