/** Compares what the player is told with what was recorded. */

/** Fields with ids of requests and sessions, and the one with the name and version of the client. */
const OF_THE_CLIENT = new Set(['id', 'request_id', 'requestId', 'uuid', 'sessionId', 'clientInfo']);
/** Anything within a string of JSON. */
const WITHIN_A_STRING = String.raw`(?:[^"\\]|\\.)*`;

/**
 * Whether a message says what the recorded one does. What differs by client is not compared, and a placeholder of the
 * recording, such as `<cwd>`, stands for anything.
 */
export function isSameMessage(recorded, actual, placeholders) {
  const [expected, got] = [recorded, actual].map(meaning);
  if (expected.text === got.text) {
    return true;
  }
  const hidden = new RegExp(placeholders.map(literally).join('|'), 'g');
  if (placeholders.length === 0 || expected.isJson !== got.isJson || !hidden.test(expected.text)) {
    return false;
  }
  const anything = expected.isJson ? WITHIN_A_STRING : '.*';
  return new RegExp(`^${expected.text.split(hidden).map(literally).join(anything)}$`, 's').test(got.text);
}

/** The meaning of a message, without what differs between two clients. */
function meaning(text) {
  try {
    return { text: JSON.stringify(sortWithoutIds(JSON.parse(text))), isJson: true };
  } catch {
    // A text that is not JSON is compared as it is.
    return { text, isJson: false };
  }
}

function sortWithoutIds(value) {
  if (Array.isArray(value)) {
    return value.map(sortWithoutIds);
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([key]) => !OF_THE_CLIENT.has(key));
    return Object.fromEntries(
      entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sortWithoutIds(item)]),
    );
  }
  return value;
}

function literally(text) {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
