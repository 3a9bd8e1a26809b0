import type { Project } from '@northlight/contract';

const PROPERTIES: Readonly<Record<Project['property'], string>> = {
  own: 'Own',
  'shared-read-only': 'Shared, read only',
  'shared-manageable': 'Shared, manageable',
  demo: 'Demo',
};

export const propertyWord = (project: Pick<Project, 'property'>): string => PROPERTIES[project.property];
