import { type DocumentDefinition, type DocumentMerge, type EditSide } from '@northlight/contract';
import { createHistory, type EditHistory, getContent } from './history.ts';

/** Edits of a document that are not saved yet. */
export interface DocumentDraft<Content> {
  /** The saved content on which the edits are based. */
  readonly base: Content;
  readonly history: EditHistory<Content>;
}

export const createDraft = <Content>(base: Content): DocumentDraft<Content> => ({
  base,
  history: createHistory(base),
});

/** Applies the edits to the present saved content, and names the items that others have changed in another way since. */
export const mergeDraft = <Content, Items>(
  document: DocumentDefinition<Content, Items>,
  { base, history }: DocumentDraft<Content>,
  saved: Content,
  choose?: (address: string) => EditSide,
): DocumentMerge<Content, Items> => document.merge({ base, own: getContent(history), saved }, choose);

/** Continues a draft on the present saved content, with the chosen side of each conflict; all steps remain. */
export const rebaseDraft = <Content, Items>(
  document: DocumentDefinition<Content, Items>,
  { base, history }: DocumentDraft<Content>,
  saved: Content,
  choose: (address: string) => EditSide,
): DocumentDraft<Content> => ({
  base: saved,
  history: {
    ...history,
    contents: history.contents.map((own) => document.merge({ base, own, saved }, choose).content),
  },
});
