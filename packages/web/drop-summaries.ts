import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Empties the summaries of operations in the build: only the public document has them, which the page of the API loads from
 * the server. They would be 7 KB of every page.
 */
export function dropSummaries(): Plugin {
  return {
    name: 'drop-summaries',
    apply: 'build',
    transform: {
      filter: { id: /packages\/contract\/src\/.*\.ts$/, code: /\bendpoint\(\{/ },
      handler(code) {
        let rest = code;
        for (const { end, start } of findSummaries(this.parse(code, { lang: 'ts' })).toSorted(
          (one, other) => other.start - one.start,
        ))
          rest = `${rest.slice(0, start)}''${rest.slice(end)}`;
        return { code: rest, map: null };
      },
    },
  };
}

/** Finds the values of `summary` in the arguments of calls of `endpoint`. */
function findSummaries(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(findSummaries);
  const own = isCall(node) ? node.arguments.flatMap(({ properties = [] }) => properties) : [];
  return [
    ...own.flatMap(({ key, value }) => (key?.name === 'summary' && value ? [value] : [])),
    ...Object.values(node).flatMap(findSummaries),
  ];
}

interface EndpointCall {
  readonly callee: { readonly name?: string };
  readonly arguments: readonly {
    readonly properties?: readonly { readonly key?: { readonly name?: string }; readonly value?: Node }[];
  }[];
}

const isCall = (node: object): node is EndpointCall =>
  'type' in node && node.type === 'CallExpression' && (node as EndpointCall).callee.name === 'endpoint';
