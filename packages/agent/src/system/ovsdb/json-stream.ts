/** Splits a stream of concatenated JSON objects (RFC 7047) into objects. */
export class JsonStream {
  #text = '';
  #scanned = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** Returns the texts of the objects completed by this chunk. */
  push(piece: string): string[] {
    this.#text += piece;
    const objects: string[] = [];
    let start = 0;
    for (; this.#scanned < this.#text.length; this.#scanned++) {
      if (!this.#closes(this.#text.charAt(this.#scanned))) continue;
      objects.push(this.#text.slice(start, this.#scanned + 1));
      start = this.#scanned + 1;
    }
    this.#text = this.#text.slice(start);
    this.#scanned -= start;
    return objects;
  }

  #closes(character: string): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (character === '\\') this.#escaped = true;
      else if (character === '"') this.#inString = false;
      return false;
    }
    if (character === '"') this.#inString = true;
    else if (character === '{') this.#depth++;
    else if (character === '}') return --this.#depth === 0;
    return false;
  }
}
