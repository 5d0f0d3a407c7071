/** The whole way through the built package: `mux.run` with the agent's adapter, read by `for await`. */
import { PLAYER } from './player.mjs';

/** Loads the package and runs it once with little output, so that costs of the first run alone are not measured. */
export async function warmPipeline(subject, transcript, options) {
  const { createClient } = await import('agent-mux');
  const client = createClient();
  await readPipeline(client, subject, transcript, options);
  return client;
}

/** Reads a run. Throws where it does not end well. */
export async function readPipeline(client, { agent, mode }, transcript, { onEvent, ...options } = {}) {
  const handle = client.run({
    agent,
    mode,
    prompt: 'hello',
    binary: PLAYER,
    env: { BENCH_TRANSCRIPT: transcript },
    approvalMode: 'yolo',
    ...options,
  });
  const counts = { events: 0, deltas: 0, characters: 0 };
  for await (const event of handle) {
    counts.events++;
    if (event.type === 'text_delta') {
      counts.deltas++;
      counts.characters += event.delta.length;
    }
    // Awaiting a value that is no promise would cost as much as the event.
    const pause = onEvent?.(event, counts);
    if (pause !== undefined) {
      await pause;
    }
  }
  const result = await handle;
  if (result.exitReason !== 'completed') {
    throw new Error(`The run ended as ${result.exitReason}: ${result.error.message}`);
  }
  return { ...counts, result };
}
