import { z } from 'zod';
import type { CallerType, AccessNeed } from './access.ts';
import type { ErrorName } from './error-catalogue.ts';
import type { LiveResource, Resource } from './resources.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A zod object of strings (path and query), or any zod schema (bodies and responses). */
type Schema = z.ZodType;

/** Response of an operation that has no other answer than its success; its handler returns nothing. */
export const done = z.object({ ok: z.literal(true) });

export interface EndpointOptions<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> {
  readonly method: Method;
  /** Path with parameters in braces: `/api/v1/projects/{projectId}/devices`. */
  readonly path: string;
  /** Kinds of access that the operation accepts. The public document lists operations with `openapi`. */
  readonly access: readonly CallerType[];
  /** Requirement on the caller; project access uses the `projectId` parameter. */
  readonly needs: AccessNeed;
  /**
   * Resources that the response contains. A page that shows the response refetches it when one of them
   * changes; empty for a response that no change affects, or that is not kept current.
   */
  readonly reads?: readonly Resource[];
  /** Resources of which the response contains counts or a summary. It is refetched too, but not at every change. */
  readonly counts?: readonly LiveResource[];
  /** Resources that a successful call changes. */
  readonly changes?: readonly Resource[];
  /** Network modes with this operation (specification §2); absent: all modes. */
  readonly modes?: readonly number[];
  /** Set for operations outside `demoFuncSupport`, which demo copies refuse too (914). */
  readonly notInDemo?: true;
  /** One sentence for the public document. */
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /**
   * Paths of the body that the handler validates with rules beyond the schema, so that one response reports
   * all errors. The handler receives this part unparsed if it has the right shape (`findViolations`).
   */
  readonly validatedByHandler?: RegExp;
  /**
   * Set if members of the body that the schema does not have are refused by name: a setting that is left out in silence
   * looks as if it were applied.
   */
  readonly refusesUnknown?: true;
  /**
   * Field and maximum size of an uploaded file. The body is then a multipart form, and the handler receives
   * the file's bytes. Members of `body`, which are texts, are fields of the form before the file.
   */
  readonly upload?: { readonly field: string; readonly maxBytes: number; readonly tooLarge?: ErrorName };
  /** Set if the response is a file (`fileAnswer`), sent with its media type. */
  readonly download?: true;
  readonly response: R;
  /** Domain errors of this endpoint, in addition to those of access, permission and parsing. */
  readonly errors?: readonly ErrorName[];
  /** Status of a success: 201 for an operation that creates something; 200 by default. */
  readonly status?: 200 | 201 | 202;
}

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
> extends EndpointOptions<P, Q, B, R> {
  readonly pathParams: readonly string[];
}

/** Declares one operation of the API. Validation, types and the OpenAPI document are derived from it. */
export function endpoint<
  R extends Schema,
  P extends Schema = z.ZodNever,
  Q extends Schema = z.ZodNever,
  B extends Schema = z.ZodNever,
>(options: EndpointOptions<P, Q, B, R>): Endpoint<P, Q, B, R> {
  const pathParams = [...options.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  return { ...options, pathParams };
}

type Part<K extends string, S> = S extends z.ZodNever
  ? unknown
  : S extends z.ZodType
    ? Readonly<Record<K, z.output<S>>>
    : unknown;
type InputPart<K extends string, S> = S extends z.ZodNever
  ? unknown
  : S extends z.ZodType
    ? object extends z.input<S>
      ? Readonly<Partial<Record<K, z.input<S>>>>
      : Readonly<Record<K, z.input<S>>>
    : unknown;

/** Input of a handler: the parsed path, query and body. */
export type HandlerInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never;
/** Input of a call by a client. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? InputPart<'params', P> & InputPart<'query', Q> & InputPart<'body', B>
    : never;
/** Result of a call by a client. */
export type CallResult<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;
/** Value that a handler returns, before the response schema parses it; none for `done`. */
export type HandlerResult<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R>
    ? [R, typeof done] extends [typeof done, R]
      ? void
      : z.input<R>
    : never;

/** Fills the `{name}` parts of a path with encoded values. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
}
