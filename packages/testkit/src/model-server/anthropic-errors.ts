/** The errors of Anthropic Messages: what the service answers to each kind of failure. */
import type { ErrorFault, ModelError } from '../scenario/index.ts';
import type { HttpAnswer } from './rendering.ts';

interface ErrorShape {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const ERRORS: Readonly<Record<ModelError, ErrorShape>> = {
  auth: { status: 401, type: 'authentication_error', message: 'invalid x-api-key' },
  forbidden: { status: 403, type: 'permission_error', message: 'Your API key may not use this resource.' },
  'model-not-found': { status: 404, type: 'not_found_error', message: 'model: no such model' },
  'rate-limit': { status: 429, type: 'rate_limit_error', message: 'Too many requests, slow down.' },
  quota: {
    status: 429,
    type: 'rate_limit_error',
    message: 'The limit of your plan is reached.',
    headers: {
      'anthropic-ratelimit-unified-status': 'rejected',
      'anthropic-ratelimit-unified-reset': '4102444800',
      'anthropic-ratelimit-unified-representative-claim': 'five_hour',
      'x-should-retry': 'false',
    },
  },
  billing: { status: 400, type: 'invalid_request_error', message: 'Your credit balance is too low.' },
  overloaded: { status: 529, type: 'overloaded_error', message: 'Overloaded' },
  unavailable: { status: 503, type: 'api_error', message: 'The service is unavailable.' },
  'server-error': { status: 500, type: 'api_error', message: 'Internal server error' },
  'context-length': {
    status: 400,
    type: 'invalid_request_error',
    // The CLIs look for exactly these words.
    message: 'prompt is too long: 1213456 tokens > 1000000 maximum',
  },
  'bad-request': { status: 400, type: 'invalid_request_error', message: 'The request cannot be read.' },
};

export function errorBody(error: ModelError, id: string, message: string = ERRORS[error].message): string {
  return JSON.stringify({ type: 'error', error: { type: ERRORS[error].type, message }, request_id: `req_${id}` });
}

export function renderError(fault: Omit<ErrorFault, 'kind' | 'times'>, id: string): HttpAnswer {
  const { status, headers } = ERRORS[fault.error];
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'request-id': `req_${id}`,
      ...headers,
      ...(fault.retryAfterS === undefined ? {} : { 'retry-after': String(fault.retryAfterS) }),
      ...(fault.shouldRetry === undefined ? {} : { 'x-should-retry': String(fault.shouldRetry) }),
      ...fault.headers,
    },
    body: errorBody(fault.error, id, fault.message),
  };
}
