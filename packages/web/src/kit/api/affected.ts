import type { LiveResource, Resource } from '@northlight/contract';
import type { QueryClient } from '@tanstack/react-query';
import { findOperation } from './operations.ts';

/** Returns true if a query with this key shows data of the resource, as its operation declares. */
export const isReadOf = ([key]: readonly unknown[], resource: Resource): boolean =>
  findOperation(key)?.reads?.includes(resource) === true;

/** Returns true if a query with this key shows counts or a summary of the resource. */
export const isCountOf = ([key]: readonly unknown[], resource: Resource): boolean =>
  findOperation(key)?.counts?.includes(resource as LiveResource) === true;

/** Returns true if a query shows data of the project. A change without a project affects all projects. */
export function isOfProject([, input]: readonly unknown[], projectId: number | undefined): boolean {
  const own = findProjectId(input);
  return projectId === undefined || own === undefined || own === projectId;
}

function findProjectId(input: unknown): number | undefined {
  if (typeof input !== 'object' || input === null || !('params' in input)) return undefined;
  const { params } = input;
  if (typeof params !== 'object' || params === null || !('projectId' in params)) return undefined;
  return typeof params.projectId === 'number' ? params.projectId : undefined;
}

/**
 * Refetches what the page shows of the resources that an operation changes; resolves when it has arrived.
 * Returns undefined for an operation that changes nothing.
 */
export function refetchChanged(client: QueryClient, key: string, input: unknown): Promise<void> | undefined {
  const changes = findOperation(key)?.changes;
  if (!changes) return undefined;
  const projectId = findProjectId(input);
  return client.invalidateQueries({
    predicate: ({ queryKey }) =>
      isOfProject(queryKey, projectId) &&
      changes.some((resource) => isReadOf(queryKey, resource) || isCountOf(queryKey, resource)),
  });
}
