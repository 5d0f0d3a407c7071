/** Whatever is loaded is loaded between the start of the session and the first turn. */
import type { CheckState, Watch } from './check-state.ts';

export function watchStartup({ report, progress }: CheckState): Watch {
  return ({ type }) => {
    if (type !== 'plugin_loaded' && type !== 'skill_loaded' && type !== 'agentdoc_read') {
      return;
    }
    if (progress.sessionId === undefined) {
      report('M-27', `${type} before session_start`);
    } else if (progress.hasTurned) {
      report('M-27', `${type} after the first turn_start`);
    }
  };
}
