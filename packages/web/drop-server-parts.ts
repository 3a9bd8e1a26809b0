import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** Members of an operation that only the server and the public document use. They would be several KB of every page. */
const SERVER_PARTS: ReadonlySet<string> = new Set(['summary', 'errors', 'params', 'query', 'body']);

/** Leaves the parts of operations out of the build that the console does not use. */
export function dropServerParts(): Plugin {
  return {
    name: 'drop-server-parts',
    apply: 'build',
    transform: {
      filter: { id: /packages\/contract\/src\/.*\.ts$/, code: /\bendpoint\(\{/ },
      handler(code) {
        let rest = code;
        const operations = findOperations(this.parse(code, { lang: 'ts' }));
        for (const members of operations.toSorted(([one], [other]) => other.start - one.start)) {
          const kept = members.filter(({ key }) => !SERVER_PARTS.has(key?.name ?? ''));
          const text = kept.map(({ end, start }) => code.slice(start, end)).join(', ');
          const last = members.at(-1) ?? members[0];
          rest = `${rest.slice(0, members[0].start)}${text}${rest.slice(last.end)}`;
        }
        return { code: rest, map: null };
      },
    },
  };
}

type Members = readonly [Member, ...Member[]];

/** Finds the members of the operations, which are the arguments of calls of `endpoint`. */
function findOperations(node: unknown): Members[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(findOperations);
  const [options] = isCall(node) ? node.arguments : [];
  const [first, ...others] = options?.properties ?? [];
  return [...(first ? [[first, ...others] as const] : []), ...Object.values(node).flatMap(findOperations)];
}

interface Member extends Node {
  readonly key?: { readonly name?: string };
}

interface EndpointCall {
  readonly callee: { readonly name?: string };
  readonly arguments: readonly { readonly properties?: readonly Member[] }[];
}

const isCall = (node: object): node is EndpointCall =>
  'type' in node && node.type === 'CallExpression' && (node as EndpointCall).callee.name === 'endpoint';
