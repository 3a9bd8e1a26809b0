import { SaxesParser } from 'saxes';

/** Depth of elements in a request; ONVIF requests need at most 12. */
const MAX_DEPTH = 40;

/** The request is not XML that a camera accepts. */
export class XmlError extends Error {}

/** An element of a parsed request. */
export class XmlElement {
  readonly namespace: string;
  /** Name without prefix. */
  readonly name: string;
  /** Values by name, or by `{namespace}name` for an attribute with a prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[] = [];
  readonly #prefixes: ReadonlyMap<string, string>;
  #text = '';

  constructor(
    name: { readonly namespace: string; readonly local: string },
    attributes: ReadonlyMap<string, string>,
    prefixes: ReadonlyMap<string, string>,
  ) {
    this.namespace = name.namespace;
    this.name = name.local;
    this.attributes = attributes;
    this.#prefixes = prefixes;
  }

  /** Text without the spaces around it. */
  get text(): string {
    return this.#text.trim();
  }

  get prefixes(): ReadonlyMap<string, string> {
    return this.#prefixes;
  }

  appendText(text: string): void {
    this.#text += text;
  }

  isNamed(namespace: string, name: string): boolean {
    return this.namespace === namespace && this.name === name;
  }

  /** Returns the only child of a name; undefined if there is none. Errors: `XmlError` for several. */
  child(namespace: string, name: string): XmlElement | undefined {
    const found = this.children.filter((child) => child.isNamed(namespace, name));
    if (found.length > 1) throw new XmlError(`The element ${name} occurs twice.`);
    return found[0];
  }

  /** Returns the text of a descendant by the names of a path in one namespace; undefined if it is missing. */
  textAt(namespace: string, ...path: readonly string[]): string | undefined {
    return this.find(namespace, ...path)?.text;
  }

  find(namespace: string, ...path: readonly string[]): XmlElement | undefined {
    const [first, ...rest] = path;
    return first === undefined ? this : this.child(namespace, first)?.find(namespace, ...rest);
  }

  /** Returns `{namespace}name` of a qualified name in the text of this element; undefined if the prefix is unknown. */
  resolveName(qualified: string): string | undefined {
    const [prefix, local] = qualified.includes(':') ? qualified.split(':', 2) : ['', qualified];
    const namespace = this.#prefixes.get(prefix ?? '');
    return namespace === undefined || !local ? undefined : `{${namespace}}${local}`;
  }
}

/**
 * Parses a request. Errors: `XmlError` for text that is not well-formed, a DOCTYPE, an entity that XML does not
 * define, processing instructions and too many levels.
 */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  parser.on('error', (error) => {
    throw new XmlError(error.message);
  });
  parser.on('doctype', () => {
    throw new XmlError('A DOCTYPE is not allowed.');
  });
  parser.on('processinginstruction', () => {
    throw new XmlError('A processing instruction is not allowed.');
  });
  parser.on('opentag', ({ attributes, local, ns, uri }) => {
    if (open.length >= MAX_DEPTH) throw new XmlError('Elements are nested too deeply.');
    const parent = open.at(-1);
    const element = new XmlElement(
      { namespace: uri, local },
      new Map(
        Object.values(attributes).map(({ local: name, uri: space, value }) => [
          space === '' ? name : `{${space}}${name}`,
          value,
        ]),
      ),
      new Map([...(parent?.prefixes ?? []), ...Object.entries(ns)]),
    );
    if (parent) parent.children.push(element);
    else root = element;
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const append = (part: string): void => open.at(-1)?.appendText(part);
  parser.on('text', append);
  parser.on('cdata', append);
  parser.write(text).close();
  if (!root) throw new XmlError('There is no element.');
  return root;
}

/** XML text that is inserted without escaping. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Inserted = string | number | boolean | Markup | readonly Markup[];

/** Makes XML: inserted text is escaped, inserted markup is not, and spaces between tags are removed. */
export function xml(parts: TemplateStringsArray, ...values: readonly Inserted[]): Markup {
  const text = parts.reduce(
    (before, part, index) => `${before}${writeInserted(values[index - 1] ?? '')}${part}`,
  );
  return new Markup(text.replaceAll(/>\s+</g, '><').trim());
}

function writeInserted(value: Inserted): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeXml(String(value));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for elements and attributes; characters that XML cannot contain are replaced by a space. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
