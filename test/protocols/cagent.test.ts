/** The journals of all agents as cagent's events. */
import { cagent, checkCagent } from '@agent-mux/protocols/cagent';
import { describeLaws } from './describe-laws.ts';

describeLaws('cagent', { projection: cagent(), check: checkCagent });
describeLaws('cagent with all pieces and extensions', {
  projection: cagent({ partial: 'all', extensions: 'all' }),
  check: checkCagent,
  mayGrow: true,
});
