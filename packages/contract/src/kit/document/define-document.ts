import { formatAddress } from './address.ts';
import { isSame } from './is-same.ts';

/** A list of a document, in which a key identifies each item. A single item is a list of at most one. */
export interface DocumentList<Content, Item> {
  key(this: void, item: Item): string;
  read(this: void, content: Content): readonly Item[];
  /** Returns the document with these items instead. */
  write(this: void, content: Content, items: readonly Item[]): Content;
}

/** The lists of a document by name; `Items` has the type of the items of each. */
export type DocumentLists<Content, Items> = { readonly [L in keyof Items]: DocumentList<Content, Items[L]> };

/** A change of one item; the value null removes it. */
export type DocumentChange<Items> = {
  readonly [L in keyof Items & string]: {
    readonly list: L;
    readonly key: string;
    readonly value: Items[L] | null;
  };
}[keyof Items & string];

/** The document before the edits, with the own edits, and as others have saved it since. */
export interface DocumentVersions<Content> {
  readonly base: Content;
  readonly own: Content;
  readonly saved: Content;
}

export type EditSide = 'mine' | 'theirs';

/** An item that both sides have changed in different ways. */
export interface DocumentConflict<Items> {
  readonly address: string;
  readonly before: DocumentChange<Items>;
  readonly mine: DocumentChange<Items>;
  readonly theirs: DocumentChange<Items>;
}

export interface DocumentMerge<Content, Items> {
  readonly content: Content;
  readonly conflicts: readonly DocumentConflict<Items>[];
}

/** Everything that people edit: lists of items, which are compared, changed and merged item by item. */
export interface DocumentDefinition<Content, Items> {
  readonly lists: DocumentLists<Content, Items>;
  /** Returns the item of a change in this content; null if it has none. */
  find(
    this: void,
    content: Content,
    change: Pick<DocumentChange<Items>, 'list' | 'key'>,
  ): DocumentChange<Items>['value'];
  /** Returns the change that adds an item, or replaces the one with its key. */
  readonly set: <L extends keyof Items & string>(list: L, value: Items[L]) => DocumentChange<Items>;
  /** Returns the change that removes an item. */
  readonly remove: (list: keyof Items & string, key: string) => DocumentChange<Items>;
  /** Returns the names of the lists in which several items have one key. */
  listRepeated(this: void, content: Content): readonly string[];
  /** Lists the changes that lead from one content to another. The order of items does not matter. */
  compare(this: void, before: Content, after: Content): readonly DocumentChange<Items>[];
  /** Applies changes in their order; changed items keep their place, new ones come last. */
  apply(this: void, content: Content, changes: readonly DocumentChange<Items>[]): Content;
  /**
   * Applies the own edits to the saved content. Of an item that both sides changed in different ways, that of `choose` is
   * kept; by default the own one.
   */
  merge(
    this: void,
    versions: DocumentVersions<Content>,
    choose?: (address: string) => EditSide,
  ): DocumentMerge<Content, Items>;
}

/** Defines a document by its lists. */
export function defineDocument<Content, Items>(
  lists: DocumentLists<Content, Items>,
): DocumentDefinition<Content, Items> {
  const names = Object.keys(lists) as (keyof Items & string)[];
  // A key identifies an item in its list alone, so that all items of a change have the type of its list.
  const getList = (name: string) =>
    lists[name as keyof Items] as DocumentList<Content, DocumentChange<Items>['value']>;
  const index = (content: Content, name: string) =>
    new Map(
      getList(name)
        .read(content)
        .map((item) => [getList(name).key(item), item] as const),
    );
  const createChange = (list: string, key: string, value: unknown): DocumentChange<Items> =>
    ({ list, key, value: value ?? null }) as DocumentChange<Items>;

  const compare = (before: Content, after: Content): readonly DocumentChange<Items>[] =>
    names.flatMap((name) => {
      const [old, present] = [index(before, name), index(after, name)];
      return [...new Set([...old.keys(), ...present.keys()])]
        .filter((key) => !isSame(old.get(key), present.get(key)))
        .map((key) => createChange(name, key, present.get(key)));
    });

  const apply = (content: Content, changes: readonly DocumentChange<Items>[]): Content =>
    [...Map.groupBy(changes, ({ list }) => list)].reduce((changed, [name, own]) => {
      const items = index(changed, name);
      for (const { key, value } of own)
        if (value === null) items.delete(key);
        else items.set(key, value);
      return getList(name).write(changed, [...items.values()]);
    }, content);

  return {
    lists,
    find: (content, { key, list }) => index(content, list).get(key) ?? null,
    set: (list, value) => createChange(list, lists[list].key(value), value),
    remove: (list, key) => createChange(list, key, null),
    listRepeated: (content) =>
      names.filter((name) => index(content, name).size < getList(name).read(content).length),
    compare,
    apply,
    merge: ({ base, own, saved }, choose = () => 'mine') => {
      const conflicts: DocumentConflict<Items>[] = [];
      const theirs = new Map(compare(base, saved).map((change) => [formatChangeAddress(change), change]));
      const kept = compare(base, own).filter((mine) => {
        const address = formatChangeAddress(mine);
        const other = theirs.get(address);
        if (!other || isSame(mine.value, other.value)) return true;
        const before = createChange(mine.list, mine.key, index(base, mine.list).get(mine.key));
        conflicts.push({ address, before, mine, theirs: other });
        return choose(address) === 'mine';
      });
      return { content: apply(saved, kept), conflicts };
    },
  };
}

/** Returns the address of the item that a change concerns. */
export const formatChangeAddress = ({ key, list }: { readonly list: string; readonly key: string }): string =>
  formatAddress(list, key);
