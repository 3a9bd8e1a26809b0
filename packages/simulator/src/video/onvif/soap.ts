import { NAMESPACES, WSSE } from './namespaces.ts';
import { type Markup, parseXml, xml, type XmlElement, XmlError } from './xml.ts';

export const SOAP_TYPE = 'application/soap+xml; charset=utf-8';

/** A SOAP 1.2 request. */
export interface SoapRequest {
  readonly header: XmlElement | undefined;
  /** The only element of the body. */
  readonly operation: XmlElement;
  /** `MessageID` of WS-Addressing. */
  readonly messageId: string | undefined;
}

/** A request that is answered by a SOAP fault. */
export class SoapFault extends Error {
  readonly sender: boolean;
  /** Qualified names, from the general to the special: `ter:InvalidArgVal`, `ter:NoProfile`. */
  readonly subcodes: readonly string[];
  /** Code outside of sender and receiver, for an envelope that is not understood. */
  readonly code: string;

  constructor(
    side: 'Sender' | 'Receiver' | 'VersionMismatch' | 'MustUnderstand',
    subcodes: readonly string[],
    reason: string,
  ) {
    super(reason);
    this.sender = side !== 'Receiver';
    this.code = `env:${side}`;
    this.subcodes = subcodes;
  }

  /** HTTP status of SOAP 1.2: 400 for faults of the requester, otherwise 500. */
  get status(): number {
    return this.sender && this.code === 'env:Sender' ? 400 : 500;
  }
}

export const notAuthorized = (): SoapFault =>
  new SoapFault('Sender', ['ter:NotAuthorized'], 'The sender is not authorized.');

export const malformed = ({ message }: XmlError): SoapFault =>
  new SoapFault('Sender', ['ter:WellFormed'], message);

export const actionNotSupported = (name: string): SoapFault =>
  new SoapFault('Receiver', ['ter:ActionNotSupported'], `The action ${name} is not supported.`);

export const invalidArgument = (detail: string, reason: string): SoapFault =>
  new SoapFault('Sender', ['ter:InvalidArgVal', detail], reason);

/** Headers that this camera understands. */
const UNDERSTOOD: ReadonlySet<string> = new Set([WSSE, NAMESPACES.wsa]);

/** Parses a request. Errors: `SoapFault`. */
export function readSoapRequest(text: string): SoapRequest {
  const { env, wsa } = NAMESPACES;
  try {
    const root = parseXml(text);
    if (root.name !== 'Envelope') throw new XmlError('There is no envelope.');
    if (root.namespace !== env)
      throw new SoapFault('VersionMismatch', [], 'The envelope is not of SOAP 1.2.');
    const [first, second, third] = root.children;
    const header = first?.isNamed(env, 'Header') ? first : undefined;
    const body = header ? second : first;
    const rest = header ? third : second;
    const [operation, ...others] = body?.children ?? [];
    if (!body?.isNamed(env, 'Body') || rest || !operation || others.length > 0)
      throw new XmlError('The envelope needs a body with one element.');
    for (const { attributes, name, namespace } of header?.children ?? [])
      checkUnderstood(namespace, name, attributes);
    return { header, operation, messageId: header?.child(wsa, 'MessageID')?.text };
  } catch (error) {
    if (error instanceof XmlError) throw malformed(error);
    throw error;
  }
}

function checkUnderstood(namespace: string, name: string, attributes: ReadonlyMap<string, string>): void {
  const must = ['1', 'true'].includes(attributes.get(`{${NAMESPACES.env}}mustUnderstand`) ?? '');
  if (must && !UNDERSTOOD.has(namespace))
    throw new SoapFault('MustUnderstand', [], `The header ${name} is not understood.`);
}

const DECLARATIONS = Object.entries(NAMESPACES)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ');

/** Writes an envelope; `header` may be empty. */
export const writeEnvelope = (body: Markup, header: Markup = xml``): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<env:Envelope ${DECLARATIONS}>${
    header.text === '' ? '' : `<env:Header>${header.text}</env:Header>`
  }<env:Body>${body.text}</env:Body></env:Envelope>`;

/** Writes the header of an answer to a request with WS-Addressing. */
export const writeAddressing = (action: string, messageId: string | undefined): Markup =>
  xml`<wsa:Action>${action}</wsa:Action>${
    messageId === undefined ? '' : xml`<wsa:RelatesTo>${messageId}</wsa:RelatesTo>`
  }`;

export function writeFault({ code, message, subcodes }: SoapFault): string {
  const nested = subcodes.reduceRight(
    (inner, name) => xml`<env:Subcode><env:Value>${name}</env:Value>${inner}</env:Subcode>`,
    xml``,
  );
  return writeEnvelope(
    xml`<env:Fault>
      <env:Code><env:Value>${code}</env:Value>${nested}</env:Code>
      <env:Reason><env:Text xml:lang="en">${message}</env:Text></env:Reason>
    </env:Fault>`,
  );
}
