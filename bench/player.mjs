/** The child of all measurements: a shell script that stands where the claude CLI is expected. */
import { fileURLToPath } from 'node:url';

export const PLAYER = fileURLToPath(new URL('./play-claude.sh', import.meta.url));

/** As the adapter starts it, as far as the player looks at it. */
export function claudeArgs(isBidi) {
  return isBidi ? ['-p', '--input-format', 'stream-json'] : ['-p'];
}

/** What stands in for the handshake and the prompt where no adapter writes them. */
export function promptLines(isBidi) {
  const message = { role: 'user', content: 'hello' };
  return isBidi
    ? [
        '{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}\n',
        `${JSON.stringify({ type: 'user', message, parent_tool_use_id: null, session_id: '' })}\n`,
      ]
    : ['hello'];
}
