import type { Project } from '@northlight/contract';
import { RevealSecret } from '../app/RevealSecret.tsx';
import { call } from '../kit/api/index.ts';

/** The device management password: shown on demand to who may change devices, and written in the log. */
export function DevicePassword({ project }: { readonly project: Project }) {
  return (
    <RevealSecret
      can={project.can.write}
      fetchSealed={() => call('projectPasswordReveal', { params: { projectId: project.id } })}
    />
  );
}
