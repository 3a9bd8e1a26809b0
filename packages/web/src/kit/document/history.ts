/** Contents of a document since it was opened: each step can be undone. */
export interface EditHistory<Content> {
  readonly contents: readonly Content[];
  /** Index of the shown content. */
  readonly at: number;
  /** Key of the last step: the next step with the same key replaces it, such as moves of one device. */
  readonly key: string | undefined;
}

/** Number of steps that can be undone. */
const STEPS_MAX = 200;

export const createHistory = <Content>(content: Content): EditHistory<Content> => ({
  contents: [content],
  at: 0,
  key: undefined,
});

export function getContent<Content>({ at, contents }: EditHistory<Content>): Content {
  const content = contents[at];
  if (content === undefined) throw new Error('The history is empty.');
  return content;
}

/** Adds a step, or replaces the last one if both have the same key. */
export function addStep<Content>(
  history: EditHistory<Content>,
  content: Content,
  key?: string,
): EditHistory<Content> {
  if (content === getContent(history)) return history;
  const isSameStep = key !== undefined && key === history.key && history.at > 0;
  const kept = history.contents.slice(0, isSameStep ? history.at : history.at + 1).slice(-STEPS_MAX);
  return { contents: [...kept, content], at: kept.length, key };
}

/** Ends a step: the next one with the same key is a step of its own. */
export const endStep = <Content>(history: EditHistory<Content>): EditHistory<Content> => ({
  ...history,
  key: undefined,
});

export const canUndo = ({ at }: EditHistory<unknown>): boolean => at > 0;
export const canRedo = ({ at, contents }: EditHistory<unknown>): boolean => at < contents.length - 1;

export const undo = <Content>(history: EditHistory<Content>): EditHistory<Content> => ({
  ...history,
  at: Math.max(0, history.at - 1),
  key: undefined,
});

export const redo = <Content>(history: EditHistory<Content>): EditHistory<Content> => ({
  ...history,
  at: Math.min(history.contents.length - 1, history.at + 1),
  key: undefined,
});
