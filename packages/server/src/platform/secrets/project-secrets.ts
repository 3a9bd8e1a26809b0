import { type Envelope, Secret } from './envelope.ts';

/** A project with its own key, wrapped by the server's. */
interface ProjectKey {
  readonly id: number;
  readonly secret_key: Buffer;
}

interface Sealing {
  readonly envelope: Envelope;
}

/** What a project's own key is bound to when it is wrapped. */
export const projectKeyContext = (id: number): string => `project|${id}`;

/** A secret of a project under the project's own key; `place` is the row and column that it is bound to. */
export function sealProjectSecret(
  { envelope }: Sealing,
  project: ProjectKey,
  place: string,
  secret: string,
): Buffer {
  return envelope.seal(
    project.secret_key,
    projectKeyContext(project.id),
    new Secret(secret),
    `${project.id}|${place}`,
  );
}

export function openProjectSecret(
  { envelope }: Sealing,
  project: ProjectKey,
  place: string,
  sealed: Buffer,
): Secret {
  return envelope.open(project.secret_key, projectKeyContext(project.id), sealed, `${project.id}|${place}`);
}
