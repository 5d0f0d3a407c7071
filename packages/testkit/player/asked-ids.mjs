/** The ids that this client gave to its messages, where the recorded client gave others: answers must use them. */

/** Fields in which a client names its requests and messages. */
const IDS = new Set(['id', 'request_id', 'requestId', 'uuid']);

export class AskedIds {
  #actual = new Map();

  /** Compares the recorded message with today's, field by field. */
  learn(recorded, actual) {
    try {
      this.#compare(JSON.parse(recorded), JSON.parse(actual));
    } catch {
      // A text that is not JSON has no ids.
    }
  }

  /** Translates a recorded answer for today's client. */
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
        // The quotes are part of the text, because a short id may be a part of another word.
        this.#actual.set(JSON.stringify(value), JSON.stringify(now));
      } else {
        this.#compare(value, now);
      }
    }
  }
}
