/** The parts of the OpenAPI document that the API reference shows. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly (string | number | boolean)[];
  readonly const?: string | number | boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly additionalProperties?: Schema | boolean;
  readonly $ref?: string;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
}
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
}
interface OperationObject {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly 'x-needs': string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>;
}
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Operation extends OperationObject {
  readonly method: string;
  readonly path: string;
  readonly slice: string;
}

/** Lists the operations. Replaces references to components by the schemas of these components. */
export function listOperations({ paths, components }: ApiDocument): Operation[] {
  return Object.entries(resolveReferences(paths, components?.schemas ?? {})).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      slice: operation.tags?.[0] ?? 'other',
    })),
  );
}

const COMPONENT = '#/components/schemas/';

function resolveReferences<T>(value: T, schemas: Readonly<Record<string, Schema>>): T {
  const resolved = new Map<string, unknown>();
  const resolve = (member: unknown): unknown => {
    if (Array.isArray(member)) return member.map(resolve);
    if (typeof member !== 'object' || member === null) return member;
    const { $ref } = member as Schema;
    return typeof $ref === 'string' && $ref.startsWith(COMPONENT)
      ? resolveComponent($ref.slice(COMPONENT.length))
      : Object.fromEntries(Object.entries(member).map(([key, part]) => [key, resolve(part)]));
  };
  const resolveComponent = (name: string): unknown => {
    if (!resolved.has(name)) {
      // Ends the expansion of a schema that contains itself.
      resolved.set(name, {});
      resolved.set(name, resolve(schemas[name] ?? {}));
    }
    return resolved.get(name);
  };
  return resolve(value) as T;
}

export function findOperations(operations: readonly Operation[], query: string): Operation[] {
  const terms = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter(({ operationId, method, path, summary, slice }) => {
    const text = `${operationId} ${method} ${path} ${summary} ${slice}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  });
}

/** Groups operations by slice, in the order of the document. */
export function groupBySlice(operations: readonly Operation[]): [slice: string, operations: Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations)
    groups.set(operation.slice, [...(groups.get(operation.slice) ?? []), operation]);
  return [...groups];
}

/** Returns the media type, the schema and the example of the request body. */
export function getBody({
  requestBody,
}: Operation): { type: string; schema: Schema; example?: unknown } | undefined {
  const [found] = Object.entries(requestBody?.content ?? {});
  return found && { type: found[0], ...found[1] };
}

export interface ApiResponse {
  readonly status: string;
  readonly description: string;
  readonly schema: Schema | undefined;
}
/** Lists the success response and the declared error responses. */
export function listResponses({ responses }: Operation): {
  done: ApiResponse | undefined;
  refusals: ApiResponse[];
} {
  const all = Object.entries(responses).map(([status, { description, content }]) => ({
    status,
    description,
    schema: Object.values(content ?? {})[0]?.schema,
  }));
  return {
    done: all.find(({ status }) => status.startsWith('2')),
    refusals: all.filter(({ status }) => !status.startsWith('2')),
  };
}
