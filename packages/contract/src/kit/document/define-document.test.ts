import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineDocument, type DocumentChange, formatChangeAddress } from './define-document.ts';
import { isSame } from './is-same.ts';

interface Vlan {
  readonly id: number;
  readonly name?: string | undefined;
  readonly ports: readonly string[];
}
interface Content {
  readonly vlans: readonly Vlan[];
  readonly root?: string | undefined;
}
interface Items {
  readonly vlans: Vlan;
  readonly root: string;
}

const DOCUMENT = defineDocument<Content, Items>({
  vlans: {
    key: ({ id }) => String(id),
    read: ({ vlans }) => vlans,
    write: (content, vlans) => ({ ...content, vlans }),
  },
  root: {
    key: () => 'root',
    read: ({ root }) => (root === undefined ? [] : [root]),
    write: (content, [root]) => ({ ...content, root }),
  },
});

const vlan: fc.Arbitrary<Vlan> = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  name: fc.option(fc.constantFrom('Guests', 'Staff', ''), { nil: undefined }),
  ports: fc.subarray(['a/1', 'b~2', 'c']),
});
const content: fc.Arbitrary<Content> = fc.record({
  vlans: fc.uniqueArray(vlan, { selector: ({ id }) => id }),
  root: fc.option(fc.constantFrom('gateway', 'switch'), { nil: undefined }),
});
const sort = ({ root, vlans }: Content): Content => ({
  root,
  vlans: vlans.toSorted((one, other) => one.id - other.id),
});
function expectSame(one: Content, other: Content): void {
  expect(isSame(sort(one), sort(other)), JSON.stringify([one, other])).toBe(true);
}

/** Returns the value with the members of all objects in the opposite order, and with an absent member as undefined. */
function reverseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseMembers);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, reverseMembers(member)] as const);
  return Object.fromEntries([['absent', undefined], ...entries.toReversed()]);
}

describe('any two versions of a document', () => {
  test('differ by the changes that lead from one to the other', () =>
    fc.assert(
      fc.property(content, content, (before, after) =>
        expectSame(DOCUMENT.apply(before, DOCUMENT.compare(before, after)), after),
      ),
    ));

  test('are the same whatever the order of members and items is', () =>
    fc.assert(
      fc.property(content, (one) => {
        const other = reverseMembers({ ...one, vlans: one.vlans.toReversed() }) as Content;
        expect(DOCUMENT.compare(one, other)).toEqual([]);
      }),
    ));

  test('keep the places of changed items, and have new ones last', () => {
    const before = { vlans: [1, 2, 3].map((id) => ({ id, ports: [] })) };
    const changes: DocumentChange<Items>[] = [
      { list: 'vlans', key: '9', value: { id: 9, ports: [] } },
      { list: 'vlans', key: '2', value: { id: 2, ports: ['c'] } },
      { list: 'vlans', key: '1', value: null },
    ];
    expect(DOCUMENT.apply(before, changes).vlans.map(({ id, ports }) => [id, ports.length])).toEqual([
      [2, 1],
      [3, 0],
      [9, 0],
    ]);
    expect(changes.map((change) => DOCUMENT.find(before, change) !== null)).toEqual([false, true, true]);
  });
});

describe('a merge of two versions with the same base', () => {
  /** Returns the item of each address; changes of one version replace those of the base. */
  const indexAll = (version: Content) =>
    new Map(DOCUMENT.compare({ vlans: [] }, version).map((each) => [formatChangeAddress(each), each.value]));

  test('has the value of the side that changed it, and a conflict if both changed it differently', () =>
    fc.assert(
      fc.property(content, content, content, fc.boolean(), (base, own, saved, isMine) => {
        const { conflicts, content: merged } = DOCUMENT.merge({ base, own, saved }, () =>
          isMine ? 'mine' : 'theirs',
        );
        const [before, mine, theirs, result] = [base, own, saved, merged].map(indexAll);
        for (const address of new Set([before, mine, theirs].flatMap((each) => [...(each?.keys() ?? [])]))) {
          const [b, m, t] = [before?.get(address), mine?.get(address), theirs?.get(address)];
          const isConflict = !isSame(b, m) && !isSame(b, t) && !isSame(m, t);
          expect(conflicts.some((each) => each.address === address)).toBe(isConflict);
          const expected = isConflict ? (isMine ? m : t) : isSame(b, m) ? t : m;
          expect(isSame(result?.get(address), expected)).toBe(true);
        }
      }),
    ));

  test('names what each side made of the item', () => {
    const base = { vlans: [{ id: 3, ports: [] }] };
    const own = { vlans: [{ id: 3, ports: ['c'] }] };
    expect(DOCUMENT.merge({ base, own, saved: { vlans: [] } }).conflicts).toEqual([
      {
        address: 'vlans/3',
        before: { list: 'vlans', key: '3', value: base.vlans[0] },
        mine: { list: 'vlans', key: '3', value: own.vlans[0] },
        theirs: { list: 'vlans', key: '3', value: null },
      },
    ]);
  });
});
