import type { OnlineClient } from '@northlight/contract';
import { CLIENT_NAME_MAX, clientName } from '@northlight/contract/net';
import { useMutation } from '@tanstack/react-query';
import { useProject } from '../app/shell-context.tsx';
import { awaitRefetch, ApiError, createMutation, toErrorSentence } from '../kit/api/index.ts';
import { InlineEdit } from '../kit/controls/InlineEdit.tsx';

/** Editor for the name of a client. An empty name restores the name that the client reports. */
export function ClientName({ client }: { readonly client: OnlineClient }) {
  const project = useProject();
  const rename = useMutation(createMutation('clientRename'));
  const save = async (name: string): Promise<string | undefined> => {
    const checked = clientName.safeParse(name);
    if (name !== '' && !checked.success) return checked.error.issues[0]?.message;
    try {
      await rename.mutateAsync({ params: { projectId: project.id, mac: client.mac }, body: { name } });
      await awaitRefetch();
      return undefined;
    } catch (error) {
      return (error instanceof ApiError && error.fields?.['name']) || toErrorSentence(error);
    }
  };
  return (
    <InlineEdit
      key={client.mac}
      value={client.name}
      label="Name"
      can={project.can.write}
      maxLength={CLIENT_NAME_MAX}
      onSave={save}
    />
  );
}
