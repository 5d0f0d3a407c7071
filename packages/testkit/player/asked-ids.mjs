/** The ids that this client gave to what it wrote, where the recorded client gave others: answers must name them. */

/** Fields in which a client names its requests and messages. */
const IDS = new Set(['id', 'request_id', 'requestId', 'uuid']);

export class AskedIds {
  #actual = new Map();

  /** Compares what was written then and now, field by field. */
  learn(recorded, actual) {
    try {
      this.#compare(JSON.parse(recorded), JSON.parse(actual));
    } catch {
      // Why nothing is done: what is not JSON has no ids.
    }
  }

  /** A recorded answer, to the one who asks now. */
  translate(text) {
    let translated = text;
    for (const [recorded, actual] of this.#actual) {
      translated = translated.replaceAll(recorded, () => actual);
    }
    return translated;
  }

  #compare(recorded, actual) {
    if (typeof recorded !== 'object' || recorded === null || typeof actual !== 'object' || actual === null) {
      return;
    }
    for (const [key, value] of Object.entries(recorded)) {
      const now = actual[key];
      if (IDS.has(key) && typeof value === 'string' && typeof now === 'string' && value !== now) {
        // With their quotes: a short id may be a part of another word.
        this.#actual.set(JSON.stringify(value), JSON.stringify(now));
      } else {
        this.#compare(value, now);
      }
    }
  }
}
