import { ALLOWED, ERRORS, type ErrorName, type Permission, type Project } from '@northlight/contract';

const refuse = (name: ErrorName): Permission => ({
  allowed: false,
  code: ERRORS[name].code,
  reason: ERRORS[name].message,
});

/** Whether a project takes new things at all, from the right and property that the server computed. */
export function writePermission(project: Pick<Project, 'property' | 'right'>): Permission {
  if (project.property === 'demo' && project.right === 'r') return refuse('demoProject');
  return project.right === 'rw' ? ALLOWED : refuse('readOnly');
}
