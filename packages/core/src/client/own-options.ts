/**
 * Makes options the run's own: it may begin much later, such as a successor or a retry, and what a caller changes
 * meanwhile was neither checked nor meant for it.
 */
import type { RunOptions } from '../adapter/index.ts';
import { copyPlain } from '../copy-plain.ts';
import { given } from '../given.ts';
import type { ClientOptions } from './client-options.ts';

export function ownRunOptions(options: RunOptions): RunOptions {
  const { native, mcpServers, tools, attachments, skills, tags, retryPolicy, record } = options;
  return {
    ...options,
    // A tool is an object of the program with its own `this`, so that only their list is copied.
    ...given({ tools: tools === undefined ? undefined : [...tools] }),
    ...given(copyPlain({ native, mcpServers, attachments, skills, tags, retryPolicy, record })),
  };
}

export function ownClientOptions(options: ClientOptions): ClientOptions {
  const { adapters, prices, retryPolicy } = options;
  return {
    ...options,
    ...given({ adapters: adapters === undefined ? undefined : [...adapters] }),
    ...given(copyPlain({ prices, retryPolicy })),
  };
}
