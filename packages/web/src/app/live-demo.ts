import { DEMO_MESH_PROJECT, DEMO_WLAN_PROJECT, type Project } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { createQuery } from '../kit/api/index.ts';

/** Returns whether a project is a live demo: everyone can read it, though only visitors have it in their list. */
export const isLiveDemo = (projectId: number | undefined): projectId is number =>
  projectId === DEMO_WLAN_PROJECT || projectId === DEMO_MESH_PROJECT;

/** Returns the open project: one of the list, or a live demo; undefined without access. */
export function useOpenProject(
  projects: readonly Project[] | undefined,
  projectId: number | undefined,
): { readonly project: Project | undefined; readonly isLoading: boolean } {
  const listed = projects?.find(({ id }) => id === projectId);
  const enabled = projects !== undefined && !listed && isLiveDemo(projectId);
  const demo = useQuery({ ...createQuery('projectGet', { params: { projectId: projectId ?? 0 } }), enabled });
  // Another page may wait for the same project, which this account has lost.
  return enabled ? { project: demo.data, isLoading: demo.isLoading } : { project: listed, isLoading: false };
}
