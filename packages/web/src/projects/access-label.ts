import type { Project } from '@northlight/contract';

const ACCESS_LABELS: Readonly<Record<Project['property'], string>> = {
  own: 'Own',
  'shared-read-only': 'Shared, read-only',
  'shared-manageable': 'Shared, read-write',
  demo: 'Demo',
};

export const formatAccessLabel = (project: Pick<Project, 'property'>): string =>
  ACCESS_LABELS[project.property];
