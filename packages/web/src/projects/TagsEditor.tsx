import { MAX_TAGS, type Project } from '@northlight/contract';
import { TITLE_MAX, shortTitle } from '@northlight/contract/net';
import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useProjectActions } from './use-project-actions.ts';

/** Editor for the account's own tags of a project, which other accounts do not see. */
export function TagsEditor({ project }: { readonly project: Project }) {
  const { mark } = useProjectActions();
  const [problem, setProblem] = useState<string>();
  return (
    <TagsInput
      label="Your tags"
      description={`Visible only to you; up to ${MAX_TAGS}, ${TITLE_MAX} characters each`}
      placeholder={project.tags.length === 0 ? 'Enter a tag and press Enter' : undefined}
      maxTags={MAX_TAGS}
      value={project.tags}
      error={problem}
      onChange={(tags) => {
        const invalid = tags.map((tag) => shortTitle.safeParse(tag)).find(({ success }) => !success);
        setProblem(invalid?.error?.issues[0]?.message);
        if (!invalid) mark(project, { tags });
      }}
    />
  );
}
