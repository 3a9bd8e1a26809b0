import type { z } from 'zod';
import type { CallerType, Need } from './access.ts';
import type { Deprecation } from './deprecation.ts';
import type { ErrorName } from './error-catalogue.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A zod object whose values arrive as strings (path and query), or any zod schema for bodies and answers. */
type Schema = z.ZodType;

export interface EndpointOptions<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> {
  readonly method: Method;
  /** `/api/v1/...`, parameters in braces: `/api/v1/projects/{projectId}/devices`. */
  readonly path: string;
  /** Who may call it; the public document lists those that include `openapi`. */
  readonly access: readonly CallerType[];
  /** What the caller must be or have; project rights read the `projectId` parameter. */
  readonly needs: Need;
  /** Network modes in which the operation exists (specification §2); absent is every mode. */
  readonly modes?: readonly number[];
  /** Left out of `demoFuncSupport`: refused in an account's own demo copies too (914). */
  readonly notInDemo?: true;
  /** One sentence for the public document. */
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /**
   * Paths of the body that the handler judges itself, with rules that ask more than a schema can: what it says there is
   * wrong is told together. It gets that part as it was sent, as far as that has its shape (`faultsOf`).
   */
  readonly judged?: RegExp;
  /** The body is a multipart upload of one file; the handler receives its bytes. */
  readonly upload?: { readonly field: string; readonly maxBytes: number; readonly tooLarge?: ErrorName };
  /** The answer is a file (`fileAnswer`): its bytes leave under its media type, never as JSON. */
  readonly download?: true;
  readonly response: R;
  /** Domain errors that this endpoint raises beside those of its access, right and parsing. */
  readonly errors?: readonly ErrorName[];
  /** On its way out: answers say so in their headers, and the document does. */
  readonly deprecated?: Deprecation;
  /** 201 for what makes a thing; 200 otherwise. */
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

/** Declares one operation of the public API; everything else (validation, types, document) reads this. */
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

/** What a handler receives: parsed path, query and body. */
export type HandlerInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? Part<'params', P> & Part<'query', Q> & Part<'body', B>
    : never;
/** What a caller passes. */
export type CallInput<E> =
  E extends Endpoint<infer P, infer Q, infer B, infer _R>
    ? InputPart<'params', P> & InputPart<'query', Q> & InputPart<'body', B>
    : never;
/** What a caller receives. */
export type CallResult<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;
/** What a handler returns, before it is parsed. */
export type HandlerResult<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.input<R> : never;

/** Fills `{name}` parts of a path; values are encoded once. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
}
