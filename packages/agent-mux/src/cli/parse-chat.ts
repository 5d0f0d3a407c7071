/** What a person types into a chat: words for the agent, or a command of the chat. */

export type ChatLine =
  | { readonly type: 'nothing' | 'help' | 'quit' | 'stop' | 'session' }
  | { readonly type: 'say' | 'queue'; readonly text: string }
  | { readonly type: 'unknown'; readonly name: string };

const COMMANDS: Readonly<Record<string, 'help' | 'quit' | 'stop' | 'session'>> = {
  '/help': 'help',
  '/quit': 'quit',
  '/exit': 'quit',
  '/stop': 'stop',
  '/session': 'session',
};

export const CHAT_HELP = `  a line             to the agent: the next turn, or words for the running one, where its CLI takes such
  /queue <text>      for the next turn, also while it works
  /stop              stop the running turn (also Ctrl-C or Esc)
  /session           the session, to go on with it later
  /quit              end the chat (also Ctrl-D)
  //…                what begins with a slash goes to the agent with one of the two
While the agent works, any key begins a line for it; what it says waits until the line is sent.`;

export function parseChat(line: string): ChatLine {
  const text = line.trim();
  if (text === '') {
    return { type: 'nothing' };
  }
  if (text.startsWith('//')) {
    return { type: 'say', text: text.slice(1) };
  }
  if (!text.startsWith('/')) {
    return { type: 'say', text };
  }
  const [name = '', ...words] = text.split(/\s+/);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command !== undefined && words.length === 0) {
    return { type: command };
  }
  const queued = text.slice(name.length).trim();
  return name === '/queue' && queued !== '' ? { type: 'queue', text: queued } : { type: 'unknown', name };
}
