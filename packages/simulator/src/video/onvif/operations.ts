import type { SoapRequest } from './soap.ts';
import type { UserLevel } from './users.ts';
import { invalidArgument } from './soap.ts';
import type { Markup, XmlElement } from './xml.ts';

/** An operation of a service. */
export interface Operation {
  /** Least level of the user; undefined if no user is needed. */
  readonly level: UserLevel | undefined;
  /** Returns the element of the answer's body. Errors: `SoapFault`. */
  readonly run: (request: SoapRequest, context: OperationContext) => Markup | Promise<Markup>;
  /** Action of WS-Addressing for the header of the answer. */
  readonly action?: string;
}

export interface OperationContext {
  /** Path of the request. */
  readonly path: string;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Operations of a service by name. */
export interface OnvifService {
  readonly namespace: string;
  readonly path: string;
  readonly version: readonly [major: number, minor: number];
  readonly operations: Readonly<Record<string, Operation>>;
}

/** Operations that read. */
export const reader = (run: Operation['run']): Operation => ({ level: 'User', run });
export const operator = (run: Operation['run']): Operation => ({ level: 'Operator', run });
export const administrator = (run: Operation['run']): Operation => ({ level: 'Administrator', run });

/** Returns a required text of a request. Errors: `SoapFault`. */
export function requireText(element: XmlElement, namespace: string, ...path: readonly string[]): string {
  const text = element.textAt(namespace, ...path);
  if (text === undefined || text === '')
    throw invalidArgument('ter:InvalidArgs', `The element ${path.join('/')} is missing.`);
  return text;
}

/** Returns an integer of a request within limits. Errors: `SoapFault`. */
export function requireInteger(text: string, [from, to]: readonly [number, number], name: string): number {
  const value = /^-?\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to))
    throw invalidArgument('ter:InvalidArgs', `The element ${name} is not a number from ${from} to ${to}.`);
  return value;
}
