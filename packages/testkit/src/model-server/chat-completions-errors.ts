/** The errors of Chat Completions: what the service answers to each kind of failure. */
import type { ErrorFault, ModelError } from '../scenario/index.ts';
import type { HttpAnswer } from './rendering.ts';

interface ErrorShape {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
}

const INVALID = 'invalid_request_error';

const ERRORS: Readonly<Record<ModelError, ErrorShape>> = {
  auth: { status: 401, type: INVALID, code: 'invalid_api_key', message: 'Incorrect API key provided.' },
  forbidden: { status: 403, type: INVALID, code: null, message: 'Your API key may not use this resource.' },
  'model-not-found': { status: 404, type: INVALID, code: 'model_not_found', message: 'The model does not exist.' },
  'rate-limit': {
    status: 429,
    type: 'requests',
    code: 'rate_limit_exceeded',
    message: 'Rate limit reached, slow down.',
  },
  quota: {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota.',
  },
  billing: {
    status: 429,
    type: 'insufficient_quota',
    code: 'billing_not_active',
    message: 'Your account is inactive.',
  },
  overloaded: { status: 529, type: 'overloaded_error', code: null, message: 'Overloaded' },
  unavailable: { status: 503, type: 'server_error', code: null, message: 'The service is unavailable.' },
  'server-error': { status: 500, type: 'server_error', code: null, message: 'Internal server error' },
  'context-length': {
    status: 400,
    type: INVALID,
    code: 'context_length_exceeded',
    message: "This model's maximum context length is 128000 tokens. However, your messages resulted in 213456 tokens.",
  },
  'bad-request': { status: 400, type: INVALID, code: null, message: 'The request cannot be read.' },
};

export function chatErrorBody(error: ModelError, message: string = ERRORS[error].message): string {
  const { type, code } = ERRORS[error];
  return JSON.stringify({ error: { message, type, code, param: null } });
}

export function renderChatError(fault: Omit<ErrorFault, 'kind' | 'times'>, id: string): HttpAnswer {
  return {
    status: ERRORS[fault.error].status,
    headers: {
      'content-type': 'application/json',
      'x-request-id': `req_${id}`,
      ...(fault.retryAfterS === undefined ? {} : { 'retry-after': String(fault.retryAfterS) }),
      ...(fault.shouldRetry === undefined ? {} : { 'x-should-retry': String(fault.shouldRetry) }),
      ...fault.headers,
    },
    body: chatErrorBody(fault.error, fault.message),
  };
}
